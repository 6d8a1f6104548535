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
        let settings = bucket.layer.settings
        guard call.operation == .getObjectAcl else {
            return call.document(settings.shown(bucket.acl).document)
        }
        let version = try VersionID.parse(call.parameter("versionId"))
        let object = try bucket.object(try call.checkedKey(), version: version)
        return call.document(settings.shown(object.head.description.acl).document, headers: bucket.versionFields(object))
    }
}
