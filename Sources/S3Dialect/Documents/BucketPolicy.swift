internal import JSONDocument

/// A bucket policy, as far as S3 looks at it before it keeps it.
struct BucketPolicy {
    /// Longer policies are refused, as by S3.
    private static let maximumBytes = 20 << 10
    /// The keys of conditions that let in only whom the owner knows, in lower case.
    private static let narrowingKeys: Set<String> = [
        "aws:principalaccount", "aws:principalarn", "aws:principalorgid", "aws:sourceaccount", "aws:sourcearn", "aws:sourceip",
        "aws:sourceorgid", "aws:sourceowner", "aws:sourcevpc", "aws:sourcevpce", "aws:userid", "s3:dataaccesspointaccount",
        "s3:dataaccesspointarn", "s3:x-amz-server-side-encryption-aws-kms-key-id",
    ]

    /// Whether it allows anybody something.
    let isPublic: Bool

    /// - Throws: MalformedPolicy for what is not a JSON object with statements, and for an Allow with NotPrincipal.
    init(_ bytes: [UInt8]) throws(S3Error) {
        guard bytes.count <= Self.maximumBytes else { throw S3Error(.malformedPolicy, "Policies must not exceed 20480 bytes") }
        guard bytes.first == UInt8(ascii: "{"), let policy = try? JSONValue.parse(bytes, name: "policy", maximumDepth: 100) else {
            throw S3Error(.malformedPolicy)
        }
        let statements = policy["Statement"].map { $0.array ?? ($0.object == nil ? [] : [$0]) } ?? []
        guard !statements.isEmpty else { throw S3Error(.malformedPolicy, "Missing required field Statement") }
        let allowing = statements.filter { $0["Effect"]?.string == "Allow" }
        guard allowing.allSatisfy({ $0["NotPrincipal"] == nil }) else {
            throw S3Error(.malformedPolicy, "Allow with NotPrincipal is not allowed.")
        }
        isPublic = allowing.contains(where: Self.meansAnybody)
    }

    private static func meansAnybody(_ statement: JSONValue) -> Bool {
        guard let principal = statement["Principal"], isAnybody(principal) || isAnybody(principal["AWS"]) else { return false }
        let conditions = statement["Condition"]?.object?.members.compactMap(\.value.object) ?? []
        return !conditions.contains { $0.members.contains { narrowingKeys.contains($0.name.lowercased()) } }
    }

    private static func isAnybody(_ principal: JSONValue?) -> Bool {
        principal?.string == "*" || principal?.array?.contains { $0.string == "*" } ?? false
    }
}
