package import FileStore
internal import StubModel
internal import Synchronization

/// The files of `__files/`, for the admin API. Names are relative to that folder and cannot lead out of it.
extension FixtureFolder {
    /// All names, in the order of their bytes, except those that begin with a dot.
    package func fileNames() -> [String] {
        root.walk(Self.files, includesHidden: false).files.compactMap { $0.relative(to: Self.files)?.text }
    }

    /// The body files that no stub names and no request has read since the store's `noteReads`, as paths in the mocks folder:
    /// `__files/pose/all.json`. Looks at the whole folder.
    package func unusedFiles() -> [String] {
        let uses = bodyFileUses.withLock { $0 }
        // The files that a template names are known only once it is rendered.
        let named = Set(uses.compactMap(\.path))
        let read = store.readPaths
        let files = root.walk(Self.files, includesHidden: false).files
        let all = Set(files)
        return files.filter { file in
            if file.isDescription, let described = file.described, all.contains(described) { return false }
            return !read.contains(file) && !named.contains(file)
        }.map(\.text)
    }

    /// A file by its name.
    /// - Returns: nil when there is none.
    /// - Throws: `FileError`; `.invalidPath` when the name leads out of the folder.
    package func file(_ name: String) throws(FileError) -> StoredFile? { try store.find(try path(ofFile: name, .reading)) }

    /// Writes a whole file atomically, new or in place of another, and makes the folders above it.
    /// - Throws: `FileError`; the folder is unchanged then.
    package func writeFile(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try root.write(bytes, to: try path(ofFile: name, .writing))
    }

    /// Deletes a file.
    /// - Returns: false when there was none.
    /// - Throws: `FileError`; `.invalidPath` when the name leads out of the folder.
    @discardableResult
    package func deleteFile(_ name: String) throws(FileError) -> Bool { try root.delete(try path(ofFile: name, .deleting)) }

    private func path(ofFile name: String, _ operation: FileError.Operation) throws(FileError) -> RelativePath {
        guard let path = RelativePath(resolving: name) else { throw FileError(.invalidPath, operation, name) }
        let whole = Self.files.appending(path)
        return root.spelling(of: whole) ?? whole
    }
}
