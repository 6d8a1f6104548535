internal import CCurl

/// libcurl, loaded when it is first used (decision 0020).
///
/// Unchecked because the table holds C function pointers; it is filled once and then only read.
@safe struct CurlLibrary: @unchecked Sendable {
    let table: UnsafePointer<curl_library>

    struct Missing: Error, CustomStringConvertible { let description: String }

    #if canImport(Darwin)
        private static let names = ["/usr/lib/libcurl.4.dylib"]
    #else
        private static let names = ["libcurl-gnutls.so.4", "libcurl.so.4"]
    #endif

    private static let loaded: Result<CurlLibrary, Missing> = {
        let table = UnsafeMutablePointer<curl_library>.allocate(capacity: 1)
        unsafe table.initialize(to: curl_library())
        var reason = ""
        for name in names {
            guard let failure = unsafe curl_load(table, name) else {
                unsafe _ = table.pointee.curl_global_init(Int(CURL_GLOBAL_ALL))
                return .success(unsafe CurlLibrary(table: UnsafePointer(table)))
            }
            reason = unsafe String(cString: failure)
        }
        return .failure(
            Missing(
                description:
                    "requests to other servers need libcurl, which could not be loaded: \(reason)."
                    + " If it is not installed, on Debian: apt install libcurl3-gnutls"))
    }()

    private init(table: UnsafePointer<curl_library>) { unsafe self.table = unsafe table }

    static func shared() throws(Missing) -> CurlLibrary { try loaded.get() }
}
