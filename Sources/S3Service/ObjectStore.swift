internal import FileStore
internal import HTTPMessage
internal import S3Dialect
internal import JSONDocument
internal import Synchronization

/// The buckets and objects of a fixture folder.
final class ObjectStore: Sendable {
    /// One entry of a listing.
    struct Entry: Sendable {
        var key: String
        var path: RelativePath
    }

    /// Files that tools create.
    private static let ignored: [[UInt8]] = [".DS_Store", ".gitkeep", ".gitignore"].map { Array($0.utf8) }
    private static let longestKey = 1_024

    private let store: FileStore
    private let folder: RelativePath
    /// Kept longer than the bodies in the store's memory.
    private let digests = Mutex<[FileStamp: String]>([:])

    init(_ store: FileStore, folder: RelativePath) {
        self.store = store
        self.folder = folder
    }

    // MARK: Buckets

    /// Names in order, with the modification times of their folders.
    func buckets() -> [(name: String, created: HTTPDate)] {
        guard let entries = try? store.root.list(folder) else { return [] }
        return entries.compactMap { entry in
            guard let name = String(validating: entry.name, as: UTF8.self), let path = path(ofBucket: name),
                let status = try? store.root.status(of: path), status.kind == .folder
            else { return nil }
            return (name, status.stamp.lastModified)
        }
    }

    /// - Throws: NoSuchBucket.
    @discardableResult
    func requireBucket(_ name: String) throws(S3Error) -> RelativePath {
        guard let path = path(ofBucket: name), let status = try? store.root.status(of: path), status.kind == .folder else {
            throw .noSuchBucket(name)
        }
        return path
    }

    private func path(ofBucket name: String) -> RelativePath? {
        guard !name.hasPrefix("."), !name.contains("/"), let name = RelativePath(name) else { return nil }
        return folder.appending(name)
    }

    // MARK: Objects

    /// Begins a look at files for one call.
    func look(for call: S3Call) -> FileLook { store.look(mayTakeTime: call.mayTakeTime) }

    /// The cached response to a plain read of the target, if nothing that it was made from has changed.
    func response(to target: ArraySlice<UInt8>) -> Response? { store.response(to: target, .object) }

    func keep(_ response: Response, for target: ArraySlice<UInt8>, seen look: FileLook) {
        store.keep(response, for: target, .object, seen: look)
    }

    /// The object of a call.
    /// - Throws: NoSuchBucket, NoSuchKey; `needsTime` when the call must not take time.
    func object(_ call: S3Call) throws(S3Error) -> StoredFile {
        var look = look(for: call)
        return try object(call, &look)
    }

    /// The same.
    /// - Parameter look: records what was read.
    func object(_ call: S3Call, _ look: inout FileLook) throws(S3Error) -> StoredFile {
        let (bucket, key) = (call.bucket, call.address.key ?? [])
        guard key.count <= Self.longestKey else {
            throw S3Error(
                .keyTooLongError, nil,
                [("Size", String(key.count)), ("MaxSizeAllowed", String(Self.longestKey))])
        }
        if let path = path(ofBucket: bucket), let name = RelativePath(key), isObject(path.appending(name), &look) {
            do throws(FileError) {
                if let file = try store.find(path.appending(name), &look) { return file }
            } catch {
                // A link without a target counts as no file; it was reported when the folder was loaded.
                if !error.isOfLink { throw .internalError(error.description) }
            }
        }
        if look.lacksTime { throw .needsTime }
        try requireBucket(bucket)
        throw .noSuchKey(String(decoding: key, as: UTF8.self))
    }

    /// The path of an object; nil when there is none.
    func path(ofObject key: [UInt8], in bucket: String) -> RelativePath? {
        guard let name = RelativePath(key), let path = path(ofBucket: bucket)?.appending(name), isObject(path),
            (try? store.root.status(of: path))?.kind == .file
        else { return nil }
        return path
    }

    /// The description of the object.
    func metadata(of file: StoredFile) throws(S3Error) -> FileMetadata {
        var look = store.look()
        return try metadata(of: file, &look)
    }

    /// The same.
    /// - Parameter look: records what was read.
    /// - Throws: `needsTime` when the look lacks time.
    func metadata(of file: StoredFile, _ look: inout FileLook) throws(S3Error) -> FileMetadata {
        do throws(Problem) {
            let metadata = try store.metadata(of: file.path, &look)
            guard look.lacksTime else { return metadata }
        } catch {
            throw .internalError(error.description)
        }
        throw .needsTime
    }

    /// MD5 of the content in hexadecimal digits: the ETag without quotes.
    func digest(of file: StoredFile, _ call: S3Call) throws(S3Error) -> String {
        if let known = digests.withLock({ $0[file.stamp] }) { return known }
        if !file.isQuicklyDigested, !call.mayTakeTime { throw .needsTime }
        let hex: String
        do throws(FileError) { hex = try file.md5() } catch { throw .internalError(error.description) }
        digests.withLock { digests in
            if digests.count >= 100_000 { digests.removeAll() }
            digests[file.stamp] = hex
        }
        return hex
    }

    /// All entries of a bucket, in the order of their bytes. Files whose names are not UTF-8 are left out.
    /// - Throws: NoSuchBucket.
    func entries(of bucket: String) throws(S3Error) -> [Entry] {
        let path = try requireBucket(bucket)
        return store.root.walk(path).files.compactMap { file in
            guard isObject(file), let key = file.relative(to: path), let text = String(validating: key.bytes, as: UTF8.self)
            else { return nil }
            return Entry(key: text, path: file)
        }
    }

    /// The file of an entry; nil when it has been deleted.
    func file(of entry: Entry) -> StoredFile? { try? store.file(at: entry.path) }

    /// The same for a path that was looked up by name.
    private func isObject(_ path: RelativePath, _ look: inout FileLook) -> Bool {
        if path.bytes.suffix(FileMetadata.suffix.utf8.count).elementsEqual(FileMetadata.suffix.utf8) { look.cannotBeRepeated() }
        return isObject(path)
    }

    /// Whether a file is an object, and not a description or a tool's file.
    private func isObject(_ path: RelativePath) -> Bool {
        if path.name.first == UInt8(ascii: "."), Self.ignored.contains(Array(path.name)) { return false }
        let suffix = FileMetadata.suffix.utf8
        guard path.bytes.count > suffix.count, path.bytes.suffix(suffix.count).elementsEqual(suffix) else { return true }
        guard let described = RelativePath(path.bytes.dropLast(suffix.count)) else { return true }
        return store.root.spelling(of: described) == nil
    }
}
