internal import HTTPMessage
internal import HashTreeCollections
internal import S3Dialect

/// What a session has changed of one bucket.
struct BucketLayer: Sendable {
    /// Nil for a bucket of the folder.
    var created: HTTPDate?
    /// Nil for a bucket that never kept versions.
    var versioning: VersioningStatus?
    private(set) var settings = BucketSettings()
    /// What was written or deleted.
    var objects = SortedKeys<ObjectHistory>()
    /// By id. A tree: each part of an upload is added while a snapshot shares the uploads.
    var uploads: TreeDictionary<String, MultipartUpload> = [:]
    var ended = EndedUploads()
    /// The number of the last change that created or removed an object or began an upload.
    private(set) var lastChange = 0
    /// How often the folder got something of it.
    private(set) var saves = 0
    /// Objects that were removed without a trace in `objects`: to ask for them is no mistake. At most `mostRemoved`.
    private var removed = Set<ObjectKey>()
    /// The room of the settings; nil where they are the usual ones.
    private var room: StorageCharge?

    /// - Parameter created: nil for a bucket of the folder.
    init(created: HTTPDate? = nil) { self.created = created }

    /// Replaces the settings.
    /// - Parameter ledger: has room for them.
    /// - Throws: QuotaExceeded. Nothing has changed then.
    mutating func set(_ settings: BucketSettings, in ledger: StorageLedger) throws(S3Error) {
        let needed = StorageLedger.versionBytes + settings.size
        if let room { try room.resize(to: needed) } else { room = try ledger.charge(needed) }
        self.settings = settings
    }

    /// The folder has the bucket: its files are the bucket's objects.
    /// - Parameters:
    ///   - isOverFolder: false for one that hides what the folder has, or the pictures in place of one.
    ///   - acl: what the folder says; nil if it says nothing.
    mutating func settle(isOverFolder: Bool, _ acl: AccessControlList?) {
        saves += 1
        guard isOverFolder else { return }
        created = nil
        if acl != nil, settings.acl == acl { settings.acl = nil }
        if settings.acl == nil, settings.haveNoneBesideACL {
            room = nil
        } else {
            room?.shrink(to: StorageLedger.versionBytes + settings.size)
        }
    }

    /// The folder has the newest version of an object. Drops it, unless other versions are kept, it has changed since, or the bucket hides
    /// the folder.
    /// - Parameters:
    ///   - written: the object's versions when it was written.
    ///   - isFree: false when the folder of a bucket that was deleted before is still to be deleted, with the object.
    mutating func settle(_ key: ObjectKey, as written: ObjectHistory, isFree: Bool) {
        saves += 1
        guard isFree else { return }
        guard var history = objects[key] else {
            // Deleted since, by a call that saw no file yet; or the layer was reset, and this is the first save.
            if saves > 1, !written.versions.isEmpty { objects[key] = ObjectHistory(keepsFile: false) }
            return
        }
        guard history.isSame(as: written) else { return }
        history.noteWritten()
        guard history.versions.isEmpty || isOverFolder && history.isOneNullVersion else {
            objects[key] = history
            return
        }
        objects[key] = nil
        changeUploads(of: key) { $0.noteWritten(history.versions.first?.number) }
    }

    /// Whether the folder's files are objects of the bucket.
    var isOverFolder: Bool { created == nil }

    /// Whether a read of an object is what it is without the session: of the folder's file, with fields that the session has not changed.
    func leavesToFolder(_ key: ObjectKey) -> Bool { isOverFolder && versioning == nil && settings.leaveReads && objects[key] == nil }

    /// The versions of an object, for a change.
    func history(of key: ObjectKey) -> ObjectHistory { objects[key] ?? ObjectHistory(keepsFile: isOverFolder) }

    mutating func setHistory(_ history: ObjectHistory, of key: ObjectKey) {
        objects[key] = history.isUnchanged(overFolder: isOverFolder) ? nil : history
    }

    /// - Throws: NoSuchUpload when there is none of that id for that key.
    func upload(_ id: String, _ key: ObjectKey) throws(S3Error) -> MultipartUpload {
        guard let upload = uploads[id], upload.key == key else { throw S3Error(.noSuchUpload, nil, [("UploadId", id)]) }
        return upload
    }

    /// Tells the unfinished uploads of an object that it was written or deleted.
    /// - Parameter newest: the number of the newest version; nil where nothing is left.
    mutating func noteChange(of key: ObjectKey, newest: Int?) {
        changeUploads(of: key) { $0.noteChange(newest: newest) }
    }

    private mutating func changeUploads(of key: ObjectKey, _ change: (inout MultipartUpload) -> Void) {
        for (id, upload) in uploads where upload.key == key {
            var upload = upload
            change(&upload)
            uploads[id] = upload
        }
    }

    /// The number of a change that is being made: greater than that of every change before it. It begins with the time in microseconds, so
    /// that this holds for changes before a restart, too.
    mutating func nextChange(at time: HTTPDate) -> Int {
        lastChange = max(lastChange + 1, time.secondsSinceEpoch * 1_000_000)
        return lastChange
    }

    /// When the last change was that created or removed an object or began an upload; nil for none.
    var lastChanged: HTTPDate? { lastChange == 0 ? nil : HTTPDate(secondsSinceEpoch: lastChange / 1_000_000) }

    private static let mostRemoved = 10_000

    mutating func noteRemoved(_ key: ObjectKey) { if removed.count < Self.mostRemoved { removed.insert(key) } }

    /// Whether an object that is not there was removed.
    func hasRemoved(_ key: ObjectKey) -> Bool { removed.contains(key) || objects[key] != nil }

    /// The id of a new version.
    /// - Parameter number: that of the change that makes it.
    func newVersionID(_ number: Int) -> VersionID { versioning == .enabled ? .new(number) : .null }
}
