internal import XMLDocument

/// The rule of a bucket's encryption: what S3 refuses about it, and what it adds.
enum EncryptionRule {
    private static let usual = "ApplyServerSideEncryptionByDefault"
    private static let bucketKey = "BucketKeyEnabled"
    private static let blocked = "BlockedEncryptionTypes"
    private static let blockable: Set<String> = ["NONE", "SSE-C"]
    private static let algorithms: Set<String> = ["AES256", "aws:kms", "aws:kms:dsse"]

    /// The document with `BucketKeyEnabled` and `BlockedEncryptionTypes` in its rule: a bucket refuses keys of customers unless it says
    /// otherwise.
    /// - Throws: MalformedXML unless there is one rule with an algorithm of S3's; InvalidArgument for a key that the rule has no use for.
    static func completed(_ document: InputElement) throws(S3Error) -> XMLElement {
        let rules = try document.children("Rule")
        guard rules.count == 1, let rule = rules.first else { throw S3Error(.malformedXML) }
        let parts = try rule.children(usual, bucketKey, blocked)
        guard !parts.isEmpty else { throw S3Error(.malformedXML) }
        for type in try parts.optional(blocked)?.children("EncryptionType") ?? [] {
            guard try blockable.contains(type.word()) else { throw S3Error(.malformedXML) }
        }
        let algorithm = try parts.optional(usual)?.children("SSEAlgorithm", "KMSMasterKeyID").required("SSEAlgorithm").word()
        if let algorithm, !algorithms.contains(algorithm) { throw S3Error(.malformedXML) }
        if algorithm == "AES256", rule.firstWord(at: [usual, "KMSMasterKeyID"]) != nil {
            let message = "a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse"
            throw S3Error(.invalidArgument, message, [("ArgumentName", usual)])
        }
        let hasKey = rule.firstWord(at: [bucketKey]) != nil
        let hasBlocked = try parts.optional(blocked) != nil
        guard !hasKey || !hasBlocked else { return document.element }
        var whole = rule.element
        let like = whole.name
        func element(_ name: String, _ content: XMLContent) -> XMLContent {
            .element(XMLElement(name: XMLName(name, prefix: like.prefix, namespace: like.namespace), children: [content]))
        }
        if !hasKey { whole.children.append(element(bucketKey, .text("false"))) }
        if !hasBlocked { whole.children.append(element(blocked, element("EncryptionType", .text("SSE-C")))) }
        var root = document.element
        root.children = [.element(whole)]
        return root
    }
}
