internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum CopyObject: S3Operation {
    static let names = [S3OperationName.copyObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        try call.refuseBody()
        try call.checkIsWholeAndNew()
        let key = try call.checkedKey()
        let bucket = try view.bucket(call.bucket)
        let source = try CopySource(call)
        let replacesMetadata = try says("REPLACE", call, "metadata")
        let replacesTags = try says("REPLACE", call, "tagging")
        // No object here has annotations.
        _ = try says("EXCLUDE", call, "object-annotation")
        let conditions = try WriteConditions(call)
        let (object, content) = try source.copy(call, view)

        var description = try ObjectDescription(call)
        let isItself = source.bucket == call.bucket && source.key == key && source.version == nil
        try bucket.layer.settings.checkACL(description.acl, of: call)
        let namesClass = call.field("x-amz-storage-class") != nil
        let namesEncryption = EncryptionFields.arePresent(in: call.request) || bucket.layer.settings.documents[.encryption] != nil
        // Other tags are no such change.
        if isItself, !(replacesMetadata || namesClass || description.redirect != nil || namesEncryption) {
            throw S3Error(
                .invalidRequest,
                "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, "
                    + "storage class, website redirect location or encryption attributes.")
        }
        if !replacesMetadata {
            description.headers = object.head.description.headers
            // Those of the copy are its own.
            for name in ["ETag", "Last-Modified"] { description.headers.remove(name) }
            description.metadata = object.head.description.metadata
            // The type of a file follows from its name.
            if !description.headers.contains("Content-Type"), let type = object.head.fields.first("Content-Type") {
                description.headers.append(name: "Content-Type", value: type)
            }
        }
        if !replacesTags { description.tags = object.head.description.tags }
        let new = try NewObject(copying: object, content, description, try call.checksumAlgorithm())
        let copy = try view.put(new, at: key, in: call.bucket, if: conditions)
        // Other writes do not name the version `null`.
        var fields = bucket.versionFields(copy)
        fields.append(contentsOf: source.versionFields(object))
        fields.append(contentsOf: bucket.expirationFields(key, copy))
        return response(to: call, copy, fields)
    }

    private static func response(to call: S3Call, _ copy: StoredObject, _ more: HeaderFields) -> Response {
        var fields = more
        fields.append(contentsOf: EncryptionFields.usual)
        return call.document(
            XMLText("CopyObjectResult") { xml in
                xml.date("LastModified", copy.head.lastModified)
                xml.element("ETag", copy.head.entityTag.text)
                xml.checksum(copy.head.checksum)
            }, headers: fields)
    }

    /// Whether a directive says this word; COPY without one.
    /// - Parameter what: what it is about, as in the name of its field.
    /// - Throws: InvalidArgument for a third word.
    private static func says(_ word: String, _ call: S3Call, _ what: String) throws(S3Error) -> Bool {
        let name = "x-amz-\(what)-directive"
        switch call.field(name) {
        case nil, "COPY"?: return false
        case word?: return true
        case let other?: throw .invalidArgument("Unknown \(what) directive.", name, other)
        }
    }
}
