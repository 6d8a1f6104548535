internal import HTTPMessage
internal import S3Dialect

enum AbortMultipartUpload: S3Operation {
    static let names = [S3OperationName.abortMultipartUpload]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        // A condition of directory buckets: an upload must not end because it is not understood.
        let condition = "x-amz-if-match-initiated-time"
        if call.field(condition) != nil { throw .notImplemented(header: condition) }
        try view.abort(call.parameter("uploadId") ?? "", at: try call.checkedKey(), in: call.bucket)
        return call.done(204)
    }
}
