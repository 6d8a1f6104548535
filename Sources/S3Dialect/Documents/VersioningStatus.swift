package import XMLDocument

/// Whether a bucket keeps versions: `VersioningConfiguration`. A bucket that was never asked has none.
package enum VersioningStatus: String, Sendable, Hashable, CaseIterable {
    case enabled = "Enabled"
    case suspended = "Suspended"

    /// - Throws: MalformedXML; IllegalVersioningConfigurationException without a status; NotImplemented for deletion by MFA.
    package init(_ document: [UInt8]) throws(S3Error) {
        let children = try InputElement(document, root: "VersioningConfiguration").children("Status", "MfaDelete", "MFADelete")
        for name in ["MfaDelete", "MFADelete"] {
            guard let word = try children.optional(name)?.word() else { continue }
            if word == "Enabled" { throw .notImplemented("deletion by MFA") }
            guard word == "Disabled" else { throw S3Error(.malformedXML) }
        }
        guard let status = try children.optional("Status")?.word() else { throw S3Error(.illegalVersioningConfigurationException) }
        guard let known = Self(rawValue: status) else { throw S3Error(.malformedXML) }
        self = known
    }

    /// The document of a bucket.
    /// - Parameter status: nil for a bucket that was never asked.
    package static func document(_ status: VersioningStatus?) -> XMLText {
        XMLText("VersioningConfiguration") { $0.element("Status", status?.rawValue) }
    }
}
