package import FileStore

/// The files of `__files/`, for the admin API. Names are relative to it; none leads out of it.
extension FixtureFolder {
    /// In the order of their bytes, without those whose names begin with a dot.
    package func fileNames() -> [String] {
        root.walk(Self.files, includesHidden: false).files.compactMap { $0.relative(to: Self.files)?.text }
    }

    /// - Returns: nil when there is none.
    /// - Throws: `FileError`; `.invalidPath` when the name leads out.
    package func file(_ name: String) throws(FileError) -> StoredFile? { try store.find(try path(ofFile: name, .reading)) }

    /// Writes a whole file, new or in place of another, and the folders above it. What a reader sees is never half of it.
    /// - Throws: `FileError`; nothing has changed then.
    package func writeFile(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try root.write(bytes, to: try path(ofFile: name, .writing))
    }

    /// - Returns: false when there was none.
    @discardableResult
    package func deleteFile(_ name: String) throws(FileError) -> Bool { try root.delete(try path(ofFile: name, .deleting)) }

    private func path(ofFile name: String, _ operation: FileError.Operation) throws(FileError) -> RelativePath {
        guard let path = RelativePath(resolving: name) else { throw FileError(.invalidPath, operation, name) }
        let whole = Self.files.appending(path)
        return root.spelling(of: whole) ?? whole
    }
}
