/// A place in a document, for a problem there and for messages that name it.
package struct DocumentPlace: Sendable, CustomStringConvertible {
    private let document: JSONDocument
    private let offset: Int

    /// - Parameter offset: in bytes.
    package init(_ document: JSONDocument, atOffset offset: Int) {
        self.document = document
        self.offset = offset
    }

    /// `file:line:column`.
    package var description: String { document.source.position(of: offset).place(in: document.source.name) }

    /// A problem at this place. The parameters are those of `Problem`.
    package func problem(_ message: String, repair: String? = nil, kind: String? = nil) -> Problem {
        Problem(
            source: document.source.name, position: document.source.position(of: offset),
            pointer: document.root.pointer(toOffset: offset) ?? "", message: message, repair: repair, kind: kind)
    }
}
