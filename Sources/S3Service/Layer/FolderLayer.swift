internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import Placeholders
internal import S3Dialect
internal import Synchronization

/// The buckets and objects of a fixture folder: the lower layer of every session. Only read.
final class FolderLayer: Sendable {
    /// What a listing says about a file.
    struct Listed {
        var entityTag: ListedTag
        var lastModified: HTTPDate
        var size: Int
    }

    let store: FileStore
    private let folder: RelativePath
    /// Kept longer than the bodies in the store's memory.
    private let digests = Mutex(DigestTable())
    /// What keeps them over a restart; nil for nothing.
    private let digestFile: DigestFile?
    /// Whether it was read.
    private let hasDigests = Atomic(false)
    /// Held while it is read.
    private let restoring = Mutex(())
    /// The hashes of versions of descriptions that leave the entity tag and the date as they are.
    private let usualDescriptions = Mutex<Set<Int>>([])
    private static let mostUsualDescriptions = 500_000
    private let pictures: BucketPictures?
    private let indices: FolderIndices
    /// Held while several files are changed together.
    private let changing = Mutex(())
    /// Odd while they are.
    private let changes = Atomic(0)

    /// - Parameters:
    ///   - cache: the folder of the file with the digests; nil to keep none.
    ///   - pictures: for keys without a file; nil for none.
    init(_ store: FileStore, folder: RelativePath, cache: FileRoot? = nil, pictures: BucketPictures? = nil) {
        self.store = store
        digestFile = cache.map { DigestFile(in: $0, of: store.root.realPath) }
        self.folder = folder
        self.pictures = pictures
        indices = FolderIndices(store.root, folder: folder)
    }

    // MARK: Buckets

    /// Names in order, with the modification times of their folders.
    func buckets() -> [(name: String, created: HTTPDate)] {
        let entries = (try? store.root.list(folder)) ?? []
        let folders = entries.compactMap { entry -> (name: String, created: HTTPDate)? in
            guard let name = String(validating: entry.name, as: UTF8.self), let created = createdFolder(name) else { return nil }
            return (name, created)
        }
        let others = (pictures?.buckets ?? []).filter { name in !folders.contains { $0.name == name } }
        return folders + others.map { ($0, Placeholder.lastModified) }
    }

    /// Whether there is a folder for the bucket, or there are pictures in place of one.
    func hasBucket(_ name: String) -> Bool {
        path(ofBucket: name).map { store.hasFolder(at: $0) } == true || pictures?.has(name) == true
    }

    /// Whether keys of the bucket without a file have pictures.
    func hasPictures(_ bucket: String) -> Bool { pictures?.has(bucket) ?? false }

    /// The modification time of a bucket's folder; nil when there is none.
    private func createdFolder(_ name: String) -> HTTPDate? {
        guard let path = path(ofBucket: name), let status = try? store.root.status(of: path), status.kind == .folder else { return nil }
        return status.stamp.lastModified
    }

    /// Whether the description of the bucket, `s3/NAME.meta.json` or `s3/NAME/.meta.json`, hides it from requests without a key. One that
    /// cannot be read hides it, too.
    func isPrivate(_ bucket: String) -> Bool {
        guard let path = path(ofBucket: bucket) else { return false }
        do throws(Problem) {
            let (beside, within) = (try store.metadata(of: path), try store.metadata(within: path))
            return beside.access == .nobody || within.access == .nobody
        } catch {
            return true
        }
    }

    /// The ACL that the server has written into the description of the bucket, `s3/NAME/.meta.json`; nil for none, and for a bucket that is
    /// private: what the owner of the folder writes comes first.
    func acl(ofBucket name: String) -> AccessControlList? {
        guard let path = path(ofBucket: name), !isPrivate(name) else { return nil }
        return (try? store.metadata(within: path))?.s3.flatMap { AccessControlList(record: $0) }
    }

    func path(ofBucket name: String) -> RelativePath? {
        guard !name.hasPrefix("."), !name.contains("/"), let name = RelativePath(name) else { return nil }
        return folder.appending(name)
    }

