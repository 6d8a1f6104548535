internal import Glibc
internal import SystemCalls

extension FileRoot {
    /// Writes a whole file atomically: readers see the old bytes or the new ones, also after a crash. Missing folders are made.
    ///
    /// A link of that name is replaced, not followed.
    /// - Throws: `FileError`. Then nothing has changed except for new empty folders.
    package func write(_ bytes: [UInt8], to path: RelativePath) throws(FileError) {
        try makeFolder(path.parent)
        if peek(path, followingLinks: false)?.kind == .folder { throw FileError(.wrongKind, .writing, display(path)) }
        let folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        let name = RelativePath(path.name)!
        let temporary = RelativePath(".\(getpid()).\(UInt64.random(in: .min ... .max)).part")!
        do {
            try create(temporary, in: folder, bytes, path)
        } catch {
            _ = unsafe temporary.withCString { unsafe unlinkat(folder.number, $0, 0) }
            throw error
        }
        let code: Int32? = unsafe temporary.withCString { temporary in
            unsafe name.withCString { name in
                unsafe renameat(folder.number, temporary, folder.number, name) == 0 ? nil : errno
            }
        }
        if let code {
            _ = unsafe temporary.withCString { unsafe unlinkat(folder.number, $0, 0) }
            throw FileError(errno: code, .writing, display(path))
        }
        guard fsync(folder.number) == 0 else { throw FileError(errno: errno, .writing, display(path)) }
    }

    /// Deletes a file; for a link, the link itself.
    /// - Returns: false when there was no file.
    /// - Throws: `FileError`; `.wrongKind` for a folder.
    @discardableResult
    package func delete(_ path: RelativePath) throws(FileError) -> Bool {
        guard let name = RelativePath(path.name) else { throw FileError(.invalidPath, .deleting, path.text) }
        let folder: FileDescriptor
        do { folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY) } catch  where error.code == .notFound { return false }
        let code: Int32? = unsafe name.withCString { unsafe unlinkat(folder.number, $0, 0) == 0 ? nil : errno }
        switch code {
        case nil: return true
        case ENOENT?, ENOTDIR?: return false
        case let code?: throw FileError(errno: code, .deleting, display(path))
        }
    }

    /// Makes a folder and those above it. An existing folder is not an error.
    /// - Throws: `FileError`.
    package func makeFolder(_ path: RelativePath) throws(FileError) {
        if path.isRoot || peek(path)?.kind == .folder { return }
        try makeFolder(path.parent)
        guard let name = RelativePath(path.name) else { return }
        let parent = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        let code: Int32? = unsafe name.withCString { unsafe mkdirat(parent.number, $0, 0o777) == 0 ? nil : errno }
        if let code, code != EEXIST { throw FileError(errno: code, .makingFolder, display(path)) }
    }

    private func create(
        _ name: RelativePath, in folder: FileDescriptor, _ bytes: [UInt8], _ path: RelativePath
    ) throws(FileError) {
        let number = unsafe name.withCString {
            unsafe openat(folder.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        }
        guard number >= 0 else { throw FileError(errno: errno, .writing, display(path)) }
        let file = FileDescriptor(takingOwnership: number, path: display(path))
        if let failure = SystemCalls.writeAll(bytes.span, to: file.number) ?? (fsync(file.number) == 0 ? nil : errno) {
            throw FileError(errno: failure, .writing, display(path))
        }
    }
}
