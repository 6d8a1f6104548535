internal import HTTPMessage
internal import S3Dialect

enum AbortMultipartUpload: S3Operation {
    static let names = [S3OperationName.abortMultipartUpload]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        // Only directory buckets have it. An upload must not end where its condition may not hold.
        let condition = "x-amz-if-match-initiated-time"
        if call.field(condition) != nil { throw .notImplemented(header: condition) }
        try view.abort(call.parameter("uploadId") ?? "", at: try call.checkedKey(), in: call.bucket)
        return call.done(204)
    }
}
