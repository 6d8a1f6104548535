internal import FileStore
internal import HTTPMessage
internal import S3Dialect

/// One bucket as a call sees it: the folder's files below, the session's changes above, both of one moment.
struct Bucket: Sendable {
    let name: String
    /// What the session has changed.
    let layer: BucketLayer
    private let folder: FolderLayer

    init(_ name: String, _ layer: BucketLayer, over folder: FolderLayer) {
        self.name = name
        self.layer = layer
        self.folder = folder
    }

    /// The same bucket as the session has it now.
    func with(_ layer: BucketLayer) -> Bucket { Bucket(name, layer, over: folder) }

    /// The bucket's own ACL: that of the session, or that of the folder's description. Nil for a bucket of the folder without one.
    var acl: AccessControlList? { layer.settings.acl ?? (layer.isOverFolder ? folder.acl(ofBucket: name) : nil) }

    /// The object's newest version, or the one that is named.
    /// - Throws: NoSuchKey, NoSuchVersion; with the fields of a delete marker when the version is one (MethodNotAllowed if it is named).
    func object(_ key: ObjectKey, version: VersionID? = nil) throws(S3Error) -> StoredObject {
        var look = folder.look()
        return try object(key, version: version, &look)
    }

    /// The object's newest version, or the one that is named, as the method above.
    /// - Parameter look: records what was read from the folder.
    func object(_ key: ObjectKey, version: VersionID? = nil, _ look: inout FileLook) throws(S3Error) -> StoredObject {
        let history = layer.history(of: key)
        if let found = history.version(version) {
            guard let object = found.object else { throw .deleteMarker(found, key, isNamed: version != nil) }
            return object
        }
        if history.keepsFile, version == nil || version == .null, let object = try folder.object(key, in: name, &look) { return object }
        if version == nil || version == .null, layer.isOverFolder, let picture = try folder.picture(key, in: name) { return picture }
        guard let version else { throw .noSuchKey(key.text) }
        throw S3Error(.noSuchVersion, nil, [("Key", key.text), ("VersionId", version.text)])
    }

    /// What is said about the object's newest version, or about the one that is named. Reads no object, and makes no picture.
    /// - Returns: nil when there is none or it is a delete marker.
    /// - Throws: InternalError when the description cannot be read.
    func description(of key: ObjectKey, version: VersionID?) throws(S3Error) -> ObjectDescription? {
        let history = layer.history(of: key)
        if let found = history.version(version) { return found.object?.head.description }
        guard version == nil || version == .null else { return nil }
        if history.keepsFile, let description = try folder.description(of: key, in: name) { return description }
        guard layer.isOverFolder, folder.hasPicture(key, in: name) else { return nil }
        // A picture is in the place of an object that nobody has written.
        var description = ObjectDescription()
        description.isAnonymous = true
        return description
    }

    /// The newest version; nil when there is none or it is a delete marker.
    func current(_ key: ObjectKey) throws(S3Error) -> StoredObject? {
        let history = layer.history(of: key)
        if let newest = history.versions.first { return newest.object }
        return history.keepsFile ? try file(of: key) : nil
    }

    /// Whether the version that an upload has become is still there.
    /// - Throws: InternalError.
    func has(_ completion: EndedUploads.Completion, at key: ObjectKey) throws(S3Error) -> Bool {
        let history = layer.history(of: key)
        if history.versions.contains(where: { $0.number == completion.number }) { return true }
        // The folder may have got it: nothing tells then which change has made it.
        guard completion.object.version == .null else { return false }
        let null = history.version(.null)
        let file = null?.number == 0 ? null?.object : history.keepsFile ? try file(of: key) : nil
        return file?.head.entityTag == completion.object.head.entityTag
    }

    /// The folder's file, whether or not the session has changed the object; nil when there is none.
    func file(of key: ObjectKey) throws(S3Error) -> StoredObject? {
        guard layer.isOverFolder else { return nil }
        var look = folder.look()
        return try folder.object(key, in: name, &look)
    }

