internal import XMLDocument

/// A setting of a bucket that is checked, kept and returned, and that hardly anything acts on.
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

        /// The most bytes of a document. S3 says it of websites and of policies (`BucketPolicy`).
        fileprivate var maximumBytes: Int { self == .website ? 128 << 10 : 1 << 20 }
    }

    /// Which setting it is.
    package let kind: Kind
    /// As the client sent it, but XML has S3's namespace and a declaration. The rules of a lifecycle and the notifications all have ids, the
    /// dates of a lifecycle have their time, the filters of notifications have S3's spelling, and the rule of an encryption says whether
    /// keys of buckets are used and which encryptions are refused.
    package let bytes: [UInt8]
    /// Whether it is a policy that allows anybody something.
    package let isPublicPolicy: Bool
    /// The rules of a lifecycle that would delete current versions or end uploads.
    package let lifecycleRules: [LifecycleRule]
    /// The bucket that logs shall go to.
    package let logTarget: String?

    /// - Parameter bucket: the bucket that it is for.
    /// - Throws: MalformedXML, MaxMessageLengthExceeded; MalformedPolicy for a policy that S3 does not take; InvalidArgument and
    ///   InvalidRequest for what is wrong with rules and notifications.
    package init(_ kind: Kind, _ bytes: [UInt8], bucket: String) throws(S3Error) {
        self.kind = kind
        guard let root = kind.root else {
            isPublicPolicy = try BucketPolicy(bytes, bucket: bucket).isPublic
            (self.bytes, logTarget, lifecycleRules) = (bytes, nil, [])
            return
        }
        isPublicPolicy = false
        let document = try InputElement(bytes, root: root, limit: kind.maximumBytes)
        let completed =
            switch kind {
            case .lifecycle: try LifecycleRules.completed(document)
            case .encryption: try EncryptionRule.completed(document)
            case .notification: try NotificationRules.completed(document)
            default: document.element
            }
        self.bytes = Self.text(of: completed)
        lifecycleRules = kind == .lifecycle ? LifecycleRule.all(InputElement(completed)) : []
        logTarget = kind == .logging ? document.firstWord(at: ["LoggingEnabled", "TargetBucket"]) : nil
        switch kind {
        case .logging: try LoggingRules.check(document)
        case .website: try WebsiteRules.check(document)
        default: break
        }
    }

    /// A document as S3 sends it.
    private static func text(of root: XMLElement) -> [UInt8] {
        var root = root
        if root.name.namespace == nil {
            root.declarations.removeAll { $0.prefix == nil }
            root.declarations.append(XMLElement.NamespaceDeclaration(prefix: nil, namespace: XMLText.namespace))
        }
        return XMLText().bytes + Array(root.markup.utf8)
    }
}

extension InputElement {
    /// The text of the first element on a path; nil where there is none.
    func firstWord(at path: [String]) -> String? { try? first(at: path)?.word() }

    /// The same with white space around it.
    func firstText(at path: [String]) -> String? { try? first(at: path)?.text() }

    private func first(at path: [String]) -> InputElement? {
        var found = self
        for name in path {
            guard let next = found.elements.first(where: { $0.name == name }) else { return nil }
            found = next
        }
        return found
    }
}
