internal import JSONDocument

/// Whom a statement of a policy is about.
struct PolicyPrincipal {
    /// What may be named of each kind.
    private static let kinds: [String: @Sendable (String) -> Bool] = [
        "AWS": isAccountOrIdentity, "Service": isService, "Federated": { !$0.isEmpty },
        "CanonicalUser": { $0.utf8.count >= 64 && $0.allSatisfy(\.isHexDigit) },
    ]
    private static let serviceDomains = [".amazonaws.com", ".amazonaws.com.cn", ".amazon.com", ".aws.internal"]
    /// The identities of each service that has some.
    private static let identities = ["iam": ["user/", "role/"], "sts": ["assumed-role/", "federated-user/"]]

    /// Whether it is everybody.
    let isAnybody: Bool

    /// - Throws: MalformedPolicy.
    init(_ value: JSONValue) throws(S3Error) {
        if value.string == "*" {
            isAnybody = true
            return
        }
        guard let members = value.object?.members else { throw .malformedPolicy(.principal) }
        for (kind, names) in members {
            guard let isRight = Self.kinds[kind], names.texts.allSatisfy({ $0.map(isRight) ?? false }) else {
                throw .malformedPolicy(.principal)
            }
        }
        isAnybody = value["AWS"]?.texts.contains("*") ?? false
    }

    /// `*`, `123456789012`, `arn:aws:iam::123456789012:role/name`
    @Sendable private static func isAccountOrIdentity(_ name: String) -> Bool {
        if name == "*" || isAccount(name[...]) { return true }
        let parts = name.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", parts[1].hasPrefix("aws"), let paths = identities[String(parts[2])], parts[3].isEmpty,
            PolicyPattern(parts[5]).isFixed
        else { return false }
        // CloudFront's identities are users of an account that has no number.
        guard isAccount(parts[4]) || parts[2] == "iam" && parts[4] == "cloudfront" else { return false }
        return parts[2] == "iam" && parts[5] == "root" || paths.contains { parts[5].hasPrefix($0) && parts[5] != $0 }
    }

    private static func isAccount(_ text: Substring) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// `logging.s3.amazonaws.com`
    @Sendable private static func isService(_ name: String) -> Bool {
        PolicyPattern(name).isFixed && serviceDomains.contains { name.hasSuffix($0) && name != $0 }
    }
}
