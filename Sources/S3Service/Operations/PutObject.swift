internal import Digest
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

enum PutObject: S3Operation {
    static let names = [S3OperationName.putObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .conditionalBody(of: call, view) }

    static let maximumBodyBytes = UploadHead.maximumLength
    static let storesBody = true

    /// Only directory buckets append to an object, and rename one.
    private static let ofDirectoryBuckets = ["x-amz-write-offset-bytes", "x-amz-rename-source"]

    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error) {
        let (key, bucket, description, conditions) = try prepare(call, view)
        call.description = description
        guard !conditions.isEmpty, bucket.isQuick(key) else { return }
        _ = try call.uploadHead()  // It comes before a condition, as for a body that the wire has kept.
        try conditions.check(bucket.current(key), key)
    }

    /// What the head says.
    private static func prepare(
        _ call: S3Call, _ view: BucketView
    ) throws(S3Error) -> (key: ObjectKey, bucket: Bucket, description: ObjectDescription, conditions: WriteConditions) {
        try call.checkIsWholeAndNew()
        try call.requireLength()
        try call.checkCoding()
        for field in ofDirectoryBuckets where call.field(field) != nil { throw .notImplemented(header: field) }
        let key = try call.checkedKey()
        let bucket = try view.bucket(call.bucket)
        let description = if let known = call.description { known } else { try ObjectDescription(call) }
        try bucket.layer.settings.checkACL(description.acl, of: call)
        return (key, bucket, description, try WriteConditions(call))
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let (key, bucket, description, conditions) = try prepare(call, view)
        let body = try body(of: call)
        let new = NewObject(
            description: description, content: try body.content(in: view.session.layer.ledger),
            entityTag: Hexadecimal.text(body.md5), checksum: body.checksum)
        let object = try view.put(new, at: key, in: call.bucket, if: conditions)
        return response(to: call, object, bucket.expirationFields(key, object))
    }

    /// - Throws: what is wrong with the body. Unlike for a part, S3 names the expected digest in hexadecimal digits.
    private static func body(of call: S3Call) throws(S3Error) -> ReceivedBody {
        do throws(S3Error) {
            return try call.received()
        } catch {
            var refusal = error
            for index in refusal.details.indices where refusal.details[index].name == "ExpectedDigest" {
                guard let digest = Base64.decode(refusal.details[index].value.utf8) else { continue }
                refusal.details[index].value = Hexadecimal.text(digest)
            }
            throw refusal
        }
    }

    /// The response of an upload, without a body.
    private static func response(to call: S3Call, _ object: StoredObject, _ more: HeaderFields) -> Response {
        var fields = fields(object)
        fields.append(contentsOf: more)
        if let checksum = object.head.checksum { fields.append(contentsOf: checksum.fields) }
        return call.done(headers: fields)
    }

    /// What the response of every upload says.
    static func fields(_ object: StoredObject) -> HeaderFields {
        var fields: HeaderFields = [("ETag", object.head.entityTag.text)]
        fields.append(contentsOf: EncryptionFields.usual)
        fields.append(contentsOf: object.newVersionFields)
        return fields
    }
}
