internal import Glibc
internal import Synchronization
package import SystemCalls

/// A folder, and access to nothing outside of it.
///
/// All paths are relative to it; the kernel resolves them and ensures that they stay below it (openat2). Links within the folder are
/// followed, others are refused. The folder is kept open. If its name leads to another folder, `follow` opens that one, and so does each
/// look that finds nothing (decision 0260); while somebody writes in it, only `reopen` does. Any thread.
package final class FileRoot: Sendable {
    /// The path as its user typed it, for messages.
    package let name: String
    private let place: Mutex<Place>
    /// How many times the folder was opened.
    private let openings = Atomic(1)
    /// How many write in the open folder, which is then not left by `follow`.
    private let writers = Atomic(0)
    /// Locked by `reopen`, and while the open folder must stay.
    private let exchange = Mutex(())

    private struct Place: Sendable {
        /// Absolute, without links.
        var realPath: String
        var descriptor: FileDescriptor
        var identity: FileIdentity
    }

    /// - Throws: `FileError` when the folder does not exist or must not be read.
    package init(_ path: String) throws(FileError) {
        name = path
        place = Mutex(try Self.find(path))
    }

    /// Opens the folder that has the name now: another one may have been moved there, or a link may have changed. Waits while
    /// `keepingOpen` runs.
    /// - Throws: `FileError` when there is none; the old one is then kept.
    package func reopen() throws(FileError) {
        let failure = exchange.withLock { _ in
            place.withLock { place -> FileError? in
                do throws(FileError) { try openNamed(&place) } catch { return error }
                return nil
            }
        }
        if let failure { throw failure }
    }

    /// Call it under the lock: of two threads, the one that finds a folder later keeps it.
    private func openNamed(_ place: inout Place) throws(FileError) {
        place = try Self.find(name)
        openings.add(1, ordering: .acquiringAndReleasing)
    }

    /// Runs what must happen in one folder, whatever the name leads to meanwhile. Must not be nested, and must not call `reopen`.
    package func keepingOpen<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginWriting()
        defer { endWriting() }
        let result = exchange.withLock { _ -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// From now on `follow` opens no other folder; `reopen` does.
    package func beginWriting() {
        // Not while another one is being opened.
        _ = place.withLock { _ in writers.add(1, ordering: .acquiringAndReleasing) }
    }

    /// The end of a `beginWriting`.
    package func endWriting() { writers.subtract(1, ordering: .acquiringAndReleasing) }

    /// Opens the folder that the name leads to now, if it is another one. Takes one system call if it is the same.
    /// - Returns: whether another one was opened. If the name leads to none, or somebody writes in the open one, that is kept.
    @discardableResult
    package func follow() -> Bool {
        guard writers.load(ordering: .acquiring) == 0, let named = identityOfName, named != identity else { return false }
        return place.withLock { place in
            // Waits for no writer: the caller may hold what a writer waits for.
            guard writers.load(ordering: .acquiring) == 0 else { return false }
            return (try? openNamed(&place)) != nil
        }
    }

    /// What the name leads to now, which may not be the open folder; nil for nothing.
    package var identityOfName: FileIdentity? {
        var status = stat()
        return unsafe fstatat(AT_FDCWD, name, &status, 0) == 0 ? FileStamp(status).identity : nil
    }

    /// Changes each time the folder is opened.
    var opening: Int { openings.load(ordering: .acquiring) }

    /// Whether the name leads to no folder now.
    package var isGone: Bool { (try? Self.find(name)) == nil }

    private static func find(_ path: String) throws(FileError) -> Place {
        guard let resolved = unsafe realpath(path, nil) else { throw FileError(errno: errno, .opening, path) }
        defer { unsafe free(resolved) }
        let number = unsafe Glibc.open(resolved, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw errno == ENOTDIR ? FileError(.noFolder, .opening, path) : FileError(errno: errno, .opening, path) }
        let descriptor = FileDescriptor(takingOwnership: number, path: path)
        return Place(
            realPath: unsafe String(cString: resolved), descriptor: descriptor, identity: try descriptor.status().stamp.identity)
    }

    /// Absolute, without links.
    package var realPath: String { place.withLock { $0.realPath } }
    /// Which folder is open.
    package var identity: FileIdentity { place.withLock { $0.identity } }
    var descriptor: FileDescriptor { place.withLock { $0.descriptor } }

    /// The path as the root's user would type it.
    package func display(_ path: RelativePath) -> String {
        path.isRoot ? name : name + (name.hasSuffix("/") ? "" : "/") + path.text
    }

    /// The status at a path; nil when there is nothing. Follows links without checking their target: use it only to compare with an earlier
    /// status of `open`.
    func peek(_ path: RelativePath, followingLinks: Bool = true) -> FileStatus? {
        if let found = Self.peek(path, in: descriptor, followingLinks: followingLinks) { return found }
        return follow() ? Self.peek(path, in: descriptor, followingLinks: followingLinks) : nil
    }

    /// The same below an open folder.
    /// - Parameter offset: how many bytes of the path come before the part that is looked for in the folder.
    static func peek(
        _ path: RelativePath, from offset: Int = 0, in folder: FileDescriptor, followingLinks: Bool = true
    ) -> FileStatus? {
        var status = stat()
        return look(path, from: offset, in: folder, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW, &status) ? FileStatus(status) : nil
    }

    /// - Returns: false when there is nothing.
    @inline(__always)
    private static func look(
        _ path: RelativePath, from offset: Int = 0, in folder: FileDescriptor, _ flags: Int32, _ status: inout stat
    ) -> Bool {
        unsafe path.withCString(from: offset) { unsafe fstatat(folder.number, $0, &status, flags) } == 0
    }

    /// Whether all of that is unchanged in the open folder. Follows links as `peek` does.
    func stillShows(_ sights: [FileLook.Sight]) -> Bool {
        let descriptor = descriptor
        var status = stat()
        for index in sights.indices {
            let isThere = Self.look(sights[index].path, in: descriptor, 0, &status)
            if let stamp = sights[index].stamp {
                guard isThere, stamp.describes(status) else { return false }
            } else if isThere, status.st_mode & S_IFMT == S_IFREG {
                return false
            }
        }
        return true
    }

    /// The stamp of the file that is at the path now; nil when there is none. Links are followed without checking their target.
    package func stamp(of path: RelativePath) -> FileStamp? { peek(path)?.stamp }

    /// What is at the path now; nil for nothing. Links are followed without checking their target.
    package func kind(of path: RelativePath, followingLinks: Bool = true) -> FileStatus.Kind? {
        peek(path, followingLinks: followingLinks)?.kind
    }

    /// Whether every later change of what has this stamp will show in another stamp.
    package func isSettled(_ stamp: FileStamp) -> Bool { stamp.isSettled(for: FileStore.settlingTime, at: FileStamp.now()) }

    /// The status of a path within the root; nil when there is nothing.
    /// - Throws: `FileError`, also for a link that leaves the root.
    package func status(of path: RelativePath) throws(FileError) -> FileStatus? {
        do { return try open(path, flags: OpeningBeneath.placeOnly).status() } catch  where error.code == .notFound { return nil }
    }

    /// The target of a link as written; nil when the path is not a link.
    package func linkTarget(of path: RelativePath) -> String? { PathStep.link(at: "\(realPath)/\(path.text)") }

    /// Opens for reading; never blocks, not even for a pipe.
    /// - Throws: `FileError`; `.outside` when the path leaves the root.
    package func open(_ path: RelativePath) throws(FileError) -> FileDescriptor { try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY) }

    /// The whole content of a file, as long as its status says, without any cache.
    /// - Throws: `FileError`.
    package func read(_ path: RelativePath) throws(FileError) -> [UInt8] { try readVersion(path).bytes }

    /// The same with the stamp of this version.
    package func readVersion(_ path: RelativePath) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp) {
        let descriptor = try open(path)
        let status = try descriptor.status()
        guard status.kind == .file else { throw FileError(.wrongKind, .reading, display(path)) }
        return (try descriptor.readAll(size: status.stamp.size), status.stamp)
    }

    /// The first bytes of a file, at most `count`.
    /// - Throws: `FileError`.
    package func readBeginning(of path: RelativePath, _ count: Int) throws(FileError) -> [UInt8] {
        try open(path).read(at: 0, limit: count)
    }

    func open(_ path: RelativePath, flags: Int32) throws(FileError) -> FileDescriptor {
        do { return try openBeneath(path, flags: flags) } catch  where error.code == .notFound && follow() {
            return try openBeneath(path, flags: flags)
        }
    }

    private func openBeneath(_ path: RelativePath, flags: Int32) throws(FileError) -> FileDescriptor {
        let place = place.withLock { $0 }
        var (number, code) = OpeningBeneath.open(place.descriptor, path, flags: flags)
        // An absolute link may lead back into the root; the kernel may not have the call, or a sandbox may forbid it.
        if number < 0, code == EXDEV || code == ENOSYS || code == EPERM { (number, code) = try openResolved(path, in: place, flags: flags) }
        guard number >= 0 else { throw FileError(errno: code, .reading, display(path)) }
        return FileDescriptor(takingOwnership: number, path: display(path))
    }

    /// Opens a path that has only folders above it: no link, and no other mount.
    /// - Throws: `FileError`; `.notFound` when there is nothing, another code for links or mounts on the path.
    func openExactly(_ path: RelativePath, flags: Int32 = 0) throws(FileError) -> FileDescriptor {
        let (number, code) = OpeningBeneath.open(descriptor, path, flags: flags | OpeningBeneath.placeOnly, exactly: true)
        guard number >= 0 else { throw FileError(errno: code, .watching, display(path)) }
        return FileDescriptor(takingOwnership: number, path: display(path))
    }

    /// Resolves all links by name, and opens the result below the folder without following any: it may have become a link meanwhile.
    private func openResolved(_ path: RelativePath, in place: Place, flags: Int32) throws(FileError) -> (number: Int32, code: Int32) {
        var attempt = 1
        while true {
            let resolved = try resolve(path, in: place)
            let (number, code) = OpeningBeneath.openWithoutLinks(place.descriptor, resolved, flags: flags)
            guard number < 0, code == ELOOP || code == ENOTDIR, attempt < OpeningBeneath.attempts else { return (number, code) }
            attempt += 1
        }
    }

    /// The path below the root to which a path leads now.
    /// - Throws: `FileError`; `.outside` when it leaves the root.
    private func resolve(_ path: RelativePath, in place: Place) throws(FileError) -> RelativePath {
        let folder = Array(place.realPath.utf8)
        var absolute = folder
        absolute.append(UInt8(ascii: "/"))
        absolute += path.bytes
        absolute.append(0)
        guard let resolved = unsafe realpath(absolute.map(CChar.init(bitPattern:)), nil) else {
            throw FileError(errno: errno, .reading, display(path))
        }
        defer { unsafe free(resolved) }
        // Bytes: two paths that differ in their Unicode form alone are equal as texts.
        let real = unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        if real == folder { return .root }
        let start = place.realPath == "/" ? folder : folder + [UInt8(ascii: "/")]
        guard real.starts(with: start), let found = RelativePath(real.dropFirst(start.count)) else {
            throw FileError(.outside, .reading, display(path))
        }
        return found
    }
}
