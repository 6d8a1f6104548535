internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum CreateMultipartUpload: S3Operation {
    static let names = [S3OperationName.createMultipartUpload]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        try call.checkNamesNoVersion()
        let key = try call.checkedKey()
        let bucket = try view.bucket(call.bucket)
        let description = try ObjectDescription(call)
        try bucket.layer.settings.checkACL(description.acl, of: call)
        let (algorithm, type) = try checksum(call)
        let upload = try view.begin(description, at: key, in: call.bucket, algorithm, type, limit: call.settings.maximumUploads)
        var fields = EncryptionFields.usual
        fields.append(contentsOf: bucket.abortFields(upload))
        if let algorithm { fields.append(name: "x-amz-checksum-algorithm", value: algorithm.rawValue) }
        if let type { fields.append(name: "x-amz-checksum-type", value: type.rawValue) }
        return call.document(
            XMLText("InitiateMultipartUploadResult") { xml in
                xml.element("Bucket", call.bucket)
                xml.element("Key", key.text)
                xml.element("UploadId", upload.id)
            }, headers: fields)
    }

    /// What checksums the parts and the object will have.
    /// - Throws: InvalidRequest.
    private static func checksum(_ call: S3Call) throws(S3Error) -> (ChecksumAlgorithm?, ChecksumType?) {
        let algorithm = try call.checksumAlgorithm()
        guard let text = call.field("x-amz-checksum-type") else { return (algorithm, algorithm?.usualType) }
        let type = try ChecksumType(field: text)
        guard let algorithm else {
            throw S3Error(.invalidRequest, "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.")
        }
        guard type.isPossible(with: algorithm) else {
            throw S3Error(
                .invalidRequest,
                "The \(type.rawValue) checksum type cannot be used with the \(algorithm.rawValue.lowercased()) checksum algorithm.")
        }
        return (algorithm, type)
    }
}
