internal import HTTPMessage
internal import S3Dialect

/// The settings of a bucket that have documents of their own (`BucketSetting`).
enum GetBucketConfiguration: S3Operation {
    static let names = BucketSetting.all.map(\.get)

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let setting = try BucketSetting.of(call.operation)
        if let document = setting.document(bucket.layer.settings) {
            var fields = RequestIdentity.commonFields
            fields.append(name: "Content-Type", value: setting.type)
            fields.append(contentsOf: setting.fields(bucket.layer.settings))
            return Response(status: 200, headers: fields, body: .bytes(document))
        }
        switch setting.absence {
        case .document(let xml): return call.document(xml)
        case .error(var error):
            if error.code != S3ErrorCode.noSuchConfiguration.rawValue {
                error.details.append(S3Error.Detail("BucketName", call.bucket))
            }
            throw error
        }
    }
}
