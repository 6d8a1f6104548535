internal import FileStore
internal import HTTPMessage
internal import HashTreeCollections
internal import JSONDocument
internal import S3Dialect

/// How a session's buckets differ from the folder as it is now: what a save has written is no difference any more.
struct LayerDifference {
    private let state: LayerState
    private let folder: FolderLayer
    /// Whether ACLs are written into the folder.
    private let keepsACLs: Bool

    init(_ state: LayerState, over folder: FolderLayer, keepsACLs: Bool) {
        self.state = state
        self.folder = folder
        self.keepsACLs = keepsACLs
    }

    func json(ledger: StorageLedger) -> JSONValue {
        var buckets = state.buckets.compactMap { name, layer in bucket(name, layer).map { (name, $0) } }
        for name in state.removed where state.buckets[name] == nil && folder.hasBucket(name) {
            buckets.append((name, ["name": .string(name), "change": "removed"]))
        }
        let sorted = buckets.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        return ["buckets": .array(sorted.map(\.1)), "bytes": .init(ledger.used), "maximumBytes": .init(ledger.limit)]
    }

    /// Nil for a bucket that is as the folder has it.
    private func bucket(_ name: String, _ bucket: BucketLayer) -> JSONValue? {
        let objects = bucket.objects.entries.compactMap { object($0.key, $0.value, bucket, name) }
        let change = change(of: name, bucket)
        if change == .changed, objects.isEmpty, bucket.uploads.isEmpty, bucket.versioning == nil, areFolders(bucket.settings, bucket, name)
        {
            return nil
        }
        var members: [(String, JSONValue)] = [("name", .string(name)), ("change", .string(change.rawValue))]
        if let versioning = bucket.versioning { members.append(("versioning", .string(versioning.rawValue))) }
        members.append(("objects", .array(objects)))
        let uploads = bucket.uploads.values.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
        members.append(("uploads", .array(uploads.map(upload))))
        return .object(JSONObject(members))
    }

    /// The kinds of differences.
    private enum Change: String {
        case added
        case changed
        case replaced
        case removed
        /// Only other versions than the newest differ.
        case unchanged
    }

    private func change(of name: String, _ bucket: BucketLayer) -> Change {
        guard folder.hasBucket(name) else { return .added }
        if bucket.isOverFolder { return .changed }
        // One that a save has made hides nothing of the folder.
        let hidesObjects = folder.index(of: name)?.keys.entries.contains { bucket.objects[$0.key] == nil } ?? false
        return hidesObjects ? .replaced : .changed
    }

    /// Whether a bucket's settings are those of the folder's bucket, where only the ACL can be.
    private func areFolders(_ settings: BucketSettings, _ bucket: BucketLayer, _ name: String) -> Bool {
        guard settings.haveNoneBesideACL else { return false }
        switch settings.acl {
        case nil: return true
        // That of a bucket whose maker has named none. Where ACLs are not written, it is that of every bucket.
        case AccessControlList.ofOwner?: return !keepsACLs || !bucket.isOverFolder || folder.isPrivate(name)
        case let acl?: return acl == folder.acl(ofBucket: name)
        }
    }

    /// Nil for an object that is as the folder has it.
    private func object(_ key: ObjectKey, _ history: ObjectHistory, _ bucket: BucketLayer, _ name: String) -> JSONValue? {
        let file = folder.existingPath(of: key, in: name)
        let newest = history.versions.first?.object
        let change: Change
        if let newest {
            change = file.map { holds(newest, key, in: name, at: $0) ? Change.unchanged : .replaced } ?? .added
        } else {
            change = file == nil || history.versions.isEmpty && history.keepsFile ? .unchanged : .removed
        }
        let versions = history.versions.count + (history.keepsFile && file != nil ? 1 : 0)
        if change == .unchanged, versions < 2 { return nil }
        var members: [(String, JSONValue)] = [("key", .string(key.text)), ("change", .string(change.rawValue))]
        if let newest {
            members.append(("bytes", .init(newest.size)))
            members.append(("etag", .string(newest.head.entityTag.opaque)))
        }
        if versions > 1 { members.append(("versions", .init(versions))) }
        return .object(JSONObject(members))
    }

    /// Whether the folder's object has the same bytes, and the description that a save would write. A long file is not digested for that:
    /// it counts as another one until its digest is known.
    private func holds(_ object: StoredObject, _ key: ObjectKey, in bucket: String, at path: RelativePath) -> Bool {
        guard let stamp = folder.store.root.stamp(of: path), stamp.size == object.size,
            let description = try? folder.description(of: key, in: bucket),
            description.fileDescription(type: FileMediaTypes.of(path.fileExtension))
                == object.head.description.fileDescription(type: object.head.contentType)
        else { return false }
        if folder.knownTag(of: stamp) == object.head.contentTag { return true }
        guard stamp.size <= FileStore.quickBytes, let file = try? folder.object(key, in: bucket) else { return false }
        return file.head.contentTag == object.head.contentTag
    }

    private func upload(_ upload: MultipartUpload) -> JSONValue {
        [
            "key": .string(upload.key.text), "uploadId": .string(upload.id), "parts": .init(upload.parts.count),
            "bytes": .init(upload.parts.values.reduce(0) { $0 + $1.size }),
        ]
    }
}
