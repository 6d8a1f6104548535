/// A parsed JSON text that knows the place of each value.
package struct JSONDocument: Sendable {
    /// The text that was parsed.
    package let source: JSONSource
    /// Its one value.
    package let root: JSONNode

    package init(source: JSONSource, root: JSONNode) {
        self.source = source
        self.root = root
    }
}
