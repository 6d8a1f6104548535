internal import HTTPMessage
internal import S3Dialect

enum DeleteObjectTagging: S3Operation {
    static let names = [S3OperationName.deleteObjectTagging]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let version = try VersionID.parse(call.parameter("versionId"))
        let object = try view.describe(try call.checkedKey(), version: version, for: call) { $0.tags = [] }
        return call.done(204, headers: try view.bucket(call.bucket).versionFields(object))
    }
}
