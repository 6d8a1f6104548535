internal import HTTPMessage
internal import S3Dialect

enum GetBucketVersioning: S3Operation {
    static let names = [S3OperationName.getBucketVersioning]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        call.document(VersioningStatus.document(try view.bucket(call.bucket).layer.versioning))
    }
}
