internal import HTTPMessage
internal import S3Dialect

enum DeleteBucket: S3Operation {
    static let names = [S3OperationName.deleteBucket]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        _ = try view.bucket(call.bucket)
        // An upload that is aborted without its key is not the bucket.
        try call.checkNamesNoUpload()
        try view.delete(call.bucket)
        return call.done(204)
    }
}
