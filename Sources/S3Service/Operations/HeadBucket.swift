internal import HTTPMessage
internal import S3Dialect

enum HeadBucket: S3Operation {
    static let names = [S3OperationName.headBucket]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        return call.done(headers: [
            ("x-amz-bucket-region", bucket.layer.settings.regionName(call.settings.region)),
            ("x-amz-bucket-arn", BucketName.arn(of: call.bucket)), ("x-amz-access-point-alias", "false"),
            ("Content-Type", "application/xml"),
        ])
    }
}
