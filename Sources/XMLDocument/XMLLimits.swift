/// What reading XML and evaluating XPath may take. libxml2 adds its own: 256 levels, 10 MB for one text or name, and entities that
/// do not multiply a document.
package struct XMLLimits: Sendable, Hashable {
    /// Length of a document in bytes (`limits.xmlBytes`).
    package var bytes: Int
    /// Operations of one XPath evaluation (`limits.xpathSteps`).
    package var xpathSteps: Int

    package init(bytes: Int = 32 << 20, xpathSteps: Int = 2_000_000) {
        self.bytes = bytes
        self.xpathSteps = xpathSteps
    }

    package static let standard = XMLLimits()
}
