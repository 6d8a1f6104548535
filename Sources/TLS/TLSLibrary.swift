internal import CGnuTLS

/// GnuTLS, loaded when the first listener speaks TLS (decision 0172).
///
/// Unchecked because the table holds C function pointers; it is filled once and then only read.
@safe struct TLSLibrary: @unchecked Sendable {
    let table: UnsafePointer<tls_library>

    private static let loaded: Result<TLSLibrary, TLSError> = {
        let table = UnsafeMutablePointer<tls_library>.allocate(capacity: 1)
        unsafe table.initialize(to: tls_library())
        guard let failure = unsafe tls_load(table) else { return .success(unsafe TLSLibrary(table: UnsafePointer(table))) }
        let reason = unsafe String(cString: failure)
        return .failure(
            TLSError(
                "TLS needs GnuTLS, which could not be loaded: \(reason). If it is not installed, on Debian: apt install libgnutls30"))
    }()

    private init(table: UnsafePointer<tls_library>) { unsafe self.table = unsafe table }

    static func shared() throws(TLSError) -> TLSLibrary { try loaded.get() }

    /// GnuTLS's words for an error.
    func reason(_ code: Int32) -> String {
        guard let text = unsafe tls_reason(table, code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
