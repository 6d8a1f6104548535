internal import FileStore
internal import JSONDocument

/// Writes a session's objects into the folder.
struct LayerSaving {
    /// A file is written whole, from memory.
    private static let longest = 1 << 30

    private let folder: FolderLayer
    private var saved = 0
    private var deleted = 0
    private var skipped: [JSONValue] = []

    init(_ folder: FolderLayer) { self.folder = folder }

    /// What was done.
    var json: JSONValue { ["saved": .init(saved), "deleted": .init(deleted), "skipped": .array(skipped)] }

    mutating func save(_ state: LayerState) throws(S3SaveError) {
        for (name, bucket) in state.buckets.sorted(by: { $0.key < $1.key }) {
            do throws(FileError) { try folder.makeBucket(name) } catch { throw S3SaveError(error.description) }
            let index = bucket.isOverFolder ? folder.index(of: name) : nil
            for entry in bucket.objects.entries {
                let beneath = ObjectKey(entry.key.bytes + [UInt8(ascii: "/")])
                let next = KeyCursor(bucket.objects, index, from: beneath).key
                try save(entry.key, entry.value, in: name, isBesideFolder: next?.hasPrefix(beneath) ?? false)
            }
        }
    }

    private mutating func save(
        _ key: ObjectKey, _ history: ObjectHistory, in bucket: String, isBesideFolder: Bool
    ) throws(S3SaveError) {
        if history.versions.isEmpty, history.keepsFile { return }
        do throws(FileError) {
            guard let object = history.versions.first?.object else {
                if try folder.deleteFile(of: key, in: bucket) { deleted += 1 }
                return
            }
            guard object.size <= Self.longest else {
                skip(key, bucket, "The object has \(object.size) bytes; at most \(Self.longest) are saved.")
                return
            }
            guard let bytes = try? object.content.read(at: 0, length: object.size) else {
                skip(key, bucket, "The object cannot be read.")
                return
            }
            let description = object.head.description.fileDescription(type: object.head.contentType)
            try folder.write(bytes, description, to: key, in: bucket, isBesideFolder: isBesideFolder)
            saved += 1
        } catch {
            // A file where this key needs a folder, or a folder where it needs a file.
            guard error.code == .wrongKind || error.code == .notFound else { throw S3SaveError(error.description) }
            skip(key, bucket, error.description)
        }
    }

    private mutating func skip(_ key: ObjectKey, _ bucket: String, _ reason: String) {
        skipped.append(["bucket": .string(bucket), "key": .string(key.text), "reason": .string(reason)])
    }
}
