internal import HTTPMessage
internal import S3Dialect

enum DeleteBucket: S3Operation {
    static let names = [S3OperationName.deleteBucket]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        try view.delete(call.bucket)
        return call.done(204)
    }
}
