/// A JSON text that was read, with the places of everything in it.
package struct JSONDocument: Sendable {
    package let source: JSONSource
    package let root: JSONNode

    package init(source: JSONSource, root: JSONNode) {
        self.source = source
        self.root = root
    }
}
