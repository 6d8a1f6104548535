internal import FileStore
internal import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// The buckets as the calls of one session see them: copy-on-write over the folder.
struct BucketView: Sendable {
    let folder: FolderLayer
    let session: S3Session
    /// What the session had changed when the view was made.
    private let state: LayerState
    private let known = KnownFolder()

    init(_ folder: FolderLayer, _ session: S3Session) {
        self.folder = folder
        self.session = session
        state = session.layer.snapshot
    }

    /// The session's time.
    var now: HTTPDate { session.now }

    // MARK: Reading

    /// Names in the order of their bytes, with the times of their creation. A changed bucket whose folder was removed by hand is there as
    /// `bucket` has it; its time is that of the last change.
    func buckets() -> [(name: String, created: HTTPDate)] {
        var buckets = folder.buckets().filter { state.buckets[$0.name]?.created == nil && !state.removed.contains($0.name) }
        let found = Set(buckets.map(\.name))
        for (name, bucket) in state.buckets where !found.contains(name) {
            buckets.append((name, bucket.created ?? bucket.lastChanged ?? now))
        }
        return buckets.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// - Throws: NoSuchBucket; InvalidBucketName for a name that no bucket can have.
    func bucket(_ name: String) throws(S3Error) -> Bucket {
        if let bucket = existingBucket(name) { return bucket }
        throw BucketName.isPossible(name) ? .noSuchBucket(name) : S3Error(.invalidBucketName, nil, [("BucketName", name)])
    }

    /// The bucket; nil when there is none.
    func existingBucket(_ name: String) -> Bucket? {
        state.bucket(name, hasFolder: hasFolder(name)).map { Bucket(name, $0, over: folder) }
    }

    /// Whether the folder has the bucket, as it was at the first question. A call asks up to five times.
    func hasFolder(_ name: String) -> Bool { known.hasFolder(name) { folder.hasBucket(name) } }

    // MARK: Changing

    /// Changes a bucket as it is then, not as it was when the view was made.
    /// - Parameters:
    ///   - change: what it means for the folder, for a session that writes into it.
    ///   - body: must not take time. Throws only before it changes anything.
    /// - Throws: NoSuchBucket, and what the body throws.
    func change<Result: Sendable>(
        _ bucket: String, _ change: PersistentChange = .none, _ body: (inout BucketLayer) throws(S3Error) -> Result
    ) throws(S3Error) -> Result {
        let hasFolder = hasFolder(bucket)
        return try session.layer.change(change) { state throws(S3Error) in try state.change(bucket, hasFolder: hasFolder, body) }
    }

    /// Changes the settings of a bucket, which count beside the contents.
    /// - Parameters:
    ///   - change: what it means for the folder, for a session that writes into it.
    ///   - body: must not take time.
    /// - Throws: NoSuchBucket, QuotaExceeded, and what the body throws. Nothing has changed then.
    func changeSettings<Result: Sendable>(
        of bucket: String, _ change: PersistentChange = .none, _ body: (inout BucketSettings) throws(S3Error) -> Result
    ) throws(S3Error) -> Result {
        try self.change(bucket, change) { layer throws(S3Error) in
            var settings = layer.settings
            let result = try body(&settings)
            try layer.set(settings, in: session.layer.versionLedger)
            return result
        }
    }

    /// Whether what changes is written into the folder.
    var isPersistent: Bool { session.layer.writer != nil }

    /// The content of a new object, written beside the buckets if it is to be a file. Takes time then.
    /// - Parameter bucket: one that keeps versions keeps the content, too, whatever becomes of the file.
    /// - Throws: NoSuchBucket, InternalError.
    func staged(_ content: ObjectContent, for bucket: String) throws(S3Error) -> StagedFile? {
        guard let writer = session.layer.writer else { return nil }
        let keepsVersions = try self.bucket(bucket).layer.versioning != nil
        do throws(FileError) {
            try writer.prepare()
            return try writer.stage(content, modified: now.secondsSinceEpoch, sharing: !keepsVersions)
        } catch {
            throw .internalError(error.sentence)
        }
    }

    /// Makes an empty bucket.
    /// - Parameter existing: called when there is one already; throws, or changes it.
    func create(
        _ name: String, _ bucket: BucketLayer, existing: (inout BucketLayer) throws(S3Error) -> Void
    ) throws(S3Error) {
        defer { known.forget() }
        let hasFolder = hasFolder(name)
        var bucket = bucket
        // The folder has the date then.
        if isPersistent { bucket.created = nil }
        try session.layer.change(.newBucket(name)) { [bucket] state throws(S3Error) in
            guard state.bucket(name, hasFolder: hasFolder) == nil else {
                return try state.change(name, hasFolder: hasFolder, existing)
            }
            state.add(bucket, named: name)
        }
    }

    /// Deletes an empty bucket with its settings and unfinished uploads. Takes time.
    /// - Throws: NoSuchBucket, BucketNotEmpty; OperationAborted when it changes meanwhile.
    func delete(_ name: String) throws(S3Error) {
        defer { known.forget() }
        let state = session.layer.snapshot
        // Asked behind the snapshot: a save that comes between the two, or later, is a change of the bucket.
        known.forget()
        let hasFolder = hasFolder(name)
        guard let layer = state.bucket(name, hasFolder: hasFolder) else { throw .noSuchBucket(name) }
        // May walk the folder, so it is outside of the change, for which other calls wait.
        guard Bucket(name, layer, over: folder).isEmpty() else {
            let message = "The bucket you tried to delete is not empty. You must delete all versions in the bucket."
            throw S3Error(.bucketNotEmpty, layer.versioning == nil ? nil : message, [("BucketName", name)])
        }
        try session.layer.change(.removedBucket(name)) { state throws(S3Error) in
            guard let now = state.bucket(name, hasFolder: hasFolder) else { throw .noSuchBucket(name) }
            guard now.lastChange == layer.lastChange, now.saves == layer.saves else { throw S3Error(.operationAborted) }
            state.remove(name, hasFolder: hasFolder && !isPersistent)
        }
    }
}

/// Whether the folder has one bucket.
private final class KnownFolder: Sendable {
    private let last = Mutex<(name: String, isThere: Bool)?>(nil)

    func hasFolder(_ name: String, _ look: () -> Bool) -> Bool {
        if let last = last.withLock({ $0 }), last.name == name { return last.isThere }
        let isThere = look()
        last.withLock { $0 = (name, isThere) }
        return isThere
    }

    func forget() { last.withLock { $0 = nil } }
}
