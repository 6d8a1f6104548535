internal import CLinux
internal import Glibc
package import SystemCalls

extension FileRoot {
    /// Writes a whole file atomically: readers see the old bytes or the new ones, also after a crash. Missing folders are made.
    ///
    /// A link of that name is replaced, not followed.
    /// - Parameter isPrivate: whether only this user may read it.
    /// - Throws: `FileError`. Then readers see the old bytes, and there may be new empty folders; or they see the new bytes, when only the
    ///   folder could not be written to the disk, so that a crash may bring back the old ones.
    package func write(_ bytes: [UInt8], to path: RelativePath, isPrivate: Bool = false) throws(FileError) {
        try makeFolder(path.parent)
        if peek(path, followingLinks: false)?.kind == .folder { throw FileError(.wrongKind, .writing, display(path)) }
        let folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        let name = RelativePath(path.name)!
        let temporary = RelativePath(".\(getpid()).\(UInt64.random(in: .min ... .max))\(Self.partSuffix)")!
        do throws(FileError) {
            var file = try create(temporary, in: folder, for: path, mode: isPrivate ? 0o600 : 0o666)
            try file.append(bytes)
            try file.synchronize()
            try rename(temporary, in: folder, to: name, in: folder, for: path)
        } catch {
            _ = unlink(temporary, in: folder)
            throw error
        }
        guard fsync(folder.number) == 0 else { throw FileError(errno: errno, .writing, display(path)) }
    }

    /// The end of the names of files that are being written.
    private static let partSuffix = ".part"

