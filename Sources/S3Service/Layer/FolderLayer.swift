internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import Synchronization

/// The buckets and objects of a fixture folder: the lower layer of every session. Only read.
final class FolderLayer: Sendable {
    /// What a listing says about a file.
    struct Listed {
        var digest: String
        var lastModified: HTTPDate
        var size: Int
    }

    let store: FileStore
    private let folder: RelativePath
    /// Kept longer than the bodies in the store's memory.
    private let digests = Mutex(DigestTable())
    private let indices = Mutex<[String: FolderIndex]>([:])

    init(_ store: FileStore, folder: RelativePath) {
        self.store = store
        self.folder = folder
    }

    // MARK: Buckets

    /// Names in order, with the modification times of their folders.
    func buckets() -> [(name: String, created: HTTPDate)] {
        guard let entries = try? store.root.list(folder) else { return [] }
        return entries.compactMap { entry in
            guard let name = String(validating: entry.name, as: UTF8.self), let created = created(name) else { return nil }
            return (name, created)
        }
    }

    /// Whether there is a folder for the bucket.
    func hasBucket(_ name: String) -> Bool { created(name) != nil }

    /// The modification time of a bucket's folder; nil when there is none.
    private func created(_ name: String) -> HTTPDate? {
        guard let path = path(ofBucket: name), let status = try? store.root.status(of: path), status.kind == .folder else { return nil }
        return status.stamp.lastModified
    }

    /// Whether the description of the bucket, `s3/NAME.meta.json` or `s3/NAME/.meta.json`, hides it from requests without a key. One that
    /// cannot be read hides it, too.
    func isPrivate(_ bucket: String) -> Bool {
        guard let path = path(ofBucket: bucket) else { return false }
        do throws(Problem) {
            let (beside, within) = (try store.metadata(of: path), try store.metadata(within: path))
            return beside.isPrivate || within.isPrivate
        } catch {
            return true
        }
    }

    func path(ofBucket name: String) -> RelativePath? {
        guard !name.hasPrefix("."), !name.contains("/"), let name = RelativePath(name) else { return nil }
        return folder.appending(name)
    }

    /// The keys of a bucket. Walks its folder when files were added or removed since the last time.
    func index(of bucket: String) -> FolderIndex? {
        guard let path = path(ofBucket: bucket) else { return nil }
        if let known = indices.withLock({ $0[bucket] }), known.isCurrent(store.root) { return known }
        let index = FolderIndex(path, store.root)
        indices.withLock { $0[bucket] = index }
        return index
    }

    // MARK: Objects

    /// Begins a look at files for one call.
    func look() -> FileLook { store.look() }

    /// The cached response to a plain read of the target, if nothing that it was made from has changed.
    func response(to target: ArraySlice<UInt8>) -> Response? { store.response(to: target, .object) }

    func keep(_ response: Response, for target: ArraySlice<UInt8>, seen look: FileLook) {
        store.keep(response, for: target, .object, seen: look)
    }

    /// The file of an object; nil when there is none.
    /// - Parameter look: records what was read.
    /// - Throws: InternalError when the file cannot be read.
    func file(_ key: ObjectKey, in bucket: String, _ look: inout FileLook) throws(S3Error) -> StoredFile? {
        guard let path = path(of: key, in: bucket, &look) else { return nil }
        do throws(FileError) {
            if let file = try store.find(path, &look) { return file }
            return try escapedPath(of: key, in: bucket, besides: path, &look).flatMap { (path) throws(FileError) in
                try store.find(path, &look)
            }
        } catch {
            // A link without a target counts as no file; it was reported when the folder was loaded.
            if error.isOfLink { return nil }
            throw .internalError(error.description)
        }
    }

    /// The object in the folder; nil when there is none.
    /// - Parameter look: records what was read.
    /// - Throws: InternalError when the file or its description cannot be read.
    func object(_ key: ObjectKey, in bucket: String, _ look: inout FileLook) throws(S3Error) -> StoredObject? {
        guard let file = try file(key, in: bucket, &look) else { return nil }
        let metadata: FileMetadata
        do throws(Problem) {
            metadata = try store.metadata(of: file.path, &look)
        } catch {
            throw .internalError(error.description)
        }
        let head = try ObjectHead.of(file, metadata) { () throws(S3Error) in try digest(of: file) }
        return StoredObject(head: head, content: .fixture(file), version: .null)
    }

    /// Whether reading the object takes less than a millisecond.
    func isQuick(_ key: ObjectKey, in bucket: String) -> Bool {
        var look = store.look()
        guard let path = path(of: key, in: bucket, &look) else { return true }
        return store.isQuick(path) { stamp in digests.withLock { $0[stamp] } != nil }
    }

    /// What a listing says about a key; nil when its file is gone. Reads and digests a file only once.
    func listed(_ key: ObjectKey, in bucket: String) throws(S3Error) -> Listed? {
        var look = store.look()
        guard let path = path(of: key, in: bucket, &look) else { return nil }
        if let stamp = store.root.stamp(of: path), let digest = digests.withLock({ $0[stamp] }) {
            return Listed(digest: digest, lastModified: stamp.lastModified, size: stamp.size)
        }
        guard let file = try file(key, in: bucket, &look) else { return nil }
        return Listed(digest: try digest(of: file), lastModified: file.lastModified, size: file.size)
    }

    /// MD5 of the content in hexadecimal digits: the ETag without quotes.
    private func digest(of file: StoredFile) throws(S3Error) -> String {
        if let known = digests.withLock({ $0[file.stamp] }) { return known }
        let hex: String
        do throws(FileError) { hex = try file.md5() } catch { throw .internalError(error.description) }
        digests.withLock { $0[file.stamp] = hex }
        return hex
    }

    /// The path of an existing object's file below the root, for messages; nil when there is none.
    func existingPath(of key: ObjectKey, in bucket: String) -> RelativePath? {
        var look = store.look()
        guard let path = path(of: key, in: bucket, &look) else { return nil }
        if (try? store.root.status(of: path))?.kind == .file { return path }
        guard let other = escapedPath(of: key, in: bucket, besides: path, &look),
            (try? store.root.status(of: other))?.kind == .file
        else { return nil }
        return other
    }

    /// The path where the object's file is looked for first; nil when the bucket cannot have a folder.
    private func path(of key: ObjectKey, in bucket: String, _ look: inout FileLook) -> RelativePath? {
        guard let bucket = path(ofBucket: bucket) else { return nil }
        let suffix = FileMetadata.suffix.utf8
        if key.bytes.suffix(suffix.count).elementsEqual(suffix) { look.cannotBeRepeated() }
        if let name = RelativePath(key.bytes), KeyEscape.key(of: key.bytes) == key.bytes {
            let path = bucket.appending(name)
            if FolderIndex.isObject(path, isFile: { store.root.spelling(of: $0) != nil }) { return path }
        }
        return RelativePath(KeyEscape.path(of: key.bytes)).map(bucket.appending)
    }

    /// The other path that the file may have: `%!a` beside the folder `a`; nil when there is only one.
    private func escapedPath(of key: ObjectKey, in bucket: String, besides path: RelativePath, _ look: inout FileLook) -> RelativePath? {
        let isFolder = (try? store.root.status(of: path))?.kind == .folder
        guard let name = RelativePath(KeyEscape.path(of: key.bytes, isBesideFolder: isFolder)),
            let other = self.path(ofBucket: bucket)?.appending(name), other != path
        else { return nil }
        look.cannotBeRepeated()
        return other
    }
}
