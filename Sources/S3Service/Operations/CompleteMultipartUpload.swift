internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum CompleteMultipartUpload: S3Operation {
    static let names = [S3OperationName.completeMultipartUpload]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let key = try call.checkedKey()
        let bucket = try view.bucket(call.bucket)
        try EncryptionFields.refuseMethod(call)
        let conditions = try WriteConditions(call)
        let document = try call.body()
        // S3 looks for the upload first.
        if document.isEmpty { _ = try bucket.layer.upload(call.parameter("uploadId") ?? "", key) }
        let list = try PartList(document)
        try refuseLaterChecksum(call, of: try? bucket.layer.upload(call.parameter("uploadId") ?? "", key))
        let announced = try UploadHead.checksum(call.request, mayBeComposite: true)
        let size = try announcedSize(call)
        let object = try view.complete(call.parameter("uploadId") ?? "", of: list, at: key, in: call.bucket, if: conditions) {
            upload throws(S3Error) in
            let type = call.field("x-amz-checksum-type")
            try upload.check(type: type)
            let new = try upload.object(of: list, in: view.session.layer)
            if let size, size != new.content.size {
                throw S3Error(
                    .invalidRequest,
                    "The provided 'x-amz-mp-object-size' header value \(size) does not match what was computed: \(new.content.size)")
            }
            try check(announced, type, new, upload)
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

    /// The algorithms that S3 got when it had checksums of whole objects already.
    private static let laterAlgorithms = ["md5", "sha512", "xxhash3", "xxhash64", "xxhash128"]

    /// For an upload that was begun without an algorithm, S3 looks at no checksum of its first algorithms, and refuses those of later ones.
    /// - Throws: InvalidRequest.
    private static func refuseLaterChecksum(_ call: S3Call, of upload: MultipartUpload?) throws(S3Error) {
        guard let upload, upload.algorithm == nil else { return }
        for name in laterAlgorithms where call.request.firstHeaderIndex("x-amz-checksum-\(name)") != nil {
            throw S3Error(
                .invalidRequest, "Checksum Type mismatch occurred, expected checksum Type: null, actual checksum Type: \(name)")
        }
    }

    /// What the request says about the checksum of the whole object.
    /// - Throws: BadDigest.
    private static func check(_ announced: Checksum?, _ type: String?, _ new: NewObject, _ upload: MultipartUpload) throws(S3Error) {
        guard let announced, let checksum = new.checksum else { return }
        // Another checksum than S3's own is not compared.
        if upload.algorithm == nil, announced.algorithm != checksum.algorithm { return }
        // Without a type, S3 takes the checksum for a composite one wherever the algorithm has such.
        let isComposite = type == nil && upload.type == .fullObject && ChecksumType.composite.isPossible(with: checksum.algorithm)
        guard !isComposite, announced.means(checksum) else {
            throw S3Error(
                .badDigest, "The \(checksum.algorithm.rawValue.lowercased()) you specified did not match the calculated checksum.")
        }
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
