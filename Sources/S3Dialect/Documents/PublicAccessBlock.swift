package import XMLDocument

/// What of public access a bucket blocks: `PublicAccessBlockConfiguration`.
package struct PublicAccessBlock: Sendable, Hashable {
    /// Public ACLs are refused.
    package var blocksPublicACLs: Bool
    /// Public ACLs have no effect.
    package var ignoresPublicACLs: Bool
    /// Public policies are refused.
    package var blocksPublicPolicy: Bool
    /// A public policy lets in those of the bucket's account only.
    package var restrictsPublicBuckets: Bool

    /// - Throws: MalformedXML; InvalidRequest for a document that says nothing.
    package init(_ document: [UInt8]) throws(S3Error) {
        let children = try InputElement(document, root: "PublicAccessBlockConfiguration").children(
            "BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
        guard !children.isEmpty else { throw S3Error(.invalidRequest, "Must specify at least one configuration.") }
        blocksPublicACLs = try children.optional("BlockPublicAcls")?.flag() ?? false
        ignoresPublicACLs = try children.optional("IgnorePublicAcls")?.flag() ?? false
        blocksPublicPolicy = try children.optional("BlockPublicPolicy")?.flag() ?? false
        restrictsPublicBuckets = try children.optional("RestrictPublicBuckets")?.flag() ?? false
    }

    /// The value as `PublicAccessBlockConfiguration`.
    package var document: XMLText {
        XMLText("PublicAccessBlockConfiguration") { xml in
            xml.element("BlockPublicAcls", blocksPublicACLs)
            xml.element("IgnorePublicAcls", ignoresPublicACLs)
            xml.element("BlockPublicPolicy", blocksPublicPolicy)
            xml.element("RestrictPublicBuckets", restrictsPublicBuckets)
        }
    }
}
