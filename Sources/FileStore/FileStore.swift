package import HTTPMessage
internal import Synchronization

/// The files beneath a root, kept in memory up to a number of bytes.
///
/// Every request gets what was on the disk before it was sent. An empty queue of events proves that nothing has changed (decision 0085);
/// else the file is looked at: size, times and inode. When they differ from those of the kept version it is read anew, and
/// as long as its last change is not older than `settlingTime` it is read anew in any case (decision 0061). Changes by way of a memory
/// mapping show when the system has written them into the file's times, and at most a second later than that. Any thread.
package final class FileStore: Sendable {
    package let root: FileRoot
    /// Bytes of bodies kept, 64 MiB unless told.
    package let capacity: Int
    /// A larger file is read by blocks while it is sent.
    package let largestInMemory: Int
    /// A larger file that is not in memory yet is not read, nor digested, by a look that may not take time.
    package static let quickBytes = 256 << 10
    /// How long after a file's last change the file is not trusted to show the next one.
    ///
    /// A write sets the times when it begins, and copies its bytes afterwards: a file that is read meanwhile is neither the old one nor the
    /// new one, and shows no later change. The system's clock for these times ticks every few milliseconds, and that of some file systems
    /// every two seconds.
    package static let settlingTime = Duration.milliseconds(2_500)

    private let settlingTime: Duration
    private let cache: Mutex<FileCache>
    private let responses = Mutex(ResponseTable())
    private let watch: ChangeWatch
    /// Counts the times that files went out of memory.
    private let generation = Atomic(0)

    /// - Parameter settlingTime: shorter than `settlingTime` only for tests that change files by their size.
    package init(_ root: FileRoot, capacity: Int = 64 << 20, settlingTime: Duration = settlingTime) {
        self.root = root
        self.settlingTime = settlingTime
        self.capacity = capacity
        largestInMemory = capacity / 4
        cache = Mutex(FileCache(capacity: capacity))
        watch = ChangeWatch(root)
    }

    /// Bytes kept now.
    package var bytesInMemory: Int { cache.withLock { $0.cost } }

    /// Begins to look at files for one request.
    /// - Parameter mayTakeTime: false on a thread that must not wait for a large file.
    package func look(mayTakeTime: Bool = true) -> FileLook {
        FileLook(mayTakeTime: mayTakeTime, generation: generation.load(ordering: .acquiring))
    }

    /// The file at exactly that path.
    /// - Parameter look: notes what was seen.
    /// - Returns: nil when there is none, or something that is no regular file; and when the look lacks time.
    /// - Throws: `FileError` when it may not be read, or a link leads out of the root.
    package func file(at path: RelativePath, _ look: inout FileLook) throws(FileError) -> StoredFile? {
        guard let status = root.peek(path), status.kind == .file else {
            look.add(path, nil)
            return nil
        }
        let kept = cache.withLock { $0.find(path) }
        if let kept, kept.isSettled, kept.file.stamp == status.stamp {
            look.add(path, status.stamp)
            return kept.file
        }
        if !look.mayTakeTime, status.stamp.size > Self.quickBytes, status.stamp.size <= largestInMemory {
            look.needsTime()
            return nil
        }
        do throws(FileError) {
            let (file, isSettled) = try load(path, kept?.file)
            look.add(path, file?.stamp)
            if !isSettled { look.cannotBeRepeated() }
            return file
        } catch {
            look.cannotBeRepeated()
            throw error
        }
    }

    /// The same, for whoever looks once and may take time.
    package func file(at path: RelativePath) throws(FileError) -> StoredFile? {
        var look = look()
        return try file(at: path, &look)
    }

    /// The file at that path, or where none is at the same path in another Unicode normalisation.
    package func find(_ path: RelativePath, _ look: inout FileLook) throws(FileError) -> StoredFile? {
        if let file = try file(at: path, &look) { return file }
        guard !look.lacksTime, !path.isASCII else { return nil }
        look.cannotBeRepeated()
        guard let spelling = root.spelling(of: path), spelling != path else { return nil }
        return try file(at: spelling, &look)
    }

    /// The same, for whoever looks once and may take time.
    package func find(_ path: RelativePath) throws(FileError) -> StoredFile? {
        var look = look()
        return try find(path, &look)
    }

    // MARK: Responses

    /// The response that was kept for a target, if everything that it was made of is as it was (see `FileProof.holds`). No allocation.
    package func response(to target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> Response? {
        guard let known = responses.withLock({ $0.find(target, purpose) }) else { return nil }
        return known.proof.holds() ? known.response : nil
    }

    /// Keeps a response for the same target, unless what was seen may change without showing, or is not in memory.
    package func keep(_ response: Response, for target: ArraySlice<UInt8>, _ purpose: ResponsePurpose, seen look: FileLook) {
        guard look.isRepeatable, !look.lacksTime, response.body.isInMemory else { return }
        let known = KnownResponse(response, FileProof(look.sights, watch), target: Array(target), purpose)
        responses.withLock { responses in
            // The cache bounds what is in memory: what has left it must not be held here.
            guard look.generation == generation.load(ordering: .acquiring) else { return }
            responses.keep(known)
        }
    }

    private func load(_ path: RelativePath, _ known: StoredFile?) throws(FileError) -> (file: StoredFile?, isSettled: Bool) {
        let startedAt = FileStamp.now()
        let descriptor: FileDescriptor
        do { descriptor = try root.open(path) } catch  where error.code == .notFound { return (nil, true) }
        var status = try descriptor.status()
        guard status.kind == .file else { return (nil, true) }
        guard status.stamp.size <= largestInMemory else {
            let file = StoredFile(path: path, stamp: status.stamp, content: .blocks(descriptor), watch: watch)
            return (file, keep(file, path, cost: FileCache.openFileCost, readAt: startedAt))
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
            return (known, keep(known, path, cost: bytes.count, readAt: startedAt))
        }
        let file = StoredFile(path: path, stamp: status.stamp, content: .memory(bytes), watch: watch)
        return (file, keep(file, path, cost: bytes.count, readAt: startedAt))
    }

    /// - Returns: whether a later change is sure to show in the stamp.
    private func keep(_ file: StoredFile, _ path: RelativePath, cost: Int, readAt startedAt: FileStamp.Moment) -> Bool {
        let isSettled = file.stamp.isSettled(for: settlingTime, at: startedAt)
        if isSettled { file.settle() }
        let hasDropped = cache.withLock { $0.insert(file, at: path, cost: cost, isSettled: isSettled) }
        if hasDropped {
            responses.withLock { responses in
                generation.add(1, ordering: .releasing)
                responses.removeAll()
            }
        }
        return isSettled
    }
}
