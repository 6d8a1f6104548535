internal import HTTPMessage
internal import S3Dialect

enum PutBucketVersioning: S3Operation {
    static let names = [S3OperationName.putBucketVersioning]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .document(of: call) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        _ = try view.bucket(call.bucket)
        let status = try VersioningStatus(try call.requiredBody())
        try view.change(call.bucket) { (layer) throws(S3Error) in layer.versioning = status }
        return call.done()
    }
}
