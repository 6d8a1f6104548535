internal import HTTPMessage
internal import S3Dialect

/// Changes of uploads in parts.
extension BucketView {
    /// Begins an upload.
    /// - Parameter limit: how many unfinished ones a session may have.
    /// - Throws: NoSuchBucket; SlowDown when there are too many.
    func begin(
        _ description: ObjectDescription, at key: ObjectKey, in bucket: String, _ algorithm: ChecksumAlgorithm?, _ type: ChecksumType?,
        limit: Int
    ) throws(S3Error) -> MultipartUpload {
        let hasFolder = folder.hasBucket(bucket)
        let id = VersionID.new().text + VersionID.new().text
        return try session.layer.change { state throws(S3Error) in
            guard state.openUploads < limit else {
                throw S3Error(.slowDown, "The session has \(limit) unfinished uploads, as many as s3.maximumUploads allows. Abort some.")
            }
            state.uploadCount += 1
            let upload = MultipartUpload(
                id: id, key: key, description: description, initiated: now, sequence: state.uploadCount, algorithm: algorithm, type: type)
            try state.change(bucket, hasFolder: hasFolder) { layer throws(S3Error) in layer.uploads[id] = upload }
            return upload
        }
    }

    /// Adds a part, or replaces that of the same number.
    /// - Throws: NoSuchBucket, NoSuchUpload.
    func add(_ part: UploadedPart, to id: String, at key: ObjectKey, in bucket: String) throws(S3Error) {
        try change(bucket) { layer throws(S3Error) in
            _ = try layer.upload(id, key)
            layer.uploads[id]?.parts[part.number] = part
        }
    }

    /// Drops an upload with its parts.
    /// - Throws: NoSuchBucket, NoSuchUpload.
    func abort(_ id: String, at key: ObjectKey, in bucket: String) throws(S3Error) {
        try change(bucket) { layer throws(S3Error) in
            _ = try layer.upload(id, key)
            layer.uploads[id] = nil
        }
    }

    /// Makes an upload an object, in one step.
    /// - Parameter make: the object, from the upload as it is then.
    /// - Throws: NoSuchBucket, NoSuchUpload, PreconditionFailed, NoSuchKey, and what `make` throws.
    func complete(
        _ id: String, at key: ObjectKey, in bucket: String, if conditions: WriteConditions,
        _ make: (MultipartUpload) throws(S3Error) -> NewObject
    ) throws(S3Error) -> StoredObject {
        let file = conditions.isEmpty ? nil : try self.bucket(bucket).file(of: key)
        let (object, number) = try change(bucket) { layer throws(S3Error) in
            if let object = layer.finished[id], layer.uploads[id] == nil { return (object, Int?.none) }
            let new = try make(try layer.upload(id, key))
            var history = layer.history(of: key)
            try conditions.check(history.current(over: file), key)
            let object = new.stored(at: now, layer.newVersionID(), in: layer)
            history.add(ObjectVersion(object))
            layer.setHistory(history, of: key)
            layer.uploads[id] = nil
            layer.finished.add(id, object)
            return (object, layer.nextChange())
        }
        if let number { noteCreated(object, key, bucket, number) }
        return object
    }
}
