internal import HTTPMessage
internal import S3Dialect

enum PutBucketConfiguration: S3Operation {
    static let names = BucketSetting.all.compactMap(\.put)

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let setting = try BucketSetting.of(call.operation)
        let document = try call.body()
        if call.operation == .putBucketLogging, let target = try KeptDocument(.logging, document, bucket: call.bucket).logTarget {
            guard let logs = view.existingBucket(target) else {
                throw S3Error(.invalidTargetBucketForLogging, nil, [("TargetBucket", target)])
            }
            let region = logs.layer.settings.regionName(call.settings.region)
            let own = bucket.layer.settings.regionName(call.settings.region)
            guard region == own else {
                // S3 does not name the oldest region as the source.
                let source = own == "us-east-1" ? [] : [("SourceBucketLocation", own)]
                throw S3Error(.crossLocationLoggingProhibitted, nil, [("TargetBucketLocation", region)] + source)
            }
        }
        let minimum = call.operation == .putBucketLifecycleConfiguration ? try TransitionMinimum(call) : nil
        try view.change(call.bucket) { (layer) throws(S3Error) in
            try setting.read(document, call.bucket, &layer.settings)
            if let minimum { layer.settings.transitionMinimum = minimum }
        }
        if let minimum { return call.done(headers: minimum.fields) }
        // As S3 does; clients expect nothing else.
        return call.done(call.operation == .putBucketPolicy || call.operation == .putBucketTagging ? 204 : 200)
    }
}
