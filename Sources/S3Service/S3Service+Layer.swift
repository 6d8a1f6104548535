internal import FileStore
package import HTTPMessage
package import JSONDocument
internal import S3Dialect

/// What a session has written, beside the requests: to be shown and to be saved.
extension S3Service {
    /// How a session's buckets differ from the folder: `{"buckets": […], "bytes": 12, "maximumBytes": 4294967296}`. May read short
    /// files, and walk through buckets.
    package func difference(of layer: SessionLayer) -> JSONValue {
        LayerDifference(layer.snapshot, over: objects, keepsACLs: settings.auth == .strict).json(ledger: layer.ledger)
    }

    /// Writes the newest versions of a session's objects into the folder, each with its description, and deletes the files of deleted ones.
    /// What the folder has then is no part of the layer any more. Takes time.
    /// - Returns: `{"saved": 2, "deleted": 1, "skipped": [{"bucket", "key", "reason"}]}`
    /// - Throws: `S3SaveError` at the first file that cannot be written; what was written before stays.
    package func save(_ layer: SessionLayer) throws(S3SaveError) -> JSONValue {
        if layer.isUntouched { return ["saved": 0, "deleted": 0, "skipped": []] }
        return try writing { writer throws(S3SaveError) in
            var saving = LayerSaving(layer, writer)
            try saving.save()
            return saving.json
        }
    }
}

extension S3Service {
    /// Writes an object's file into the folder, together with the file that describes it. Takes time.
    /// - Parameters:
    ///   - headers: of responses with the object, such as Content-Type.
    ///   - metadata: names without `x-amz-meta-`.
    /// - Throws: `S3SaveError` when a file cannot be written.
    package func saveFile(
        _ bytes: [UInt8], bucket: String, key: [UInt8], headers: HeaderFields, metadata: [QueryItem]
    ) throws(S3SaveError) {
        var description = ObjectDescription()
        description.headers = headers
        description.metadata = metadata
        let document = description.fileDescription(type: ObjectHead.defaultType)
        try writing { writer throws(S3SaveError) in
            do throws(FileError) {
                try writer.makeBucket(bucket, nil)
                guard try writer.place(bytes, document, ObjectKey(key), in: bucket) else {
                    throw FileError(.invalidPath, .writing, ObjectKey(key).text)
                }
            } catch {
                throw S3SaveError(error.description)
            }
        }
    }
}

/// Why an object cannot be saved.
package struct S3SaveError: Error, Sendable {
    /// The whole message.
    package let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