    /// The keys of a bucket: of all files that were written before the call. Takes time at the first call.
    func index(of bucket: String) -> FolderIndex? { path(ofBucket: bucket).map { indices.index(of: bucket, at: $0) } }

    // MARK: Objects

    /// Reads stamps for one listing.
    func stamps() -> StampReader { StampReader(store.root) }

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
        guard let path = path(of: key, in: bucket) else { return nil }
        do throws(FileError) {
            if let file = try store.find(path, &look) { return file }
            for other in escapedPaths(of: key, in: bucket, besides: path, &look) {
                if let file = try store.find(other, &look) { return file }
            }
            return nil
        } catch {
            // A link without a target counts as no file; it was reported when the folder was loaded.
            if error.isOfLink { return nil }
            throw .internalError(error.sentence)
        }
    }

    /// The object in the folder; nil when there is none.
    /// - Parameter look: records what was read.
    /// - Throws: InternalError when the file or its description cannot be read.
    func object(_ key: ObjectKey, in bucket: String, _ look: inout FileLook) throws(S3Error) -> StoredObject? {
        let result: Result<StoredObject?, S3Error> = unbroken {
            do throws(S3Error) { return .success(try readObject(key, in: bucket, &look)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The same outside of calls, in one look.
    func object(_ key: ObjectKey, in bucket: String) throws(S3Error) -> StoredObject? {
        var look = look()
        return try object(key, in: bucket, &look)
    }

    private func readObject(_ key: ObjectKey, in bucket: String, _ look: inout FileLook) throws(S3Error) -> StoredObject? {
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

    /// What is said about the object in the folder; nil when there is none. Unlike `object`, it neither reads nor digests the file.
    /// - Throws: InternalError when the description cannot be read.
    func description(of key: ObjectKey, in bucket: String) throws(S3Error) -> ObjectDescription? {
        let result: Result<ObjectDescription?, S3Error> = unbroken {
            guard let path = existingPath(of: key, in: bucket), let stamp = store.root.stamp(of: path) else { return .success(nil) }
            do throws(Problem) {
                let metadata = try store.metadata(of: path)
                return .success(ObjectDescription(metadata).with(ObjectRecord(metadata, of: stamp)))
            } catch {
                return .failure(.internalError(error.description))
            }
        }
        return try result.get()
    }

    /// The picture for a key without a file; nil when the bucket has none. Takes time unless it was made before.
    /// - Throws: InternalError when it cannot be made.
    func picture(_ key: ObjectKey, in bucket: String) throws(S3Error) -> StoredObject? { try pictures?.object(key, in: bucket) }

    /// Whether the bucket has a picture for a key without a file. Makes none.
    func hasPicture(_ key: ObjectKey, in bucket: String) -> Bool { pictures?.has(key, in: bucket) ?? false }

    /// Whether the key's picture needs no time; true for a bucket without pictures.
    func isPictureQuick(_ key: ObjectKey, in bucket: String) -> Bool { pictures?.isKept(key, in: bucket) ?? true }

    /// Whether reading the object takes less than a millisecond.
    func isQuick(_ key: ObjectKey, in bucket: String) -> Bool {
        if let pictures, pictures.has(bucket), existingPath(of: key, in: bucket) == nil { return pictures.isKept(key, in: bucket) }
        guard let path = path(of: key, in: bucket) else { return true }
        return store.isQuick(path) { stamp in digests.withLock { $0[stamp] } != nil }
    }

    /// What a listing says about a key; nil when its file is gone. Reads and digests a file only once.
    /// - Parameters:
    ///   - plainPath: of the file, if it is known and not escaped.
    ///   - mayBeDescribed: whether the bucket has descriptions.
    ///   - stamps: of the listing.
    func listed(
        _ key: ObjectKey, in bucket: String, at plainPath: RelativePath?, mayBeDescribed: Bool, _ stamps: inout StampReader
    ) throws(S3Error) -> Listed? {
        restoreDigests()
        guard let path = plainPath ?? path(of: key, in: bucket) else { return nil }
        if let stamp = stamps.stamp(of: path), let digest = digests.withLock({ $0.digest(of: stamp) }) {
            let described = mayBeDescribed ? validators(of: path, &stamps) : nil
            return Listed(
                entityTag: described?.entityTag.map { ListedTag.tag($0) } ?? .digest(digest),
                lastModified: described?.lastModified ?? stamp.lastModified, size: stamp.size)
        }
        if let plainPath, !isDescribed(plainPath) {
            // Without a description the digest is all: the file is not kept in memory for it.
            let found: (md5: String, stamp: FileStamp)?
            do throws(FileError) { found = try store.digest(of: plainPath) } catch {
                if error.isOfLink { return nil }
                throw .internalError(error.sentence)
            }
            // A description is there before its file.
            if let (digest, stamp) = found, !isDescribed(plainPath) {
                note(digest, of: stamp)
                return Listed(entityTag: .tag(EntityTag(digest)), lastModified: stamp.lastModified, size: stamp.size)
            }
        }
        var look = store.look()
        do throws(S3Error) {
            guard let object = try object(key, in: bucket, &look) else { return nil }
            if case .fixture(let file) = object.content { note(object.head.contentTag, of: file.stamp) }
            return Listed(entityTag: .tag(object.head.entityTag), lastModified: object.head.lastModified, size: object.size)
        } catch {
            // A mistake in one description does not make the listing fail. A request for the object itself reports it.
            guard let file = try file(key, in: bucket, &look) else { return nil }
            return Listed(entityTag: .tag(EntityTag(try digest(of: file))), lastModified: file.lastModified, size: file.size)
        }
    }

    /// What a file's description has in place of its entity tag and date; nil for most files. Reads a version of a description without them
    /// only once.
    private func validators(of path: RelativePath, _ stamps: inout StampReader) -> Conditions.Validators? {
        guard let stamp = stamps.stamp(of: path.withSuffix(FileMetadata.suffix)),
            !usualDescriptions.withLock({ $0.contains(stamp.hashValue) })
        else { return nil }
        // With a mistake in it, the object is listed as if it had none.
        guard let headers = (try? store.metadata(of: path))?.headers else { return nil }
        let validators = Conditions.Validators(headers)
        if validators != Conditions.Validators() { return validators }
        if store.isSettled(stamp) {
            usualDescriptions.withLock { known in
                if known.count == Self.mostUsualDescriptions { known.removeAll() }
                known.insert(stamp.hashValue)
            }
        }
        return nil
    }

    /// Remembers the tag of an object that was saved as this version of a file without its parts: while the process lives and the table
    /// of digests has it.
    func noteSaved(_ entityTag: String, as stamp: FileStamp) {
        guard let digest = DigestTable.Digest(entityTag) else { return }
        digests.withLock { $0.restore(digest, stamp) }
    }

    /// The tag of a version of a file, without quotes; nil if it is not known yet.
    func knownTag(of stamp: FileStamp) -> String? { digests.withLock { $0[stamp] } }

    private func isDescribed(_ path: RelativePath) -> Bool { store.root.stamp(of: path.withSuffix(FileMetadata.suffix)) != nil }

    /// Remembers the entity tag of a version of a file, over a restart after the next `saveDigests`. Not that of a version that may change
    /// without another stamp.
    /// - Parameter isFinal: whether nobody changes this version any more.
    func note(_ entityTag: String, of stamp: FileStamp, isFinal: Bool = false) {
        guard isFinal || store.isSettled(stamp), let digest = DigestTable.Digest(entityTag) else { return }
        let isNew = digests.withLock { digests in
            if digests[stamp] == entityTag { return false }
            digests.restore(digest, stamp)
            return true
        }
        if isNew { digestFile?.add(digest, of: stamp) }
    }

    /// Waits for the disk.
    func saveDigests() { digestFile?.flush() }

    /// Reads what an earlier process has left, at the first call. Waits for the disk.
    private func restoreDigests() {
        guard let digestFile, !hasDigests.load(ordering: .acquiring) else { return }
        restoring.withLock { _ in
            guard !hasDigests.load(ordering: .relaxed) else { return }
            var table = DigestTable()
            digestFile.load(into: &table)
            digests.withLock { $0.add(table) }
            hasDigests.store(true, ordering: .releasing)
        }
    }

    // MARK: Several files at once

    /// Changes several files, of which no reader sees only some.
    func changing(_ body: () throws(FileError) -> Void) throws(FileError) {
        let result = changing.withLock { _ -> Result<Void, FileError> in
            changes.add(1, ordering: .acquiringAndReleasing)
            defer { changes.add(1, ordering: .acquiringAndReleasing) }
            do throws(FileError) { return .success(try body()) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Reads several files, all before a change or all after it. Waits for a change that is being made, and for readers whose read a change
    /// has broken up: they keep further changes out while they read and digest.
    private func unbroken<Result: Sendable>(_ read: () -> Result) -> Result {
        let before = changes.load(ordering: .acquiring)
        if before & 1 == 0 {
            let result = read()
            if changes.load(ordering: .acquiring) == before { return result }
        }
        return changing.withLock { _ in read() }
    }

    /// MD5 of the content in hexadecimal digits: the ETag without quotes.
    private func digest(of file: StoredFile) throws(S3Error) -> String {
        if let known = digests.withLock({ $0[file.stamp] }) { return known }
        let isQuick = file.isQuicklyDigested
        if !isQuick {
            restoreDigests()
            if let known = digests.withLock({ $0[file.stamp] }) { return known }
        }
        let hex: String
        do throws(FileError) { hex = try file.md5() } catch { throw .internalError(error.sentence) }
        note(hex, of: file.stamp)
        if !isQuick { saveDigests() }
        return hex
    }

    /// The path of an existing object's file below the root; nil when there is none.
    /// - Parameter exactly: whether a file whose name is the key in another Unicode normalisation does not count. Reads take such a file
    ///   for the key; writes do not, because it is the object of another key.
    func existingPath(of key: ObjectKey, in bucket: String, exactly: Bool = false) -> RelativePath? {
        var look = store.look()
        guard let path = path(of: key, in: bucket) else { return nil }
        let isFile = { (path: RelativePath) in (try? self.store.root.status(of: path))?.kind == .file }
        if isFile(path) { return path }
        if !exactly, !path.isASCII, let spelling = store.root.spelling(of: path), isFile(spelling) { return spelling }
        return escapedPaths(of: key, in: bucket, besides: path, &look).first(where: isFile)
    }

    /// The path below the root of the file that would be the object of a key, whether it exists or not; nil when no folder can be the
    /// bucket, and when a file is in its way.
    func pathToMake(for key: ObjectKey, in bucket: String) -> RelativePath? {
        guard let home = path(ofBucket: bucket), let path = RelativePath(KeyEscape.path(of: key.bytes)).map(home.appending) else {
            return nil
        }
        guard !store.root.hasFile(above: path) else { return nil }
        guard (try? store.root.status(of: path))?.kind == .folder else { return path }
        return RelativePath(KeyEscape.path(of: key.bytes, isBesideFolder: true)).map(home.appending)
    }

    /// The path where the object's file is looked for first; nil when the bucket cannot have a folder.
    private func path(of key: ObjectKey, in bucket: String) -> RelativePath? {
        guard let bucket = path(ofBucket: bucket) else { return nil }
        if let name = RelativePath(key.bytes), FolderIndex.isObject(name), KeyEscape.key(of: key.bytes) == key.bytes {
            return bucket.appending(name)
        }
        return RelativePath(KeyEscape.path(of: key.bytes)).map(bucket.appending)
    }

    /// The other paths that the file may have: `%!a` beside the folder `a`, which may be gone, and `%!a%2Emeta.json/b`.
    private func escapedPaths(
        of key: ObjectKey, in bucket: String, besides path: RelativePath, _ look: inout FileLook
    ) -> [RelativePath] {
        guard let home = self.path(ofBucket: bucket) else { return [] }
        let names = [false, true].map { KeyEscape.path(of: key.bytes, isBesideFolder: $0) }
        let others = names.compactMap { RelativePath($0).map(home.appending) }.filter { $0 != path }
        let existing = others.filter { store.root.stamp(of: $0) != nil }
        if !existing.isEmpty { look.cannotBeRepeated() }
        return existing
    }
}
