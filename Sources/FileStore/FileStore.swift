internal import Digest
package import HTTPMessage
internal import Synchronization
internal import SystemCalls

/// The files below a root, with a cache of a limited number of bytes.
///
/// Every request gets what was on the disk before it was sent. An empty event queue proves that nothing has changed (decision 0085).
/// Otherwise the file's size, times and inode are compared with those of the cached version; if they differ, or if its last change is more
/// recent than `settlingTime`, the file is read again (decision 0061). Changes by a memory mapping are seen at most a second after the
/// system has updated the file's times. Any thread.
package final class FileStore: Sendable {
    /// The root folder.
    package let root: FileRoot
    /// The most bytes of bodies in memory; 64 MiB by default.
    package let capacity: Int
    /// Larger files are read in blocks while they are sent.
    package let largestInMemory: Int
    /// Larger files that are not cached are not read or digested by a look that must not take time.
    package static let quickBytes = 256 << 10
    /// How long after a file's last change its stamp is not trusted to show the next one.
    ///
    /// A write sets the times first and copies its bytes afterwards. A file that is read in between is neither the old nor the new version,
    /// and shows no later change. The system clock for these times advances every few milliseconds, and that of some file systems every two
    /// seconds.
    package static let settlingTime = Duration.milliseconds(2_500)

    private static let mostFolders = 1_000

    private let settlingTime: Duration
    private let cache: Mutex<FileCache>
    private let responses = Mutex(ResponseTable())
    private let watch: ChangeWatch
    /// Folders that were found within the root.
    private let folders = Mutex<[RelativePath: FileIdentity]>([:])
    private let read = Mutex<Set<RelativePath>?>(nil)
    private let digests = Atomic(0)
    /// Counts removals from the cache, and how often responses were dropped.
    private let generation = Atomic(0)

    /// - Parameter settlingTime: shorter than the default only in tests that change the size of files.
    package init(_ root: FileRoot, capacity: Int = 64 << 20, settlingTime: Duration = settlingTime) {
        self.root = root
        self.settlingTime = settlingTime
        self.capacity = capacity
        largestInMemory = capacity / 4
        cache = Mutex(FileCache(capacity: capacity))
        watch = ChangeWatch(root)
    }

    /// Notes from now on which files are read. Their paths stay in memory.
    package func noteReads() { read.withLock { $0 = $0 ?? [] } }

    /// The files that were read since `noteReads`.
    package var readPaths: Set<RelativePath> { read.withLock { $0 ?? [] } }

    /// How many files were digested without being kept.
    package var digestedFiles: Int { digests.load(ordering: .relaxed) }

    /// Bytes in memory now.
    package var bytesInMemory: Int { cache.withLock { $0.cost } }

    /// Opens the folder that the root's name leads to, if it is another one. Takes one system call while nothing changes on the way to it.
    package func followName() { watch.followName() }

    /// Begins a look for one request, in the folder that the root's name leads to now.
    /// - Parameter mayTakeTime: false on a thread that must not wait for a large file.
    package func look(mayTakeTime: Bool = true) -> FileLook {
        followName()
        return FileLook(mayTakeTime: mayTakeTime, generation: generation.load(ordering: .acquiring))
    }

    /// The file at exactly that path.
    /// - Parameter look: records what was read.
    /// - Returns: nil when there is no regular file, or the look lacks time.
    /// - Throws: `FileError` when it must not be read, or a link leads out of the root.
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
            if file != nil, kept == nil { read.withLock { _ = $0?.insert(path) } }
            if !isSettled { look.cannotBeRepeated() }
            return file
        } catch {
            look.cannotBeRepeated()
            throw error
        }
    }

    /// The same for a single look that may take time.
    package func file(at path: RelativePath) throws(FileError) -> StoredFile? {
        var look = look()
        return try file(at: path, &look)
    }

    /// The file at that path, or else at the same path in another Unicode normalisation.
    package func find(_ path: RelativePath, _ look: inout FileLook) throws(FileError) -> StoredFile? {
        if let file = try file(at: path, &look) { return file }
        guard !look.lacksTime, !path.isASCII else { return nil }
        look.cannotBeRepeated()
        guard let spelling = root.spelling(of: path), spelling != path else { return nil }
        return try file(at: spelling, &look)
    }

    /// The same for a single look that may take time.
    package func find(_ path: RelativePath) throws(FileError) -> StoredFile? {
        var look = look()
        return try find(path, &look)
    }

    /// Whether a folder is at the path now, within the root. One system call for a folder that was found before.
    package func hasFolder(at path: RelativePath) -> Bool {
        guard let status = root.peek(path), status.kind == .folder else { return false }
        if folders.withLock({ $0[path] }) == status.stamp.identity { return true }
        // A link may lead out of the root.
        guard let found = try? root.status(of: path), found.kind == .folder else { return false }
        folders.withLock { folders in
            if folders.count == Self.mostFolders { folders.removeAll() }
            folders[path] = found.stamp.identity
        }
        return true
    }

    /// MD5 of a file's content in hexadecimal digits, and the stamp of that version. Nothing of the file is kept. Takes time.
    /// - Returns: nil when there is no regular file, or it changes while it is read.
    /// - Throws: `FileError` when it must not be read, or a link leads out of the root.
    package func digest(of path: RelativePath) throws(FileError) -> (md5: String, stamp: FileStamp)? {
        guard root.peek(path)?.kind == .file else { return nil }
        let descriptor = try root.open(path)
        let status = try descriptor.status()
        guard status.kind == .file else { return nil }
        let digest = try descriptor.md5(size: status.stamp.size)
        guard try descriptor.status().stamp == status.stamp else { return nil }
        digests.add(1, ordering: .relaxed)
        return (digest.hex, status.stamp)
    }

    /// Whether every later change of the file will show in another stamp.
    package func isSettled(_ stamp: FileStamp) -> Bool { stamp.isSettled(for: settlingTime, at: FileStamp.now()) }

    /// Whether reading and digesting the file takes less than a millisecond: it is short, missing, or known. Does not read it.
    /// - Parameter hasDigest: whether the digest of a version is known.
    package func isQuick(_ path: RelativePath, hasDigest: (FileStamp) -> Bool) -> Bool {
        guard let stamp = root.peek(path).flatMap({ $0.kind == .file ? $0.stamp : nil }), stamp.size > Self.quickBytes else { return true }
        // A larger one is read while it is sent.
        if stamp.size > largestInMemory { return hasDigest(stamp) }
        guard let kept = cache.withLock({ $0.find(path) }), kept.isSettled, kept.file.stamp == stamp else { return false }
        return hasDigest(stamp)
    }

    // MARK: Responses

    /// The cached response to a target, if everything that it was made from is unchanged (see `FileProof.holds`). Does not allocate.
    package func response(to target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> Response? {
        guard let known = responses.withLock({ $0.find(target, purpose) }) else { return nil }
        return known.proof.holds() ? known.response : nil
    }

    /// Caches a response to the target, unless what was read can change unnoticed or is not in memory.
    package func keep(_ response: Response, for target: ArraySlice<UInt8>, _ purpose: ResponsePurpose, seen look: FileLook) {
        // Without a sight there is nothing whose change would show.
        guard !look.sights.isEmpty, look.isRepeatable, !look.lacksTime, response.body.isInMemory else { return }
        let known = KnownResponse(response, FileProof(look.sights, watch))
        responses.withLock { responses in
            // The cache limits memory: a removed file must not be retained here.
            guard look.generation == generation.load(ordering: .acquiring) else { return }
            responses.keep(known, for: target, purpose)
        }
    }

    /// Drops the cached responses: from now on targets may lead to other files. Looks that began before keep none.
    package func forgetResponses() {
        responses.withLock { responses in
            generation.add(1, ordering: .releasing)
            responses.removeAll()
        }
    }

    private func load(_ path: RelativePath, _ known: StoredFile?) throws(FileError) -> (file: StoredFile?, isSettled: Bool) {
        let startedAt = FileStamp.now()
        let descriptor: FileDescriptor
        do { descriptor = try root.open(path) } catch  where error.code == .notFound { return (nil, true) }
        var status = try descriptor.status()
        guard status.kind == .file else { return (nil, true) }
        var bytes: [UInt8] = []
        // The file may be being written; what is cached must belong to one stamp. A file that keeps changing is served as it was read last.
        for attempt in 1...5 {
            guard status.stamp.size <= largestInMemory else {
                let file = StoredFile(path: path, stamp: status.stamp, content: .blocks(descriptor), watch: watch)
                return (file, keep(file, path, cost: FileCache.openFileCost, readAt: startedAt))
            }
            bytes = try descriptor.readAll(size: status.stamp.size)
            let after = try descriptor.status()
            if after == status || attempt == 5 { break }
            status = after
        }
        if let known, known.stamp == status.stamp, case .memory(let before) = known.content, before == bytes {
            return (known, keep(known, path, cost: bytes.count, readAt: startedAt))
        }
        let file = StoredFile(path: path, stamp: status.stamp, content: .memory(bytes), watch: watch)
        return (file, keep(file, path, cost: bytes.count, readAt: startedAt))
    }

    /// - Returns: whether every later change changes the stamp.
    private func keep(_ file: StoredFile, _ path: RelativePath, cost: Int, readAt startedAt: FileStamp.Moment) -> Bool {
        let isSettled = file.stamp.isSettled(for: settlingTime, at: startedAt)
        if isSettled { file.settle() }
        let hasDropped = cache.withLock { $0.insert(file, at: path, cost: cost, isSettled: isSettled) }
        if hasDropped { forgetResponses() }
        return isSettled
    }
}
