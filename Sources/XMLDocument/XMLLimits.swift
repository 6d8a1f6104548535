/// What reading XML and evaluating XPath may take. libxml2 adds its own: 256 levels, 10 MB for one text or name, and entities that
/// do not multiply a document.
public struct XMLLimits: Sendable, Hashable {
    /// Length of a document in bytes (`limits.xmlBytes`).
    public var bytes: Int
    /// Operations of one XPath evaluation (`limits.xpathSteps`).
    public var xpathSteps: Int

    public init(bytes: Int = 32 << 20, xpathSteps: Int = 2_000_000) {
        self.bytes = bytes
        self.xpathSteps = xpathSteps
    }

    public static let standard = XMLLimits()
}
