/// A place in a document, for a problem there and for messages that name it.
package struct DocumentPlace: Sendable, CustomStringConvertible {
    private let document: JSONDocument
    private let offset: Int
    /// The value that is meant; nil for a place that is given by its offset alone.
    private let node: JSONNode?

    /// - Parameter offset: in bytes.
    package init(_ document: JSONDocument, atOffset offset: Int) {
        self.document = document
        self.offset = offset
        node = nil
    }

    /// The place of a value.
    package init(_ document: JSONDocument, of node: JSONNode) {
        self.document = document
        offset = node.offset
        self.node = node
    }

    /// `file:line:column`.
    package var description: String { document.source.position(of: offset).place(in: document.source.name) }

    /// A problem at this place. The parameters are those of `Problem`.
    package func problem(_ message: String, repair: String? = nil, kind: String? = nil) -> Problem {
        let pointer = node.map { document.root.pointer(to: $0) } ?? document.root.pointer(toOffset: offset)
        return Problem(
            source: document.source.name, position: document.source.position(of: offset), pointer: pointer ?? "", message: message,
            repair: repair, kind: kind)
    }
}
