package import JSONDocument

/// What a session has written, beside the requests: to be shown and to be saved.
extension S3Service {
    /// How a session's buckets differ from the folder: `{"buckets": […], "bytes": 12, "maximumBytes": 4294967296}`. Reads the status of files.
    package func difference(of layer: SessionLayer) -> JSONValue {
        LayerDifference(layer.snapshot, over: objects).json(ledger: layer.ledger)
    }

    /// Writes the newest versions of a session's objects into the folder, each with its description, and deletes the files of deleted ones.
    /// The session keeps its layer. Takes time.
    /// - Returns: `{"saved": 2, "deleted": 1, "skipped": [{"bucket", "key", "reason"}]}`
    /// - Throws: `S3SaveError` at the first file that cannot be written; what was written before stays.
    package func save(_ layer: SessionLayer) throws(S3SaveError) -> JSONValue {
        var saving = LayerSaving(objects)
        try saving.save(layer.snapshot)
        return saving.json
    }
}

/// Why an object cannot be saved.
package struct S3SaveError: Error, Sendable {
    /// The whole message.
    package let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
