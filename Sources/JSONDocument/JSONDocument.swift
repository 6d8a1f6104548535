/// A parsed JSON text that knows the place of each value.
package struct JSONDocument: Sendable {
    /// The text that was parsed.
    package let source: JSONSource
    /// Its one value.
    package let root: JSONNode
    /// The first escape that is half of a character (`\ud800`) and was read as U+FFFD; nil without one.
    package let loneSurrogate: Int?

    package init(source: JSONSource, root: JSONNode, loneSurrogate: Int? = nil) {
        self.source = source
        self.root = root
        self.loneSurrogate = loneSurrogate
    }
}
