internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum GetObjectTagging: S3Operation {
    static let names = [S3OperationName.getObjectTagging]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let version = try VersionID.parse(call.parameter("versionId"))
        let bucket = try view.bucket(call.bucket)
        let object = try bucket.object(try call.checkedKey(), version: version)
        return call.document(TagDocument.of(object.head.description.tags), headers: bucket.versionFields(object))
    }
}
