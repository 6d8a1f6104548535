internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

extension FolderWriter {
    /// Writes a change of the session into the folder. What the folder holds now is dropped from the session; what it cannot hold stays
    /// there.
    /// - Parameter state: the session after the change.
    /// - Throws: InternalError; BucketNotEmpty for a bucket with files that are no objects. Then nothing has changed for the session; the
    ///   next change may complete what was begun in the folder.
    func write(_ change: PersistentChange, _ state: inout LayerState) throws(S3Error) {
        var removal = Removal.deleted(0)
        do throws(FileError) {
            switch change {
            case .none: break
            case .object(let key, let bucket, let content): try write(key, in: bucket, content, &state)
            case .newBucket(let name): try makeBucket(name, state.buckets[name]?.settings.acl)
            case .accessToBucket(let name): try describe(name, state.buckets[name]?.settings.acl)
            case .removedBucket(let name): removal = try removeBucket(name, withObjects: false)
            }
        } catch {
            throw .internalError("s3.persist: \(error.description)")
        }
        if case .keeps(let file) = removal {
            throw S3Error(.bucketNotEmpty, "The bucket's folder has a file that is no object: \(file). Move it elsewhere first.")
        }
    }

    // MARK: Objects

    private func write(_ key: ObjectKey, in bucket: String, _ content: StagedFile?, _ state: inout LayerState) throws(FileError) {
        guard let history = state.buckets[bucket]?.objects[key] else { return }
        guard let newest = history.versions.first else {
            if history.keepsFile { return }
            _ = try delete(key, in: bucket)
            // A file that is read for the key stays hidden.
            if layer.existingPath(of: key, in: bucket) == nil { state.settle(key, in: bucket, as: history) }
            return
        }
        // The newest version takes the file's place. An older one that was the file lives on in memory.
        state.keepFile(of: key, in: bucket) { (try? layer.object(key, in: bucket)) ?? nil }
        if let object = newest.object {
            guard try place(object, key, in: bucket, content) else { return }
        } else {
            _ = try delete(key, in: bucket)
        }
        if let written = state.buckets[bucket]?.objects[key] { state.settle(key, in: bucket, as: written) }
    }

    /// Puts an object and its description to their places.
    /// - Parameters:
    ///   - content: nil to stage it now, unless it is the file already.
    ///   - hasRecord: whether the description tells entity tag, checksum and parts of this version of the file.
    /// - Returns: false when the folder cannot hold it, beside what is there.
    func place(
        _ object: StoredObject, _ key: ObjectKey, in bucket: String, _ content: StagedFile? = nil, hasRecord: Bool = true
    ) throws(FileError) -> Bool {
        guard let (path, preparation) = try place(for: key, in: bucket) else { return false }
        let date = object.head.written.secondsSinceEpoch
        var staged = content
        if staged == nil, !isFile(object.content, at: path) { staged = try stage(object.content, modified: date) }
        guard let stamp = staged?.stamp ?? root.stamp(of: path) else { return false }
        let description = description(of: object.head, at: path, hasRecord ? ObjectRecord(object).json(of: stamp) : nil)
        try place(staged, description, modified: date, at: path, after: preparation)
        // A move may change the stamp.
        if let placed = root.stamp(of: path), placed.inode == stamp.inode, placed.size == stamp.size, placed.modified == stamp.modified,
            placed.modifiedNanoseconds == stamp.modifiedNanoseconds
        {
            if hasRecord || !object.head.contentTag.contains("-") {
                layer.note(object.head.contentTag, of: placed, isFinal: true)
                layer.saveDigests()
            } else {
                // Of an upload in parts, which the folder does not tell.
                layer.noteSaved(object.head.contentTag, as: placed)
            }
        }
        return true
    }

    /// The content of the file that describes the object at a path. Of the file that is there, members that say the same stay as they are
    /// written, and so do those that are not about the object (`"deliberate"`, `"$schema"`); comments do not.
    /// - Parameter record: nil for none.
    private func description(of head: ObjectHead, at path: RelativePath, _ record: JSONValue?) -> JSONValue {
        var members = JSONObject()
        var before = ObjectDescription()
        let file = path.withSuffix(FileMetadata.suffix)
        // One with a mistake is replaced.
        if let metadata = try? layer.store.metadata(of: path), let bytes = try? root.read(file),
            let old = (try? JSONDocument.parse(bytes, name: file.text))?.root.value.object
        {
            (members, before) = (old, ObjectDescription(metadata))
        }
        let isTypeOfName = head.contentType == FileMediaTypes.of(path.fileExtension)
        head.description.write(into: &members, over: before, type: isTypeOfName ? nil : head.contentType)
        members["s3"] = record
        return .object(members)
    }

