internal import Synchronization

/// The files beneath a root, kept in memory up to a number of bytes.
///
/// A file is looked at on every request: size, times and inode. When they differ from those of the kept version it is read anew,
/// so a change is seen at once. Any thread.
public final class FileStore: Sendable {
    public let root: FileRoot
    /// Bytes of bodies kept, 64 MiB unless told.
    public let capacity: Int
    /// A larger file is read by blocks while it is sent.
    public let largestInMemory: Int
    private let cache: Mutex<FileCache>

    public init(_ root: FileRoot, capacity: Int = 64 << 20) {
        self.root = root
        self.capacity = capacity
        largestInMemory = capacity / 4
        cache = Mutex(FileCache(capacity: capacity))
    }

    /// Bytes kept now.
    public var bytesInMemory: Int { cache.withLock { $0.cost } }

    /// The file at exactly that path.
    /// - Returns: nil when there is none, or something that is no regular file.
    /// - Throws: `FileError` when it may not be read, or a link leads out of the root.
    public func file(at path: RelativePath) throws(FileError) -> StoredFile? {
        guard let status = root.peek(path), status.kind == .file else { return nil }
        let kept = cache.withLock { $0.find(path) }
        if let kept, kept.isSettled, kept.file.stamp == status.stamp { return kept.file }
        return try load(path, kept?.file)
    }

    /// The file at that path, or where none is at the same path in another Unicode normalisation.
    public func find(_ path: RelativePath) throws(FileError) -> StoredFile? {
        if let file = try file(at: path) { return file }
        guard !path.isASCII, let spelling = root.spelling(of: path), spelling != path else { return nil }
        return try file(at: spelling)
    }

    private func load(_ path: RelativePath, _ known: StoredFile?) throws(FileError) -> StoredFile? {
        let descriptor: FileDescriptor
        do { descriptor = try root.open(path) } catch  where error.code == .notFound { return nil }
        var status = try descriptor.status()
        guard status.kind == .file else { return nil }
        guard status.stamp.size <= largestInMemory else {
            let file = StoredFile(path: path, stamp: status.stamp, content: .blocks(descriptor))
            keep(file, path, cost: FileCache.openFileCost)
            return file
        }
        var bytes: [UInt8] = []
        // Somebody may be writing: what is kept must belong to one stamp. A file that never rests is served as it was last seen.
        for _ in 0..<5 {
            bytes = try descriptor.readAll(expected: status.stamp.size)
            let after = try descriptor.status()
            if after == status { break }
            status = after
        }
        if let known, known.stamp == status.stamp, case .memory(let before) = known.content, before == bytes {
            keep(known, path, cost: bytes.count)
            return known
        }
        let file = StoredFile(path: path, stamp: status.stamp, content: .memory(bytes))
        keep(file, path, cost: bytes.count)
        return file
    }

    private func keep(_ file: StoredFile, _ path: RelativePath, cost: Int) {
        let isSettled = file.stamp.isSettled()
        cache.withLock { $0.insert(file, at: path, cost: cost, isSettled: isSettled) }
    }
}
