internal import HashTreeCollections
internal import S3Dialect

/// Everything that a session has changed. A value: a copy is the state of one moment.
struct LayerState: Sendable {
    /// Buckets that were made or changed.
    private(set) var buckets: [String: BucketLayer] = [:]
    /// Buckets of the folder that were deleted.
    private(set) var removed: Set<String> = []
    /// Those of them whose folder a save has deleted, and which hide only pictures now. A folder that is made since is not the session's.
    private(set) var emptied: Set<String> = []

    /// Further buckets that were deleted: to ask for them is no mistake. At most `mostRemoved`.
    private var removedOwn = Set<String>()
    private static let mostRemoved = 1_000

    /// Whether a bucket that is not there was deleted.
    func hasRemoved(_ name: String) -> Bool { removed.contains(name) || removedOwn.contains(name) }

    /// The uploads that are not finished.
    var openUploads: Int { buckets.values.reduce(0) { $0 + $1.uploads.count } }

    /// The bucket, with its changes; nil when the session has deleted it or there is no folder for it.
    /// - Parameter hasFolder: asked only about a bucket that the session has neither changed nor deleted.
    func bucket(_ name: String, hasFolder: @autoclosure () -> Bool) -> BucketLayer? {
        if let changed = buckets[name] { return changed }
        return !removed.contains(name) && hasFolder() ? BucketLayer() : nil
    }

    /// Whether a read of an object is what it is without the session.
    func leavesToFolder(_ key: ObjectKey, in bucket: String) -> Bool {
        buckets[bucket]?.leavesToFolder(key) ?? !removed.contains(bucket)
    }

    /// Changes a bucket in place.
    /// - Parameter body: throws only before it changes anything.
    /// - Throws: NoSuchBucket, and what the body throws.
    mutating func change<Result>(
        _ name: String, hasFolder: Bool, _ body: (inout BucketLayer) throws(S3Error) -> Result
    ) throws(S3Error) -> Result {
        guard var bucket = bucket(name, hasFolder: hasFolder) else { throw .noSuchBucket(name) }
        // Taken out, so that the change is in place.
        let isKnown = buckets.removeValue(forKey: name) != nil
        do throws(S3Error) {
            let result = try body(&bucket)
            buckets[name] = bucket
            return result
        } catch {
            if isKnown { buckets[name] = bucket }
            throw error
        }
    }

    /// Changes what is known of one object, if its bucket is known.
    mutating func changeHistory(of key: ObjectKey, in bucket: String, _ body: (inout ObjectHistory?) -> Void) {
        guard var layer = buckets.removeValue(forKey: bucket) else { return }
        body(&layer.objects[key])
        buckets[bucket] = layer
    }

    /// Makes the folder's file a version in memory, if it is one.
    mutating func keepFile(of key: ObjectKey, in bucket: String, _ file: () -> StoredObject?) {
        guard buckets[bucket]?.objects[key]?.keepsFile ?? false else { return }
        let file = file()
        changeHistory(of: key, in: bucket) { $0?.keepFile(file) }
    }

    /// The folder has the newest version of an object.
    /// - Parameter written: the object's versions when it was written.
    mutating func settle(_ key: ObjectKey, in bucket: String, as written: ObjectHistory) {
        guard var layer = buckets.removeValue(forKey: bucket) else {
            // Deleted meanwhile: its folder has something again.
            emptied.remove(bucket)
            return
        }
        layer.settle(key, as: written, isFree: isFree(bucket))
        buckets[bucket] = layer
    }

    /// The folder has a bucket that was made or changed.
    /// - Parameter acl: what the folder says; nil if it says nothing.
    mutating func settle(_ name: String, _ acl: AccessControlList?) {
        if buckets[name] != nil {
            // One that has taken the place of pictures must go on hiding them.
            buckets[name]?.settle(isOverFolder: !removed.contains(name), acl)
        } else if removedOwn.contains(name) {
            // Deleted since, by a call that saw no folder yet.
            removed.insert(name)
        }
    }

    /// The folder of a deleted bucket is gone.
    /// - Parameter hasPictures: whether there are pictures in its place, which stay hidden.
    mutating func settleRemoval(of name: String, hasPictures: Bool) {
        if hasPictures {
            if removed.contains(name) { emptied.insert(name) }
        } else if removed.remove(name) != nil, removedOwn.count < Self.mostRemoved {
            removedOwn.insert(name)
        }
    }

    /// Whether the folder has nothing of a bucket that the session has deleted, except what the session has saved since.
    private func isFree(_ bucket: String) -> Bool { !removed.contains(bucket) || emptied.contains(bucket) }

    mutating func add(_ bucket: BucketLayer, named name: String) { buckets[name] = bucket }

    mutating func remove(_ name: String, hasFolder: Bool) {
        let bucket = buckets.removeValue(forKey: name)
        if hasFolder {
            removed.insert(name)
            // Objects that this one had, and has deleted since, may be in the folder.
            if bucket?.objects.isEmpty == false { emptied.remove(name) }
        } else if removedOwn.count < Self.mostRemoved {
            removedOwn.insert(name)
        }
    }
}
