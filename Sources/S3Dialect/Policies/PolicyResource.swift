/// A resource that a policy names: `arn:aws:s3:::bucket/key`, also with wildcards.
struct PolicyResource {
    /// Whether it is the bucket, or may be.
    let isBucket: Bool
    /// Whether it is an object of the bucket, or may be.
    let isObject: Bool

    /// - Parameters:
    ///   - text: nil for what is no text.
    ///   - bucket: the bucket that the policy is for.
    /// - Throws: MalformedPolicy for what is neither the bucket nor in it.
    init(_ text: String?, in bucket: String) throws(S3Error) {
        let parts = (text ?? "").split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", PolicyPattern(parts[1]).mayBegin(with: "aws"), parts[2] == "s3",
            parts[3...4].allSatisfy({ PolicyPattern($0).matches("") })
        else { throw .malformedPolicy(.resource) }
        let pattern = PolicyPattern(parts[5])
        isBucket = pattern.matches(bucket)
        isObject = pattern.mayBegin(with: bucket + "/")
        guard isBucket || isObject else { throw .malformedPolicy(.resource) }
    }
}
