internal import HTTPMessage
internal import S3Dialect

enum DeleteBucketConfiguration: S3Operation {
    static let names = BucketSetting.all.compactMap(\.delete)

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let setting = try BucketSetting.of(call.operation)
        try view.changeSettings(of: call.bucket) { (settings) throws(S3Error) in try setting.remove(&settings) }
        return call.done(204)
    }
}