    /// Writes bytes to a key's place, with a description.
    /// - Returns: false when the folder cannot hold it, beside what is there.
    func place(_ bytes: [UInt8], _ description: JSONValue, _ key: ObjectKey, in bucket: String) throws(FileError) -> Bool {
        guard let (path, preparation) = try place(for: key, in: bucket) else { return false }
        let date = FileStamp.secondsNow
        try place(try stage(bytes, modified: date), description, modified: date, at: path, after: preparation)
        return true
    }

    /// - Parameter staged: the file; nil if it is there.
    private func place(
        _ staged: StagedFile?, _ description: JSONValue, modified date: Int, at path: RelativePath, after preparation: [CommitPlan.Step]
    ) throws(FileError) {
        let described = try stage(description.bytes(), modified: date)
        var steps = preparation
        steps.append(.move(described.path, to: path.withSuffix(FileMetadata.suffix)))
        if let staged { steps.append(.move(staged.path, to: path)) }
        try commit(CommitPlan(steps), moving: [described] + (staged.map { [$0] } ?? []))
    }

    /// Whether a content is the file at the path, of which only the description changes.
    private func isFile(_ content: ObjectContent, at path: RelativePath) -> Bool {
        if case .fixture(let file) = content { file.path == path && root.stamp(of: path) == file.stamp } else { false }
    }

    /// Where the object's file belongs, with what has to be done before.
    /// - Returns: nil when the folder cannot hold it.
    private func place(for key: ObjectKey, in bucket: String) throws(FileError) -> (path: RelativePath, steps: [CommitPlan.Step])? {
        guard let home = layer.path(ofBucket: bucket) else { return nil }
        let existing = layer.existingPath(of: key, in: bucket, exactly: true)
        if let existing, !hasFolderForDescription(existing) { return (existing, []) }
        guard var path = RelativePath(KeyEscape.path(of: key.bytes)).map(home.appending) else { return nil }
        if try root.status(of: path)?.kind == .folder || hasFolderForDescription(path) {
            guard let beside = RelativePath(KeyEscape.path(of: key.bytes, isBesideFolder: true)) else { return nil }
            path = home.appending(beside)
        }
        var steps: [CommitPlan.Step] = []
        // The object moves, because its description cannot be where it is.
        if let existing, existing != path { steps.append(.delete(existing)) }
        var folder = path.parent
        while folder != home {
            // A file with the name of the folder: the object `a`, where `a/b` is to be.
            if root.stamp(of: folder) != nil, try root.status(of: folder)?.kind == .file {
                guard let own = folder.relative(to: home),
                    let other = KeyEscape.key(of: Array(own.bytes)).flatMap({ RelativePath(KeyEscape.path(of: $0, isBesideFolder: true)) })
                else { return nil }
                let beside = home.appending(other)
                if beside.parent != folder.parent { steps.append(.makeFolder(beside.parent)) }
                if !hasFolderForDescription(folder) {
                    steps.append(.move(folder.withSuffix(FileMetadata.suffix), to: beside.withSuffix(FileMetadata.suffix)))
                }
                steps.append(.move(folder, to: beside))
            }
            folder = folder.parent
        }
        // A bucket with placeholders has no folder until something is written into it.
        if path.parent != home || root.kind(of: home) == nil { steps.append(.makeFolder(path.parent)) }
        return (path, steps)
    }

    /// Whether a user's folder has the name of the file's description: `a.meta.json/`.
    private func hasFolderForDescription(_ path: RelativePath) -> Bool {
        root.kind(of: path.withSuffix(FileMetadata.suffix), followingLinks: false) == .folder
    }

    /// Deletes an object's file with its description, and the folders that are empty then.
    /// - Returns: false when there was none.
    func delete(_ key: ObjectKey, in bucket: String) throws(FileError) -> Bool {
        guard let home = layer.path(ofBucket: bucket), let path = layer.existingPath(of: key, in: bucket, exactly: true)
        else { return false }
        var steps = [CommitPlan.Step.delete(path)]
        let description = path.withSuffix(FileMetadata.suffix)
        if root.stamp(of: description) != nil, !hasFolderForDescription(path) { steps.append(.delete(description)) }
        try commit(CommitPlan(steps))
        var folder = path.parent
        while folder != home, (try? root.deleteFolder(folder)) ?? false { folder = folder.parent }
        return true
    }

