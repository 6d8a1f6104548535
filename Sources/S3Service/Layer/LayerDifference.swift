internal import HTTPMessage
internal import HashTreeCollections
internal import JSONDocument
internal import S3Dialect

/// How a session's buckets differ from the folder.
struct LayerDifference {
    private let state: LayerState
    private let folder: FolderLayer

    init(_ state: LayerState, over folder: FolderLayer) {
        self.state = state
        self.folder = folder
    }

    func json(ledger: StorageLedger) -> JSONValue {
        var buckets = state.buckets.map { ($0.key, bucket($0.key, $0.value)) }
        for name in state.removed where state.buckets[name] == nil { buckets.append((name, ["name": .string(name), "change": "removed"])) }
        let sorted = buckets.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        return ["buckets": .array(sorted.map(\.1)), "bytes": .init(ledger.used), "maximumBytes": .init(ledger.limit)]
    }

    private func bucket(_ name: String, _ bucket: BucketLayer) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(name)), ("change", bucket.isOverFolder ? "changed" : folder.hasBucket(name) ? "replaced" : "added"),
        ]
        if let versioning = bucket.versioning { members.append(("versioning", .string(versioning.rawValue))) }
        members.append(("objects", .array(bucket.objects.entries.map { object($0.key, $0.value, bucket, name) })))
        let uploads = bucket.uploads.values.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
        members.append(("uploads", .array(uploads.map(upload))))
        return .object(JSONObject(members))
    }

    private func object(_ key: ObjectKey, _ history: ObjectHistory, _ bucket: BucketLayer, _ name: String) -> JSONValue {
        let hasFile = bucket.isOverFolder && folder.existingPath(of: key, in: name) != nil
        var members: [(String, JSONValue)] = [("key", .string(key.text))]
        if let object = history.versions.first?.object {
            members.append(("change", hasFile ? "replaced" : "added"))
            members.append(("bytes", .init(object.size)))
            members.append(("etag", .string(object.head.entityTag.opaque)))
        } else {
            members.append(("change", history.versions.isEmpty && history.keepsFile ? "unchanged" : "removed"))
        }
        let versions = history.versions.count + (history.keepsFile && hasFile ? 1 : 0)
        if versions > 1 { members.append(("versions", .init(versions))) }
        return .object(JSONObject(members))
    }

    private func upload(_ upload: MultipartUpload) -> JSONValue {
        [
            "key": .string(upload.key.text), "uploadId": .string(upload.id), "parts": .init(upload.parts.count),
            "bytes": .init(upload.parts.values.reduce(0) { $0 + $1.size }),
        ]
    }
}
