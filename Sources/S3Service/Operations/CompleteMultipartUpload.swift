internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum CompleteMultipartUpload: S3Operation {
    static let names = [S3OperationName.completeMultipartUpload]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error) { _ = try find(call, view) }

    /// As in S3, an upload that is not there comes before what is wrong with the request.
    /// - Returns: nil for the upload that was completed: the same request again is answered.
    private static func find(_ call: S3Call, _ view: BucketView) throws(S3Error) -> (id: String, key: ObjectKey, begun: MultipartUpload?) {
        let (id, key) = (call.parameter("uploadId") ?? "", try call.checkedKey())
        let layer = try view.bucket(call.bucket).layer
        return (id, key, layer.ended.hasCompleted(id, key) ? nil : try layer.upload(id, key))
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let (id, key, begun) = try find(call, view)
        try EncryptionFields.refuseMethod(call)
        let conditions = try WriteConditions(call)
        let list = try PartList(try call.body())
        try begun?.refuseLaterChecksum(of: call)
        let announced = try UploadHead.checksum(call.request, mayBeComposite: true)
        let size = try announcedSize(call)
        let object = try view.complete(id, of: list, at: key, in: call.bucket, if: conditions) {
            upload throws(S3Error) in
            let type = call.field("x-amz-checksum-type")
            try upload.check(type: type)
            let new = try upload.object(of: list, in: view.session.layer)
            if let size, size != new.content.size {
                throw S3Error(
                    .invalidRequest,
                    "The provided 'x-amz-mp-object-size' header value \(size) does not match what was computed: \(new.content.size)")
            }
            try upload.check(announced, type, of: new)
            return new
        }
        return response(to: call, key, object, in: try view.bucket(call.bucket))
    }

    /// The size that the request says the object has; nil when it says none.
    /// - Throws: InvalidRequest for what is no size.
    private static func announcedSize(_ call: S3Call) throws(S3Error) -> Int? {
        guard let text = call.field("x-amz-mp-object-size") else { return nil }
        guard let size = Int(text), text.first != "+" else {
            throw S3Error(.invalidRequest, "Value for x-amz-mp-object-size header is invalid: '\(text)'")
        }
        guard size >= 0 else {
            throw S3Error(.invalidRequest, "Value for x-amz-mp-object-size header is less than zero: '\(size)'")
        }
        return size
    }

    private static func response(to call: S3Call, _ key: ObjectKey, _ object: StoredObject, in bucket: Bucket) -> Response {
        var fields = object.newVersionFields
        fields.append(contentsOf: bucket.expirationFields(key, object))
        fields.append(contentsOf: EncryptionFields.usual)
        return call.document(
            XMLText("CompleteMultipartUploadResult") { xml in
                xml.element("Location", call.location(of: key))
                xml.element("Bucket", call.bucket)
                xml.element("Key", key.text)
                xml.element("ETag", object.head.entityTag.text)
                xml.checksum(object.head.checksum)
            }, headers: fields)
    }
}
