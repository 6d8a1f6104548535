internal import CYAML

/// The library, loaded at the first use (decision 0020).
@safe struct LibYAML: @unchecked Sendable {
    // Unchecked because the table contains C function pointers; it is filled once and then only read. libyaml has no other globals.
    let table: UnsafePointer<yaml_library>

    struct Missing: Error { let message: String }

    #if canImport(Darwin)
        private static let name = "libyaml-0.2.dylib"
    #else
        private static let name = "libyaml-0.so.2"
    #endif

    private static let loaded: Result<LibYAML, Missing> = {
        let table = UnsafeMutablePointer<yaml_library>.allocate(capacity: 1)
        unsafe table.initialize(to: yaml_library())
        guard let reason = unsafe yaml_load(table, name) else { return .success(unsafe LibYAML(table: UnsafePointer(table))) }
        return .failure(Missing(message: unsafe "YAML needs \(name), which could not be loaded: \(String(cString: reason))"))
    }()

    private init(table: UnsafePointer<yaml_library>) { unsafe self.table = unsafe table }

    static func shared() throws(Missing) -> LibYAML { try loaded.get() }
}
