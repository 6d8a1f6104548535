internal import JSONDocument

/// A bucket policy, as far as S3 looks at it before it keeps it.
struct BucketPolicy {
    /// Longer policies are refused, as by S3.
    private static let maximumBytes = 20 << 10
    private static let fields = ["Version", "Id", "Statement"]
    private static let versions = ["2008-10-17", "2012-10-17"]

    /// Whether it allows anybody something.
    let isPublic: Bool

    /// - Parameter bucket: the bucket that it is for.
    /// - Throws: MalformedPolicy for what S3 refuses.
    init(_ bytes: [UInt8], bucket: String) throws(S3Error) {
        guard bytes.count <= Self.maximumBytes else { throw .malformedPolicy(.tooLong) }
        guard bytes.first == UInt8(ascii: "{") else { throw .malformedPolicy(.notAnObject) }
        guard let policy = (try? JSONValue.parse(bytes, name: "policy", maximumDepth: 100))?.object else {
            throw .malformedPolicy(.notJSON)
        }
        if let unknown = policy.names.first(where: { !Self.fields.contains($0) }) { throw .malformedPolicy(.unknownField(unknown)) }
        if let version = policy["Version"] {
            guard let text = version.string, Self.versions.contains(text) else { throw .malformedPolicy(.version) }
        }
        guard let written = policy["Statement"] else { throw .malformedPolicy(.missing("Statement")) }
        let statements = written.array ?? [written]
        guard !statements.isEmpty else { throw .malformedPolicy(.noStatement) }
        var isPublic = false
        for statement in statements where try PolicyStatement(statement, bucket: bucket).isPublic { isPublic = true }
        self.isPublic = isPublic
    }
}
