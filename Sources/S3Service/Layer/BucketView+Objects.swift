internal import HTTPMessage
internal import S3Dialect

/// Changes of objects. Each is one step: readers see the state before or after it.
extension BucketView {
    /// Makes it the newest version, in place of the version `null` where versions are not kept.
    /// - Throws: NoSuchBucket, PreconditionFailed, NoSuchKey, QuotaExceeded.
    func put(
        _ new: NewObject, at key: ObjectKey, in bucket: String, if conditions: WriteConditions = .none
    ) throws(S3Error) -> StoredObject {
        let file = conditions.isEmpty ? nil : try FolderFile(key, in: try self.bucket(bucket), mayBeReplaced: isPersistent)
        let content = try staged(new.content, for: bucket)
        let (object, number) = try change(bucket, .object(key, in: bucket, content: content)) { layer throws(S3Error) in
            var history = layer.history(of: key)
            try conditions.check(history.current(over: try file?.object(layer)), key)
            let room = try room(for: key, new)
            let number = layer.nextChange(at: now)
            let object = new.stored(at: now, layer.newVersionID(number), in: layer)
            history.add(ObjectVersion(object, number: number, room))
            layer.setHistory(history, of: key)
            layer.noteChange(of: key, newest: number)
            return (object, number)
        }
        noteCreated(object, key, bucket, number)
        return object
    }

    /// The room of a new version beside its content.
    /// - Parameter new: the object; nil for a delete marker.
    /// - Throws: QuotaExceeded.
    func room(for key: ObjectKey, _ new: NewObject?) throws(S3Error) -> StorageCharge {
        try session.layer.versionLedger.charge(StorageLedger.bytes(of: key, new?.description, parts: new?.parts.count ?? 0))
    }

    /// Tells who asks that there is a new object.
    func noteCreated(_ object: StoredObject, _ key: ObjectKey, _ bucket: String, _ number: Int) {
        guard let changes = session.changes else { return }
        changes.add(
            S3Change(
                kind: .created, bucket: bucket, key: key.text, size: object.size, entityTag: object.head.contentTag,
                version: object.version == .null ? nil : object.version.text, number: number))
    }

    /// What became of a version.
    struct Deletion: Sendable {
        /// The version that is gone or the delete marker that was made; nil where versions are not kept.
        var version: VersionID?
        /// Whether the version is a delete marker.
        var isMarker = false
        /// Whether the delete marker was made just now.
        var isNewMarker = false

        /// The fields of the response.
        var fields: HeaderFields {
            var fields = HeaderFields()
            if let version { fields.append(name: "x-amz-version-id", value: version.text) }
            if isMarker { fields.append(name: "x-amz-delete-marker", value: "true") }
            return fields
        }
    }

    /// Deletes a version, or without a name the newest: for ever, or by a delete marker. What is not there is not an error.
    /// - Parameters:
    ///   - notesMissing: whether an event says so of an object that was not there, too.
    ///   - check: gets the newest version; nil when there is none or it is a delete marker.
    /// - Throws: NoSuchBucket, QuotaExceeded, and what `check` throws.
    func delete(
        _ key: ObjectKey, version: VersionID? = nil, in bucket: String, notesMissing: Bool = false,
        if check: (StoredObject?) throws(S3Error) -> Void = { _ in }
    ) throws(S3Error) -> Deletion {
        let folderFile = try FolderFile(key, in: try self.bucket(bucket), mayBeReplaced: isPersistent)
        let (deletion, change) = try change(bucket, .object(key, in: bucket, content: nil)) { layer throws(S3Error) in
            var history = layer.history(of: key)
            let file = try folderFile.object(layer)
            let current = history.current(over: file)
            try check(current)
            let number = layer.nextChange(at: now)
            var deletion = Deletion()
            var kind: S3Change.Kind?
            switch (version, layer.versioning) {
            case (let version?, let versioning):
                let isFile = version == .null && history.keepsFile && file != nil
                let removed = history.remove(version)
                kind = removed != nil || isFile ? .removed : nil
                deletion.version = versioning == nil ? nil : version
                deletion.isMarker = removed.map { $0.object == nil } ?? false
            case (nil, nil):
                kind = current == nil ? nil : .removed
                history.removeNull()
            case (nil, let versioning?):
                if versioning == .suspended { history.removeNull() }
                let marker = ObjectVersion(markerAt: now, id: layer.newVersionID(number), number: number, try room(for: key, nil))
                history.add(marker)
                deletion = Deletion(version: marker.id, isMarker: true, isNewMarker: true)
                kind = .markerCreated
            }
            if kind == .removed, history.versions.isEmpty { layer.noteRemoved(key) }
            if history.versions.isEmpty, file == nil, layer.isOverFolder {
                layer.objects[key] = nil
            } else {
                layer.setHistory(history, of: key)
            }
            if kind != nil { layer.noteChange(of: key, newest: file == nil && history.versions.isEmpty ? nil : history.newest) }
            guard let kind = kind ?? (notesMissing && version == nil ? .removed : nil) else { return (deletion, S3Change?.none) }
            let version = deletion.version.flatMap { $0 == .null ? nil : $0.text }
            return (deletion, S3Change(kind: kind, bucket: bucket, key: key.text, version: version, number: number))
        }
        if let change { session.changes?.add(change) }
        return deletion
    }

    /// Replaces the description of a version. A picture in place of a file becomes an object by that, unless nothing changes.
    /// - Returns: the version.
    /// - Throws: NoSuchBucket, NoSuchKey, NoSuchVersion, QuotaExceeded; MethodNotAllowed for a delete marker.
    func describe(
        _ key: ObjectKey, version: VersionID?, for call: S3Call, _ body: @Sendable (inout ObjectDescription) -> Void
    ) throws(S3Error) -> StoredObject {
        // Found first for its errors; between this and the change it may have been replaced, and then the new one is described.
        let bucket = try self.bucket(call.bucket)
        let found: StoredObject
        do throws(S3Error) { found = try bucket.object(key, version: version) } catch { throw error.ofMarker(in: call) }
        if case .picture = found.content {
            var description = found.head.description
            body(&description)
            if description == found.head.description { return found }
        }
        return try change(call.bucket, .object(key, in: call.bucket, content: nil)) { layer throws(S3Error) in
            var history = layer.history(of: key)
            // A save may have written it into the folder since.
            let isOutdated = layer.saves != bucket.layer.saves
            let present = if isOutdated { try bucket.with(layer).object(key, version: version) } else { found }
            let held = history.versions.first { $0.id == present.version }
            guard let newest = held?.object ?? (held == nil ? history.file(present) : nil) else { throw S3Error.noSuchKey(key.text) }
            var description = newest.head.description
            body(&description)
            let room = if let known = held?.room { known } else { try room(for: key, nil) }
            try room.resize(to: StorageLedger.bytes(of: key, description, parts: newest.head.parts.count))
            // A file that is written into the folder again stays the folder's.
            let kept = isPersistent ? nil : try newest.content.kept(0..<newest.content.size, in: session.layer.ledger)
            let object = StoredObject(
                head: newest.head.described(description), content: kept ?? newest.content, version: newest.version)
            history.replace(ObjectVersion(object, number: held?.number ?? 0, room))
            layer.setHistory(history, of: key)
            return object
        }
    }
}
