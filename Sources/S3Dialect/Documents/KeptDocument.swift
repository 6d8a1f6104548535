internal import JSONDocument

/// A setting of a bucket that is checked, kept and returned, and that nothing acts on.
package struct KeptDocument: Sendable, Hashable {
    /// Which setting.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case encryption, lifecycle, logging, notification, policy, website

        /// The root element; nil for JSON.
        var root: String? {
            switch self {
            case .encryption: "ServerSideEncryptionConfiguration"
            case .lifecycle: "LifecycleConfiguration"
            case .logging: "BucketLoggingStatus"
            case .notification: "NotificationConfiguration"
            case .policy: nil
            case .website: "WebsiteConfiguration"
            }
        }
    }

    /// Longer policies are refused, as by S3.
    private static let maximumPolicyBytes = 20 << 10

    /// Which setting it is.
    package let kind: Kind
    /// As the client sent it.
    package let bytes: [UInt8]

    /// - Throws: MalformedXML; MalformedPolicy for a policy that is not a JSON object.
    package init(_ kind: Kind, _ bytes: [UInt8]) throws(S3Error) {
        self.kind = kind
        self.bytes = bytes
        guard let root = kind.root else {
            try Self.checkPolicy(bytes)
            return
        }
        _ = try InputElement(bytes, root: root)
    }

    private static func checkPolicy(_ bytes: [UInt8]) throws(S3Error) {
        guard bytes.count <= maximumPolicyBytes else { throw S3Error(.malformedPolicy, "Policies must not exceed 20480 bytes") }
        guard bytes.first == UInt8(ascii: "{"),
            let policy = try? JSONValue.parse(bytes, name: "policy", maximumDepth: 100),
            policy["Statement"]?.array?.isEmpty == false || policy["Statement"]?.object != nil
        else { throw S3Error(.malformedPolicy) }
    }
}
