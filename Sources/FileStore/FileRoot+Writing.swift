internal import Glibc
internal import SystemCalls

extension FileRoot {
    /// Writes a whole file atomically: readers see the old bytes or the new ones, also after a crash. Missing folders are made.
    ///
    /// A link of that name is replaced, not followed.
    /// - Parameter isPrivate: whether only this user may read it.
    /// - Throws: `FileError`. Then nothing has changed except for new empty folders.
    package func write(_ bytes: [UInt8], to path: RelativePath, isPrivate: Bool = false) throws(FileError) {
        try makeFolder(path.parent)
        if peek(path, followingLinks: false)?.kind == .folder { throw FileError(.wrongKind, .writing, display(path)) }
        let folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        let name = RelativePath(path.name)!
        let temporary = RelativePath(".\(getpid()).\(UInt64.random(in: .min ... .max))\(Self.partSuffix)")!
        do {
            try create(temporary, in: folder, bytes, path, mode: isPrivate ? 0o600 : 0o666)
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

    /// The end of the names of files that are being written.
    private static let partSuffix = ".part"

    /// Deletes the files that a killed process was writing: their names are those of `write`, and no process of that number runs. A process
    /// that this one cannot see, as in another container, holds a lock on its file.
    /// - Returns: how many there were.
    package func deleteAbandoned(in folder: RelativePath) -> Int {
        var count = 0
        for path in walk(folder).files where Self.writer(of: path).map({ kill($0, 0) != 0 && errno == ESRCH }) == true {
            guard let file = try? open(path), flock(file.number, LOCK_EX | LOCK_NB) == 0, (try? delete(path)) == true else { continue }
            count += 1
        }
        return count
    }

    /// The process that writes a file of this name; nil for any other name.
    private static func writer(of path: RelativePath) -> pid_t? {
        let parts = path.name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[3].elementsEqual(partSuffix.utf8.dropFirst()),
            UInt64(String(decoding: parts[2], as: UTF8.self)) != nil
        else { return nil }
        return pid_t(String(decoding: parts[1], as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
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
        _ name: RelativePath, in folder: FileDescriptor, _ bytes: [UInt8], _ path: RelativePath, mode: mode_t
    ) throws(FileError) {
        let number = unsafe name.withCString {
            unsafe openat(folder.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        }
        guard number >= 0 else { throw FileError(errno: errno, .writing, display(path)) }
        let file = FileDescriptor(takingOwnership: number, path: display(path))
        // For `deleteAbandoned` of other processes.
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        if let failure = SystemCalls.writeAll(bytes.span, to: file.number) ?? (fsync(file.number) == 0 ? nil : errno) {
            throw FileError(errno: failure, .writing, display(path))
        }
    }
}
