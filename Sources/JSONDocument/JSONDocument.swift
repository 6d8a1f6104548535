/// A JSON text that was read, with the places of everything in it.
public struct JSONDocument: Sendable {
    public let source: JSONSource
    public let root: JSONNode

    public init(source: JSONSource, root: JSONNode) {
        self.source = source
        self.root = root
    }
}
