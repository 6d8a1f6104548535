/// Limits of parsing XML and evaluating XPath. libxml2 has its own in addition: 256 levels, 10 MB for one text or name, and no entities
/// that multiply a document.
package struct XMLLimits: Sendable, Hashable {
    /// Length of a document in bytes (`limits.xmlBytes`).
    package var bytes: Int
    /// Operations of one XPath evaluation (`limits.xpathSteps`).
    package var xpathSteps: Int

    package init(bytes: Int = 32 << 20, xpathSteps: Int = 2_000_000) {
        self.bytes = bytes
        self.xpathSteps = xpathSteps
    }

    /// The default limits.
    package static let standard = XMLLimits()
}