    // MARK: Buckets

    /// Makes the folder of a bucket, unless it is there, with its ACL in a description.
    /// - Parameter acl: of the bucket; nil if it has none of its own.
    func makeBucket(_ name: String, _ acl: AccessControlList?) throws(FileError) {
        guard let path = layer.path(ofBucket: name) else { throw FileError(.invalidPath, .makingFolder, name) }
        let (steps, files) = try description(of: path, acl)
        try commit(CommitPlan([.makeFolder(path)] + steps), moving: files)
    }

    /// Writes the ACL of a bucket into its description.
    private func describe(_ name: String, _ acl: AccessControlList?) throws(FileError) {
        guard let path = layer.path(ofBucket: name) else { throw FileError(.invalidPath, .writing, name) }
        let (steps, files) = try description(of: path, acl)
        if !steps.isEmpty { try commit(CommitPlan([.makeFolder(path)] + steps), moving: files) }
    }

    /// What has to be done so that the description in a bucket's folder has the bucket's ACL: `"acl": "private"` for the owner's alone, or
    /// its grants. The other members stay, without comments. A description that cannot be read hides the bucket, and stays as it is.
    private func description(
        of bucket: RelativePath, _ acl: AccessControlList?
    ) throws(FileError) -> (steps: [CommitPlan.Step], files: [StagedFile]) {
        guard keepsACLs, let acl, let name = RelativePath(FileMetadata.suffix) else { return ([], []) }
        let path = bucket.appending(name)
        var members = JSONObject()
        if root.stamp(of: path) != nil {
            let bytes = try root.read(path)
            guard let old = (try? JSONDocument.parse(bytes, name: path.text))?.root.value.object else { return ([], []) }
            members = old
        }
        let before = members
        var record = members["s3"]?.object ?? JSONObject()
        record[AccessControlList.recordName] = acl == .ofOwner ? nil : acl.record
        members["s3"] = record.isEmpty ? nil : .object(record)
        members["acl"] = acl == .ofOwner ? .string(FileMetadata.Access.nobody.rawValue) : nil
        if JSONValue.object(members) == .object(before) { return ([], []) }
        let staged = try stage(JSONValue.object(members).bytes(), modified: FileStamp.secondsNow)
        return ([.move(staged.path, to: path)], [staged])
    }

    /// What became of a bucket's folder.
    enum Removal: Sendable {
        /// It is gone, with that many objects.
        case deleted(Int)
        /// Nothing was changed, because of a file that is a user's and no object, or a link; for messages.
        case keeps(String)
    }

    /// Deletes the folder of a bucket, with descriptions and tools' files, in one step: it is moved to what is not complete, and deleted
    /// there.
    /// - Parameter withObjects: whether files that are objects may be deleted, too: a session has deleted them.
    func removeBucket(_ name: String, withObjects: Bool) throws(FileError) -> Removal {
        guard let path = layer.path(ofBucket: name), try root.status(of: path)?.kind == .folder else { return .deleted(0) }
        let walk = root.walk(path)
        let users = walk.files.filter { FolderIndex.isObject($0) }
        let strange = walk.files.first { file in
            guard FolderIndex.isObject(file) else { return isOther(file) }
            return !withObjects || file.relative(to: path).flatMap(FolderIndex.key(of:)) == nil
        }
        // What a link leads to is elsewhere.
        let isLink = root.kind(of: path, followingLinks: false) == .link
        if let strange = strange ?? (withObjects ? (isLink ? path : walk.links.first) : nil) { return .keeps(root.display(strange)) }
        let leftover = newLeftoverPath()
        try commit(CommitPlan([.move(path, to: leftover)]))
        // What cannot be deleted now is no bucket any more; the next start tries again.
        try? deleteLeftover(leftover)
        return .deleted(users.count)
    }

    /// Whether a file has the name of a description, and a user has something else in it.
    private func isOther(_ file: RelativePath) -> Bool {
        guard KeyEscape.isDescription(file.name), let described = RelativePath(file.bytes.dropLast(FileMetadata.suffix.utf8.count)),
            root.kind(of: described) != .file
        else { return false }
        return (try? layer.store.metadata(of: described)) == nil
    }
}
