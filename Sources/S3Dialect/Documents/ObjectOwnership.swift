package import XMLDocument

/// Who owns the objects of a bucket: `OwnershipControls`.
package enum ObjectOwnership: String, Sendable, Hashable, CaseIterable {
    case bucketOwnerPreferred = "BucketOwnerPreferred"
    case objectWriter = "ObjectWriter"
    /// ACLs are switched off.
    case bucketOwnerEnforced = "BucketOwnerEnforced"

    /// - Throws: MalformedXML.
    package init(_ document: [UInt8]) throws(S3Error) {
        let rule = try InputElement(document, root: "OwnershipControls").children("Rule").required("Rule")
        let word = try rule.children("ObjectOwnership").required("ObjectOwnership").word()
        guard let known = Self(rawValue: word) else { throw S3Error(.malformedXML) }
        self = known
    }

    /// The value as `OwnershipControls`.
    package var document: XMLText {
        XMLText("OwnershipControls") { xml in xml.element("Rule") { $0.element("ObjectOwnership", rawValue) } }
    }
}
