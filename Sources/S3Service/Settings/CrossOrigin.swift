internal import HTTPMessage
internal import S3Dialect

/// The fields that let a page of another origin read a response.
enum CrossOrigin {
    /// Empty without an Origin, and when no rule of the bucket fits. Costs almost nothing without an Origin.
    static func fields(for call: S3Call, _ view: BucketView) -> HeaderFields {
        guard call.operation != .optionsObject, let origin = call.request.firstHeader("Origin"),
            let rule = view.existingBucket(call.bucket)?.layer.settings.cors?.rule(origin: origin, method: call.request.method)
        else { return [] }
        return rule.fields(origin: origin, requested: nil)
    }
}
