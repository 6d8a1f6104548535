internal import HTTPMessage
internal import S3Dialect

enum PutBucketConfiguration: S3Operation {
    static let names = BucketSetting.all.compactMap(\.put)

    // A policy of 20 KB has a thousand actions, each with wildcards.
    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        _ = try view.bucket(call.bucket)
        try call.requireDigest()
        let setting = try BucketSetting.of(call.operation)
        // S3 says of an empty policy that it is no JSON.
        let document = setting.put == .putBucketPolicy ? try call.body() : try call.requiredBody()
        let change = try setting.read(document, call, view)
        let fields = try view.changeSettings(of: call.bucket) { (settings) throws(S3Error) in
            try change(&settings)
            return setting.fields(settings)
        }
        return call.done(setting.putStatus, headers: fields)
    }
}
