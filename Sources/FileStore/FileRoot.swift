internal import Glibc
internal import Synchronization

/// A folder, and nothing outside of it.
///
/// Every path is relative to it and resolved by the kernel with the condition that it stays beneath (openat2); links that lead
/// elsewhere within the folder are followed, others are refused. The folder is held open: one that takes its name later is not it,
/// until `reopen`. Any thread.
package final class FileRoot: Sendable {
    /// As its user typed it, for messages.
    package let name: String
    private let place: Mutex<Place>
    /// How often the folder was opened.
    private let openings = Atomic(1)

    private struct Place: Sendable {
        /// Absolute, without links.
        var realPath: String
        var descriptor: FileDescriptor
    }

    /// - Throws: `FileError` when there is no such folder, or it may not be read.
    package init(_ path: String) throws(FileError) {
        name = path
        place = Mutex(try Self.find(path))
    }

    /// Takes the folder that has the name now: another one may have been moved there, or a link been turned.
    /// - Throws: `FileError` when there is none; the old one stays then.
    package func reopen() throws(FileError) {
        let found = try Self.find(name)
        place.withLock { $0 = found }
        openings.add(1, ordering: .acquiringAndReleasing)
    }

    /// Another number once `reopen` has taken the folder that has the name then.
    var opening: Int { openings.load(ordering: .acquiring) }

    /// What has become of the folder's name since it was opened.
    package enum Standing: Sendable {
        /// It leads to the folder that is held.
        case held
        /// It leads to another one, which `reopen` would take.
        case replaced
        /// It leads nowhere.
        case gone
    }

    /// Looks up the folder's name anew.
    package var standing: Standing {
        guard let found = try? Self.find(name), let there = try? found.descriptor.status() else { return .gone }
        return (try? descriptor.status())?.stamp.identity == there.stamp.identity ? .held : .replaced
    }

    private static func find(_ path: String) throws(FileError) -> Place {
        guard let resolved = unsafe realpath(path, nil) else { throw FileError(errno: errno, .opening, path) }
        defer { unsafe free(resolved) }
        let number = unsafe Glibc.open(resolved, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw errno == ENOTDIR ? FileError(.noFolder, .opening, path) : FileError(errno: errno, .opening, path) }
        return Place(
            realPath: unsafe String(cString: resolved), descriptor: FileDescriptor(takingOwnership: number, path: path))
    }

    /// Absolute, without links.
    package var realPath: String { place.withLock { $0.realPath } }
    private var descriptor: FileDescriptor { place.withLock { $0.descriptor } }

    /// The path as the root's user would type it.
    package func display(_ path: RelativePath) -> String {
        path.isRoot ? name : name + (name.hasSuffix("/") ? "" : "/") + path.text
    }

    /// What is at a path; nil when there is nothing. Follows links without looking where they lead: only good for comparing with
    /// what `open` gave before.
    func peek(_ path: RelativePath, followingLinks: Bool = true) -> FileStatus? {
        var status = stat()
        let descriptor = descriptor
        let code = unsafe path.withCString { unsafe fstatat(descriptor.number, $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) }
        return code == 0 ? FileStatus(status) : nil
    }

    /// Whether all of that is at its paths as it was seen. Follows links as `peek` does.
    func stillShows(_ sights: [FileLook.Sight]) -> Bool {
        let descriptor = descriptor
        var status = stat()
        for index in sights.indices {
            let code = unsafe sights[index].path.withCString { unsafe fstatat(descriptor.number, $0, &status, 0) }
            if let stamp = sights[index].stamp {
                guard code == 0, stamp.describes(status) else { return false }
            } else if code == 0, status.st_mode & S_IFMT == S_IFREG {
                return false
            }
        }
        return true
    }

    /// By what the version of a file that is there now is told from others; nil when there is none. Links are followed, and not checked.
    package func stamp(of path: RelativePath) -> FileStamp? { peek(path)?.stamp }

    /// What is at a path within the root; nil when there is nothing.
    /// - Throws: `FileError`, also for a link that leaves the root.
    package func status(of path: RelativePath) throws(FileError) -> FileStatus? {
        do { return try open(path, flags: OpeningBeneath.placeOnly).status() } catch  where error.code == .notFound { return nil }
    }

    /// What a link says, as it was written; nil for what is no link.
    func linkTarget(of path: RelativePath) -> String? {
        let descriptor = descriptor
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe path.withCString { unsafe readlinkat(descriptor.number, $0, &text, text.count) }
        return count < 0 ? nil : String(decoding: text[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Opens for reading; never blocks, whatever is there.
    /// - Throws: `FileError`; `.outside` when the path leaves the root.
    package func open(_ path: RelativePath) throws(FileError) -> FileDescriptor { try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY) }

    /// The whole of a file, past any cache.
    package func read(_ path: RelativePath) throws(FileError) -> [UInt8] { try readVersion(path).bytes }

    /// The same, and by what this version is told from others.
    package func readVersion(_ path: RelativePath) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp) {
        let descriptor = try open(path)
        let status = try descriptor.status()
        guard status.kind == .file else { throw FileError(.wrongKind, .reading, display(path)) }
        return (try descriptor.readAll(expected: status.stamp.size), status.stamp)
    }

    /// The first bytes of a file; fewer when it is shorter.
    package func readBeginning(of path: RelativePath, _ count: Int) throws(FileError) -> [UInt8] {
        let descriptor = try open(path)
        var block = [UInt8](repeating: 0, count: count)
        var span = block.mutableSpan
        var raw = unsafe span.mutableBytes
        let length = try descriptor.read(at: 0, into: &raw)
        return Array(block.prefix(length))
    }

    func open(_ path: RelativePath, flags: Int32) throws(FileError) -> FileDescriptor {
        let (number, code) = OpeningBeneath.open(descriptor, path, flags: flags)
        if number >= 0 { return FileDescriptor(takingOwnership: number, path: display(path)) }
        // An absolute link may lead back into the root, and the system or a sandbox may know no such call.
        if code == EXDEV || code == ENOSYS || code == EPERM { return try openResolved(path, flags: flags) }
        throw FileError(errno: code, .reading, display(path))
    }

    /// Opens the place of a path that leads there by folders alone: by no link, and within one mount.
    /// - Throws: `FileError`; `.notFound` when there is nothing, another code when links or mounts are on the way.
    func openExactly(_ path: RelativePath, flags: Int32 = 0) throws(FileError) -> FileDescriptor {
        let (number, code) = OpeningBeneath.open(descriptor, path, flags: flags | OpeningBeneath.placeOnly, exactly: true)
        guard number >= 0 else { throw FileError(errno: code, .watching, display(path)) }
        return FileDescriptor(takingOwnership: number, path: display(path))
    }

    /// The way by names: resolves every link, compares whole segments with the root's, and opens what is left without any.
    private func openResolved(_ path: RelativePath, flags: Int32) throws(FileError) -> FileDescriptor {
        let realPath = realPath
        let absolute = path.isRoot ? realPath : realPath + "/" + path.text
        guard let resolved = unsafe realpath(absolute, nil) else { throw FileError(errno: errno, .reading, display(path)) }
        defer { unsafe free(resolved) }
        let real = unsafe String(cString: resolved)
        guard real == realPath || real.utf8.starts(with: (realPath == "/" ? "/" : realPath + "/").utf8) else {
            throw FileError(.outside, .reading, display(path))
        }
        let number = unsafe Glibc.open(resolved, flags | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw FileError(errno: errno, .reading, display(path)) }
        return FileDescriptor(takingOwnership: number, path: display(path))
    }
}
