internal import HTTPMessage
internal import S3Dialect

enum AbortMultipartUpload: S3Operation {
    static let names = [S3OperationName.abortMultipartUpload]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        try view.abort(call.parameter("uploadId") ?? "", at: try call.checkedKey(), in: call.bucket)
        return call.done(204)
    }
}
