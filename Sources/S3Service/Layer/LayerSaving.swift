internal import FileStore
internal import JSONDocument
internal import S3Dialect

/// Writes a session's objects into the folder, and drops from the session what the folder has then. Other calls may change the session
/// meanwhile: what they change stays.
struct LayerSaving {
    private let layer: SessionLayer
    private let writer: FolderWriter
    private var saved = 0
    private var deleted = 0
    private var skipped: [JSONValue] = []

    init(_ layer: SessionLayer, _ writer: FolderWriter) {
        self.layer = layer
        self.writer = writer
    }

    /// What was done.
    var json: JSONValue { ["saved": .init(saved), "deleted": .init(deleted), "skipped": .array(skipped)] }

    mutating func save() throws(S3SaveError) {
        let state = layer.snapshot
        for name in state.removed.subtracting(state.emptied).sorted() {
            do throws(FileError) { try remove(name) } catch { throw S3SaveError(error.description) }
        }
        for (name, bucket) in state.buckets.sorted(by: { $0.key < $1.key }) {
            let acl = bucket.settings.acl
            let entries = bucket.objects.entries.filter { !$0.value.isWritten }
            if bucket.isOverFolder, entries.isEmpty, acl == nil || !writer.keepsACLs { continue }
            do throws(FileError) { try writer.makeBucket(name, acl) } catch {
                guard Self.concernsOnePlace(error) else { throw S3SaveError(error.description) }
                skipped.append(["bucket": .string(name), "reason": .string(error.description)])
                continue
            }
            let said = acl.flatMap { says($0, of: name) ? $0 : nil }
            layer.settle { $0.settle(name, said) }
            for entry in entries { try save(entry.key, in: name) }
        }
    }

    /// Whether the folder says of the bucket that it has this ACL. Where ACLs are not written, the owner's alone is that of every bucket.
    private func says(_ acl: AccessControlList, of bucket: String) -> Bool {
        guard acl == .ofOwner else { return writer.layer.acl(ofBucket: bucket) == acl }
        return !writer.keepsACLs || writer.layer.isPrivate(bucket)
    }

    /// The versions of an object now.
    private func history(of key: ObjectKey, in bucket: String) -> ObjectHistory? { layer.snapshot.buckets[bucket]?.objects[key] }

    private mutating func save(_ key: ObjectKey, in bucket: String) throws(S3SaveError) {
        if let history = history(of: key, in: bucket), history.keepsFile, !history.versions.isEmpty {
            // The newest version takes the file's place. The older one that is the file lives on in memory.
            let file = (try? writer.layer.object(key, in: bucket)) ?? nil
            layer.settle { $0.keepFile(of: key, in: bucket) { file } }
        }
        guard let history = history(of: key, in: bucket), !history.isWritten else { return }
        do throws(FileError) {
            if let object = history.versions.first?.object {
                // Which version of the file it is means nothing where the folder is copied to.
                guard try writer.place(object, key, in: bucket, hasRecord: false) else {
                    skip(key, bucket, "The folder cannot hold it beside what is there.")
                    return
                }
                saved += 1
            } else {
                if try writer.delete(key, in: bucket) { deleted += 1 }
                // A file that is read for the key stays hidden.
                if history.versions.isEmpty, writer.layer.existingPath(of: key, in: bucket) != nil { return }
            }
            layer.settle { $0.settle(key, in: bucket, as: history) }
        } catch {
            guard Self.concernsOnePlace(error) else { throw S3SaveError(error.description) }
            skip(key, bucket, error.description)
        }
    }

    /// Whether something else is in one place, or a link that leads out of the folder is on the way there. The rest can be saved.
    private static func concernsOnePlace(_ error: FileError) -> Bool {
        error.code == .wrongKind || error.code == .notFound || error.isOfLink
    }

    /// Deletes the folder of a bucket that the session has deleted.
    private mutating func remove(_ bucket: String) throws(FileError) {
        switch try writer.removeBucket(bucket, withObjects: true) {
        case .deleted(let count):
            deleted += count
            let hasPictures = writer.layer.hasPictures(bucket)
            layer.settle { $0.settleRemoval(of: bucket, hasPictures: hasPictures) }
        case .keeps(let file):
            skipped.append([
                "bucket": .string(bucket),
                "reason": .string("The bucket is deleted, but its folder has a file that is no object: \(file). Move it elsewhere first."),
            ])
        }
    }

    private mutating func skip(_ key: ObjectKey, _ bucket: String, _ reason: String) {
        skipped.append(["bucket": .string(bucket), "key": .string(key.text), "reason": .string(reason)])
    }
}
