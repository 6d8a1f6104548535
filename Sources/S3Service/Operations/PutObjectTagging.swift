internal import HTTPMessage
internal import S3Dialect

enum PutObjectTagging: S3Operation {
    static let names = [S3OperationName.putObjectTagging]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let key = try call.checkedKey()
        let version = try VersionID.parse(call.parameter("versionId"))
        let tags = try TagSet(try call.requiredBody()).tags
        let object = try view.describe(key, version: version, for: call) { $0.tags = tags }
        return call.done(headers: try view.bucket(call.bucket).versionFields(object))
    }
}
