internal import HTTPMessage
internal import S3Dialect

enum UploadPart: S3Operation {
    static let names = [S3OperationName.uploadPart]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .body(of: call) }

    static let maximumBodyBytes = UploadHead.maximumLength
    static let storesBody = true

    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error) {
        _ = try prepare(call, view)
    }

    /// What the head says. As in S3, an upload that is not there comes before what is wrong with the part.
    private static func prepare(_ call: S3Call, _ view: BucketView) throws(S3Error) -> (number: Int, upload: MultipartUpload) {
        try call.requireLength()
        try call.checkCoding()
        let key = try call.checkedKey()
        let number = try call.newPart()
        let upload = try view.bucket(call.bucket).layer.upload(call.parameter("uploadId") ?? "", key)
        try EncryptionFields.checkPart(call)
        return (number, upload)
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let (number, upload) = try prepare(call, view)
        let body = try call.received()
        try check(body, upload)
        let content = try body.content(in: view.session.layer.ledger)
        let wanted = upload.algorithm ?? MultipartUpload.usualAlgorithm
        // The client may send another checksum with a part than the object will have.
        let checksum = body.checksum.algorithm == wanted ? body.checksum : try ContentDigests.checksum(of: content, wanted)
        let part = UploadedPart(number: number, content: content, md5: body.md5, checksum: checksum, lastModified: view.now)
        try view.add(part, to: upload, in: call.bucket)
        var fields: HeaderFields = [("ETag", "\"\(part.entityTag)\"")]
        if body.isClientsChecksum || upload.algorithm != nil {
            let known = body.isClientsChecksum ? body.checksum : checksum
            fields.append(name: known.algorithm.field, value: known.text)
        }
        fields.append(contentsOf: EncryptionFields.usual)
        return call.done(headers: fields)
    }

    /// - Throws: InvalidRequest when the part has another checksum than the upload was begun with, or none where the object's is made of
    ///   theirs.
    private static func check(_ body: ReceivedBody, _ upload: MultipartUpload) throws(S3Error) {
        let sent = body.isClientsChecksum ? body.checksum.algorithm : nil
        guard let wanted = upload.algorithm, wanted != sent, sent != nil || upload.type == .composite else { return }
        throw S3Error(
            .invalidRequest,
            "Checksum Type mismatch occurred, expected checksum Type: \(wanted.rawValue.lowercased()), actual checksum Type: "
                + "\(sent?.rawValue.lowercased() ?? "null")")
    }
}
