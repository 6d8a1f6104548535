internal import HTTPMessage
internal import S3Dialect

/// Of a bucket or an object.
enum GetAccessControlList: S3Operation {
    static let names = [S3OperationName.getBucketAcl, .getObjectAcl]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost {
        call.operation == .getObjectAcl ? GetObject.cost(of: call, view) : .quick
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        guard call.operation == .getObjectAcl else {
            return call.document((bucket.acl ?? .ofOwner).document)
        }
        let version = try VersionID.parse(call.parameter("versionId"))
        let object = try bucket.object(try call.checkedKey(), version: version)
        return call.document((object.head.description.acl ?? .ofOwner).document, headers: bucket.versionFields(object))
    }
}
