internal import HTTPMessage
internal import HashTreeCollections
internal import S3Dialect

/// Changes of uploads in parts.
extension BucketView {
    /// Begins an upload.
    /// - Parameter limit: how many unfinished ones a session may have.
    /// - Throws: NoSuchBucket, QuotaExceeded; SlowDown when there are too many.
    func begin(
        _ description: ObjectDescription, at key: ObjectKey, in bucket: String, _ algorithm: ChecksumAlgorithm?, _ type: ChecksumType?,
        limit: Int
    ) throws(S3Error) -> MultipartUpload {
        let hasFolder = hasFolder(bucket)
        return try session.layer.change { state throws(S3Error) in
            guard state.openUploads < limit else {
                throw S3Error(.slowDown, "The session has \(limit) unfinished uploads, as many as s3.maximumUploads allows. Abort some.")
            }
            return try state.change(bucket, hasFolder: hasFolder) { layer throws(S3Error) in
                let room = try session.layer.versionLedger.charge(StorageLedger.bytes(of: key, description))
                let number = layer.nextChange(at: now)
                let upload = MultipartUpload(
                    id: VersionID.newUpload(number), key: key, description: description, initiated: now, number: number,
                    algorithm: algorithm, type: type, room: room, replaces: layer.history(of: key).newest)
                layer.uploads[upload.id] = upload
                return upload
            }
        }
    }

    /// Adds a part, or replaces that of the same number.
    /// - Throws: NoSuchBucket, NoSuchUpload, QuotaExceeded.
    func add(_ part: UploadedPart, to upload: MultipartUpload, in bucket: String) throws(S3Error) {
        try change(bucket) { layer throws(S3Error) in
            try layer.upload(upload.id, upload.key).reservePart()
            layer.uploads[upload.id]?.add(part)
        }
    }

    /// Drops an upload with its parts, or nothing when the upload has ended before.
    /// - Throws: NoSuchBucket, NoSuchUpload.
    func abort(_ id: String, at key: ObjectKey, in bucket: String) throws(S3Error) {
        try change(bucket) { layer throws(S3Error) in
            if layer.ended.contain(id, key) { return }
            _ = try layer.upload(id, key)
            layer.uploads[id] = nil
            layer.ended.addAborted(id, key)
        }
    }

    /// Makes an upload an object, in one step.
    /// - Parameters:
    ///   - list: the parts that the request names. The same request again gets the same response, as long as the version is there.
    ///   - conditions: of the object that the upload replaces. A repeat replaces none: they are not checked then.
    ///   - tries: how often the object is made while its parts keep changing.
    ///   - make: the object, from the upload as it is then. May take time.
    /// - Throws: NoSuchBucket, NoSuchUpload, PreconditionFailed, ConditionalRequestConflict, NoSuchKey, and what `make` throws;
    ///   OperationAborted for an upload whose parts change again and again.
    func complete(
        _ id: String, of list: PartList, at key: ObjectKey, in bucket: String, if conditions: WriteConditions, tries: Int = 3,
        _ make: (MultipartUpload) throws(S3Error) -> NewObject
    ) throws(S3Error) -> StoredObject {
        let seen = try self.bucket(bucket)
        // The conditions held when the upload was finished.
        if let completion = seen.layer.ended.completion(id, key, list), try seen.has(completion, at: key) { return completion.object }
        // Before the change, for which other calls wait.
        let made = try seen.layer.upload(id, key)
        let new = try make(made)
        let file = conditions.isEmpty ? nil : try FolderFile(key, in: seen, mayBeReplaced: isPersistent)
        let content = try staged(new.content, for: bucket)
        var isOutdated = false
        let (object, number): (StoredObject, Int)
        do throws(S3Error) {
            (object, number) = try finish(made, list, new, content, if: conditions, over: file, in: bucket, &isOutdated)
        } catch {
            guard isOutdated, tries > 1 else { throw error }
            return try BucketView(folder, session).complete(id, of: list, at: key, in: bucket, if: conditions, tries: tries - 1, make)
        }
        noteCreated(object, key, bucket, number)
        return object
    }

    /// - Parameters:
    ///   - made: the upload that the object was made of.
    ///   - isOutdated: set when its parts have changed since, or it is finished or aborted; it throws then.
    /// - Returns: the object, and the number of the change that made it.
    private func finish(
        _ made: MultipartUpload, _ list: PartList, _ new: NewObject, _ content: StagedFile?, if conditions: WriteConditions,
        over file: FolderFile?, in bucket: String, _ isOutdated: inout Bool
    ) throws(S3Error) -> (StoredObject, Int) {
        let (id, key) = (made.id, made.key)
        return try change(bucket, .object(key, in: bucket, content: content)) { layer throws(S3Error) in
            guard let upload = layer.uploads[id], upload.additions == made.additions else {
                isOutdated = true
                throw S3Error(.operationAborted)
            }
            var history = layer.history(of: key)
            try conditions.check(history.current(over: try file?.object(layer)), key)
            try conditions.check(upload)
            let room = try room(for: key, new)
            let number = layer.nextChange(at: now)
            let object = new.stored(at: now, layer.newVersionID(number), in: layer)
            history.add(ObjectVersion(object, number: number, room))
            layer.setHistory(history, of: key)
            layer.uploads[id] = nil
            layer.noteChange(of: key, newest: number)
            layer.ended.addCompleted(id, key, list, object, number)
            return (object, number)
        }
    }
}

/// The folder's file of a key, for a change: read before it, or within it if the session's changes may replace the file.
struct FolderFile: Sendable {
    private enum Reading: Sendable {
        /// It was read, and this is what was there; nil for no file.
        case done(StoredObject?)
        /// It is read each time that it is asked for.
        case whenAsked
    }

    private let key: ObjectKey
    private let bucket: Bucket
    private let reading: Reading

    /// - Parameter mayBeReplaced: whether the session's changes may replace the file; then it is read within the change.
    /// - Throws: InternalError.
    init(_ key: ObjectKey, in bucket: Bucket, mayBeReplaced: Bool) throws(S3Error) {
        self.key = key
        self.bucket = bucket
        reading = mayBeReplaced ? .whenAsked : .done(try bucket.file(of: key))
    }

    /// Nil when there is none.
    /// - Parameter layer: the bucket as it is now: a save may have written the file since it was read.
    /// - Throws: InternalError.
    func object(_ layer: BucketLayer) throws(S3Error) -> StoredObject? {
        if case .done(let object) = reading, layer.saves == bucket.layer.saves { return object }
        return try bucket.with(layer).file(of: key)
    }
}
