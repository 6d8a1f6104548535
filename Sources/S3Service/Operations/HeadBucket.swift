internal import HTTPMessage
internal import S3Dialect

enum HeadBucket: S3Operation {
    static let names = [S3OperationName.headBucket]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        var fields = region(of: try view.bucket(call.bucket), call)
        fields.append(contentsOf: [
            ("x-amz-bucket-arn", BucketName.arn(of: call.bucket)), ("x-amz-access-point-alias", "false"),
            ("Content-Type", "application/xml"),
        ])
        return call.done(headers: fields)
    }

    /// Everybody who asks learns the region: clients look for it before they sign.
    static func refusalFields(_ call: S3Call, _ view: BucketView) -> HeaderFields {
        view.existingBucket(call.bucket).map { region(of: $0, call) } ?? []
    }

    private static func region(of bucket: Bucket, _ call: S3Call) -> HeaderFields {
        [("x-amz-bucket-region", bucket.layer.settings.regionName(call.settings.region))]
    }
}
