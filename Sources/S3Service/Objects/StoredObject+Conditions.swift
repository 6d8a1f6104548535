internal import HTTPMessage
internal import S3Dialect

extension StoredObject {
    /// What the conditions of a read say, and its range.
    /// - Parameter hasRanges: whether the operation reads ranges; it ignores one otherwise.
    func verdict(on call: S3Call, hasRanges: Bool, now: HTTPDate) -> Conditions.Verdict {
        guard Conditions.arePresent(in: call.request) else { return .whole }
        let validators = Conditions.Validators(entityTag: head.entityTag, lastModified: head.lastModified)
        return Conditions.evaluate(call.request, validators, length: hasRanges ? size : nil, rangesOnHead: true, now: now)
    }
}

extension S3Call {
    /// PreconditionFailed, with the name of the condition that fails a read.
    var failedCondition: S3Error {
        WriteConditions.failed(request.firstHeaderIndex("If-Match") != nil ? "If-Match" : "If-Unmodified-Since")
    }
}
