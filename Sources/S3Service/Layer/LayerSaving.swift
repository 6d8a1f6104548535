internal import FileStore
internal import JSONDocument

/// Writes a session's objects into the folder.
struct LayerSaving {
    private let writer: FolderWriter
    private var saved = 0
    private var deleted = 0
    private var skipped: [JSONValue] = []

    init(_ writer: FolderWriter) { self.writer = writer }

    /// What was done.
    var json: JSONValue { ["saved": .init(saved), "deleted": .init(deleted), "skipped": .array(skipped)] }

    mutating func save(_ state: LayerState) throws(S3SaveError) {
        for name in state.removed.sorted() {
            do throws(FileError) { try remove(name) } catch { throw S3SaveError(error.description) }
        }
        for (name, bucket) in state.buckets.sorted(by: { $0.key < $1.key }) {
            do throws(FileError) { try writer.makeBucket(name, bucket.settings.acl) } catch {
                guard Self.concernsOnePlace(error) else { throw S3SaveError(error.description) }
                skipped.append(["bucket": .string(name), "reason": .string(error.description)])
                continue
            }
            for entry in bucket.objects.entries { try save(entry.key, entry.value, in: name) }
        }
    }

    private mutating func save(_ key: ObjectKey, _ history: ObjectHistory, in bucket: String) throws(S3SaveError) {
        if history.versions.isEmpty, history.keepsFile { return }
        do throws(FileError) {
            guard let object = history.versions.first?.object else {
                if try writer.delete(key, in: bucket) { deleted += 1 }
                return
            }
            // Which version of the file it is means nothing where the folder is copied to.
            guard try writer.place(object, key, in: bucket, hasRecord: false) else {
                skip(key, bucket, "The folder cannot hold it beside what is there.")
                return
            }
            saved += 1
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
        case .deleted(let count): deleted += count
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