    /// Whether reading the newest version takes less than a millisecond.
    func isQuick(_ key: ObjectKey) -> Bool {
        let history = layer.history(of: key)
        if !history.versions.isEmpty { return true }
        return history.keepsFile ? folder.isQuick(key, in: name) : folder.isPictureQuick(key, in: name)
    }

    /// Walks over the keys from the first one that is not less than this.
    func cursor(from key: ObjectKey) -> KeyCursor {
        KeyCursor(layer.objects, layer.isOverFolder ? folder.index(of: name) : nil, from: key, folder.stamps())
    }

    /// The versions of the cursor's key, newest first.
    func listedVersions(at cursor: inout KeyCursor) throws(S3Error) -> [ListedVersion] {
        var versions = (cursor.history?.versions ?? []).map(ListedVersion.init)
        if let file = try listedFile(at: &cursor) { versions.append(file) }
        return versions
    }

    /// The number of a version of the cursor's key, which may be gone.
    func number(of id: VersionID, at cursor: KeyCursor) -> Int { cursor.history?.number(of: id) ?? id.number ?? 0 }

    /// The newest version of the cursor's key; nil when there is none or it is a delete marker.
    func listedVersion(at cursor: inout KeyCursor) throws(S3Error) -> ListedVersion? {
        if let newest = cursor.history?.versions.first { return newest.object == nil ? nil : ListedVersion(newest) }
        return try listedFile(at: &cursor)
    }

    private func listedFile(at cursor: inout KeyCursor) throws(S3Error) -> ListedVersion? {
        guard cursor.isInFolder, cursor.history?.keepsFile ?? true, let key = cursor.key else { return nil }
        let file = try folder.listed(key, in: name, at: cursor.plainPath, mayBeDescribed: cursor.hasDescriptions, &cursor.stamps)
        return file.map(ListedVersion.init)
    }

    /// Whether the cursor's key has an object that is no delete marker. Reads no file.
    func isListed(at cursor: KeyCursor) -> Bool {
        if let isObject = cursor.isNewestAnObject { return isObject }
        return cursor.isInFolder && cursor.history?.keepsFile ?? true
    }

    /// Whether the cursor's key has an object, a version or a delete marker. Reads no file.
    func hasVersions(at cursor: KeyCursor) -> Bool {
        cursor.isNewestAnObject != nil || cursor.isInFolder && cursor.history?.keepsFile ?? true
    }

    /// Keeps what a listing has found out about files. Waits for the disk.
    func saveDigests() { folder.saveDigests() }

    /// Whether there is no object, no version and no delete marker.
    func isEmpty() -> Bool {
        var cursor = cursor(from: ObjectKey(""))
        while cursor.key != nil {
            if hasVersions(at: cursor) { return false }
            cursor.advance()
        }
        return true
    }
}

extension S3Error {
    /// The newest version is a delete marker, or the named one.
    fileprivate static func deleteMarker(_ version: ObjectVersion, _ key: ObjectKey, isNamed: Bool) -> S3Error {
        let fields: HeaderFields = [("x-amz-delete-marker", "true"), ("x-amz-version-id", version.id.text)]
        guard isNamed else { return S3Error(.noSuchKey, nil, [("Key", key.text)], headers: fields) }
        var named = fields
        named.append(name: "Allow", value: "DELETE")
        named.append(name: "Last-Modified", value: version.lastModified.text)
        return S3Error(.methodNotAllowed, nil, [("Method", "GET"), ("ResourceType", "DeleteMarker")], headers: named)
    }

    /// The error of a request for the tags or the ACL of a delete marker, whether or not it names the version.
    func ofMarker(in call: S3Call) -> S3Error {
        guard headers.first("x-amz-delete-marker") != nil else { return self }
        var fields = headers
        if !fields.contains("Allow") { fields.append(name: "Allow", value: "DELETE") }
        return S3Error(.methodNotAllowed, nil, [("Method", call.request.method), ("ResourceType", "DeleteMarker")], headers: fields)
    }
}

extension Bucket {
    /// The field that names a version; empty in a bucket that never kept versions.
    func versionFields(_ object: StoredObject) -> HeaderFields {
        layer.versioning == nil ? [] : [("x-amz-version-id", object.version.text)]
    }
}
