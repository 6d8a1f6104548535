internal import HTTPMessage
internal import S3Dialect

enum HeadBucket: S3Operation {
    static let name = "HeadBucket"
    static let resource = S3Resource.bucket
    static let methods = ["HEAD"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        try objects.requireBucket(call.bucket)
        var fields = RequestIdentity.commonFields
        fields.append(name: "x-amz-bucket-region", value: call.settings.region)
        fields.append(name: "x-amz-access-point-alias", value: "false")
        fields.append(name: "Content-Type", value: "application/xml")
        return Response(status: 200, headers: fields)
    }
}
