internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum UploadPartCopy: S3Operation {
    static let names = [S3OperationName.uploadPartCopy]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        try call.refuseBody()
        let key = try call.checkedKey()
        let number = try call.newPart()
        let bucket = try view.bucket(call.bucket)
        let source = try CopySource(call)
        let upload = try bucket.layer.upload(call.parameter("uploadId") ?? "", key)
        try EncryptionFields.checkPart(call)
        let (object, content) = try source.copy(call, view) { (object) throws(S3Error) in try CopySource.range(of: object, call) }
        let (md5, checksum) = try ContentDigests.both(of: content, upload.algorithm ?? MultipartUpload.usualAlgorithm)
        let part = UploadedPart(number: number, content: content, md5: md5, checksum: checksum, lastModified: view.now)
        try view.add(part, to: upload, in: call.bucket)
        var fields = source.versionFields(object)
        fields.append(contentsOf: EncryptionFields.usual)
        return call.document(
            XMLText("CopyPartResult") { xml in
                xml.date("LastModified", part.lastModified)
                xml.element("ETag", "\"\(part.entityTag)\"")
                if upload.algorithm != nil { xml.element(checksum.algorithm.element, checksum.text) }
            }, headers: fields)
    }
}