    /// Deletes the files that a killed process was writing: their names are those of `write`, and no process of that number runs. A process
    /// that this one cannot see, as in another container, holds a lock on its file.
    /// - Parameter isCancelled: asked before each file; then the others stay.
    /// - Returns: how many there were.
    package func deleteAbandoned(in folder: RelativePath, unless isCancelled: () -> Bool = { false }) -> Int {
        var count = 0
        for path in walk(folder, unless: isCancelled).files {
            guard Self.writer(of: path).map({ kill($0, 0) != 0 && errno == ESRCH }) == true else { continue }
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

    /// Makes an empty file, to be filled. Its folder must exist.
    /// - Throws: `FileError`, also when there is something at the path.
    package func newFile(at path: RelativePath) throws(FileError) -> NewFile {
        guard let name = RelativePath(path.name) else { throw FileError(.invalidPath, .writing, path.text) }
        return try create(name, in: try open(path.parent, flags: O_RDONLY | O_DIRECTORY), for: path)
    }

    /// Gives a file without a name a number as its name. Nobody may append to it any more.
    /// - Returns: nil when it cannot have one there: it is in another file system, or that does not have files without a name.
    /// - Throws: `FileError` when there is no such folder.
    package func adopt(_ file: SpooledFile, number: Int, in folder: RelativePath) throws(FileError) -> NewFile? {
        let opened = try open(folder, flags: O_RDONLY | O_DIRECTORY)
        // First what may fail, so that no file with a name is left.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw FileError(errno: errno, .writing, display(folder)) }
        let copy = FileDescriptor(takingOwnership: descriptor, path: display(folder))
        return linux_name(file.descriptor, opened.number, number) == 0 ? NewFile(copy) : nil
    }

    /// Adds bytes to the end of a file, which only its user may read; makes it if it is missing.
    /// - Throws: `FileError`.
    package func append(_ bytes: [UInt8], to path: RelativePath) throws(FileError) {
        guard let name = RelativePath(path.name) else { throw FileError(.invalidPath, .writing, path.text) }
        var file = try create(name, in: try open(path.parent, flags: O_RDONLY | O_DIRECTORY), for: path, O_APPEND, mode: 0o600)
        try file.append(bytes)
    }

    /// Gives a file another path, where it replaces another file in one step. A link is moved or replaced, not followed.
    /// - Returns: false when there is no file to move.
    /// - Throws: `FileError`; `.outside` for paths on different file systems.
    @discardableResult
    package func move(_ path: RelativePath, to other: RelativePath) throws(FileError) -> Bool {
        guard let name = RelativePath(path.name), let newName = RelativePath(other.name) else {
            throw FileError(.invalidPath, .writing, other.text)
        }
        guard peek(path, followingLinks: false) != nil else { return false }
        let folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        try rename(name, in: folder, to: newName, in: try open(other.parent, flags: O_RDONLY | O_DIRECTORY), for: other)
        return true
    }

    /// Deletes a file; for a link, the link itself.
    /// - Returns: false when there was no file.
    /// - Throws: `FileError`; `.wrongKind` for a folder.
    @discardableResult
    package func delete(_ path: RelativePath) throws(FileError) -> Bool { try delete(path, flags: 0) }

    /// Deletes an empty folder.
    /// - Returns: false when there was none, or it is not empty.
    /// - Throws: `FileError`.
    @discardableResult
    package func deleteFolder(_ path: RelativePath) throws(FileError) -> Bool { try delete(path, flags: AT_REMOVEDIR) }

    private func delete(_ path: RelativePath, flags: Int32) throws(FileError) -> Bool {
        guard let name = RelativePath(path.name) else { throw FileError(.invalidPath, .deleting, path.text) }
        let folder: FileDescriptor
        do { folder = try open(path.parent, flags: O_RDONLY | O_DIRECTORY) } catch  where error.code == .notFound { return false }
        switch unlink(name, in: folder, flags: flags) {
        case nil: return true
        case ENOENT?, ENOTDIR?, ENOTEMPTY?: return false
        case let code?: throw FileError(errno: code, .deleting, display(path))
        }
    }

    /// Makes a folder and those above it. An existing folder is not an error.
    /// - Throws: `FileError`; `.wrongKind` where one of them is a file.
    package func makeFolder(_ path: RelativePath) throws(FileError) {
        if path.isRoot || peek(path)?.kind == .folder { return }
        try makeFolder(path.parent)
        guard let name = RelativePath(path.name) else { return }
        let parent = try open(path.parent, flags: O_RDONLY | O_DIRECTORY)
        let code: Int32? = unsafe name.withCString { unsafe mkdirat(parent.number, $0, 0o777) == 0 ? nil : errno }
        if let code, code != EEXIST { throw FileError(errno: code, .makingFolder, display(path)) }
        if code != nil, peek(path)?.kind == .file { throw FileError(.wrongKind, .makingFolder, display(path)) }
    }

    /// How often the folder to be locked may be gone before it is open.
    private static let mostAttempts = 100

    /// Locks a folder for this process, until the descriptor is released. Makes the folder if it is missing. A process that has locked it may
    /// delete it.
    /// - Parameter waits: whether it waits while another process has locked it.
    /// - Returns: nil when another process has locked it.
    /// - Throws: `FileError`.
    package func lock(_ folder: RelativePath, waits: Bool = false) throws(FileError) -> FileDescriptor? {
        var attempt = 1
        while true {
            try makeFolder(folder)
            do throws(FileError) {
                let descriptor = try open(folder, flags: O_RDONLY | O_DIRECTORY)
                while flock(descriptor.number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
                    if errno == EWOULDBLOCK { return nil }
                    // A signal ends the wait early.
                    if errno != EINTR { throw FileError(errno: errno, .opening, display(folder)) }
                }
                // Who had locked it may have deleted it. The lock of a deleted folder keeps nobody out of the next one.
                let locked = try descriptor.status().stamp.identity
                if peek(folder)?.stamp.identity == locked { return descriptor }
            } catch  where error.code == .notFound && attempt < Self.mostAttempts {
                attempt += 1
            }
        }
    }

    /// - Parameter path: for messages, as below.
    private func create(
        _ name: RelativePath, in folder: FileDescriptor, for path: RelativePath, _ flags: Int32 = O_EXCL, mode: mode_t = 0o666
    ) throws(FileError) -> NewFile {
        let (number, code) = OpeningBeneath.openEntry(name, in: folder, flags: O_WRONLY | O_CREAT | flags, mode: mode)
        guard number >= 0 else { throw FileError(errno: code, .writing, display(path)) }
        // For `deleteAbandoned` of other processes.
        if flags & O_EXCL != 0 { _ = flock(number, LOCK_EX | LOCK_NB) }
        return NewFile(FileDescriptor(takingOwnership: number, path: display(path)))
    }

    private func rename(
        _ name: RelativePath, in folder: FileDescriptor, to newName: RelativePath, in newFolder: FileDescriptor, for path: RelativePath
    ) throws(FileError) {
        let code: Int32? = unsafe name.withCString { name in
            unsafe newName.withCString { newName in
                unsafe renameat(folder.number, name, newFolder.number, newName) == 0 ? nil : errno
            }
        }
        if let code { throw FileError(errno: code, .writing, display(path)) }
    }

    /// - Returns: why it failed; nil when it did not.
    private func unlink(_ name: RelativePath, in folder: FileDescriptor, flags: Int32 = 0) -> Int32? {
        unsafe name.withCString { unsafe unlinkat(folder.number, $0, flags) == 0 ? nil : errno }
    }
}

/// A file that was made and is being filled. For one thread.
package struct NewFile: ~Copyable {
    private let descriptor: FileDescriptor

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// May wait for the disk.
    /// - Throws: `FileError`.
    package mutating func append(_ bytes: [UInt8]) throws(FileError) {
        if let code = SystemCalls.writeAll(bytes.span, to: descriptor.number) {
            throw FileError(errno: code, .writing, descriptor.path)
        }
    }

    /// Waits until the disk has the bytes.
    /// - Throws: `FileError`.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor.number) == 0 else { throw FileError(errno: errno, .writing, descriptor.path) }
    }

    /// The same, with a time of modification: that second, and the nanoseconds of now, so that another version of that second differs.
    /// - Parameter seconds: since 1970.
    /// - Returns: the stamp of the file.
    /// - Throws: `FileError`.
    package func synchronize(modified seconds: Int) throws(FileError) -> FileStamp {
        let time = timespec(tv_sec: seconds, tv_nsec: FileStamp.now().nanoseconds)
        guard unsafe futimens(descriptor.number, [time, time]) == 0 else { throw FileError(errno: errno, .writing, descriptor.path) }
        try synchronize()
        return try descriptor.status().stamp
    }
}
