internal import CXML2

/// The library, loaded at the first use (decision 0020).
@safe struct LibXML2: @unchecked Sendable {
    // Unchecked because the table contains C function pointers; it is filled once and then only read. After initialisation libxml2 keeps
    // its globals per thread.
    let table: UnsafePointer<xml2_library>

    #if canImport(Darwin)
        private static let name = "/usr/lib/libxml2.2.dylib"
    #else
        private static let name = "libxml2.so.2"
    #endif

    private static let loaded: Result<LibXML2, XMLError> = {
        let table = UnsafeMutablePointer<xml2_library>.allocate(capacity: 1)
        unsafe table.initialize(to: xml2_library())
        if let reason = unsafe xml2_load(table, name) {
            return .failure(
                XMLError(
                    .libraryMissing,
                    unsafe "XML needs \(name), which could not be loaded: \(String(cString: reason))."
                        + " If it is not installed, on Debian: apt install libxml2"))
        }
        unsafe table.pointee.xmlInitParser()
        unsafe xml2_refuse_entities(table)
        return .success(unsafe LibXML2(table: UnsafePointer(table)))
    }()

    private init(table: UnsafePointer<xml2_library>) { unsafe self.table = unsafe table }

    /// The library, ready for use on the calling thread.
    static func shared() throws(XMLError) -> LibXML2 {
        let library = try loaded.get()
        unsafe xml2_keep_errors_quiet(library.table)
        return library
    }

    /// For the functions that libxml2 calls; nil if it is not loaded, and calls none.
    static var table: UnsafePointer<xml2_library>? { try? unsafe loaded.get().table }

    /// The last XPath error on this thread; its column is that of the wrong character, from 1.
    func lastExpressionError(_ expression: String) -> XMLError {
        let error = lastError(.expression, else: "Invalid expression")
        guard let last = unsafe table.pointee.xmlGetLastError(), unsafe last.pointee.int1 > 0 else { return error }
        let before = expression.utf8.prefix(unsafe Int(last.pointee.int1))
        return XMLError(.expression, error.message, line: nil, column: String(decoding: before, as: UTF8.self).count + 1)
    }

    /// The last error on this thread.
    func lastError(_ code: XMLError.Code, else fallback: String) -> XMLError {
        guard let error = unsafe table.pointee.xmlGetLastError(), let message = unsafe error.pointee.message else {
            return XMLError(code, fallback)
        }
        var text = unsafe String(cString: message)
        while text.last?.isWhitespace == true { text.removeLast() }
        let line = unsafe Int(error.pointee.line)
        let column = unsafe Int(error.pointee.column)
        return XMLError(code, text, line: line > 0 ? line : nil, column: line > 0 && column > 0 ? column : nil)
    }
}
