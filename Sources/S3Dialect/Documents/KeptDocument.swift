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
    }

    /// Which setting it is.
    package let kind: Kind
    /// As the client sent it; the rules of a lifecycle all have ids.
    package let bytes: [UInt8]
    /// Whether it is a policy that allows anybody something.
    package let isPublicPolicy: Bool
    /// The bucket that logs shall go to.
    package let logTarget: String?

    /// - Throws: MalformedXML; MalformedPolicy for a policy that S3 does not take; InvalidArgument and InvalidRequest for the rules of a lifecycle or a website.
    package init(_ kind: Kind, _ bytes: [UInt8]) throws(S3Error) {
        self.kind = kind
        guard let root = kind.root else {
            isPublicPolicy = try BucketPolicy(bytes).isPublic
            (self.bytes, logTarget) = (bytes, nil)
            return
        }
        isPublicPolicy = false
        let document = try InputElement(bytes, root: root)
        self.bytes = kind == .lifecycle ? try LifecycleRules.completed(document, bytes) : bytes
        logTarget = kind == .logging ? document.firstWord(at: ["LoggingEnabled", "TargetBucket"]) : nil
        if kind == .encryption { try Self.checkEncryption(document) }
        if kind == .website { try WebsiteRules.check(document) }
    }

    /// - Throws: MalformedXML unless there is one rule; InvalidArgument for a key that the rule has no use for.
    private static func checkEncryption(_ document: InputElement) throws(S3Error) {
        let rules = try document.children("Rule")
        guard rules.count == 1 else { throw S3Error(.malformedXML) }
        let usual = "ApplyServerSideEncryptionByDefault"
        if rules[0].firstWord(at: [usual, "SSEAlgorithm"]) == "AES256", rules[0].firstWord(at: [usual, "KMSMasterKeyID"]) != nil {
            let message = "a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse"
            throw S3Error(.invalidArgument, message, [("ArgumentName", usual)])
        }
    }
}

extension InputElement {
    /// The text of the first element on a path; nil where there is none.
    fileprivate func firstWord(at path: [String]) -> String? {
        var found = self
        for name in path {
            guard let next = found.elements.first(where: { $0.name == name }) else { return nil }
            found = next
        }
        return try? found.word()
    }
}
