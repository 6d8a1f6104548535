internal import JSONDocument
internal import StubModel

/// A stub's `bodyFileName`, with what messages about it need.
struct BodyFileUse: Sendable {
    /// As written; may be a template.
    let name: String
    /// Whether the response uses templates.
    let isTemplated: Bool
    private let document: JSONDocument
    private let offset: Int

    /// Nil for a response with another body.
    init?(_ response: ResponseDefinition, _ document: JSONDocument) {
        guard case .file(let name) = response.body else { return nil }
        self.name = name
        isTemplated = response.asksForTemplating
        self.document = document
        offset = (response.node.member("bodyFileName") ?? response.node).offset
    }

    /// The common beginning of all file names; the whole name when it is not a template.
    var literalBeginning: Substring { name.firstRange(of: "{{").map { name[..<$0.lowerBound] } ?? name[...] }

    func problem(_ message: String, repair: String) -> Problem {
        Problem(
            source: document.source.name, position: document.source.position(of: offset),
            pointer: document.root.pointer(toOffset: offset) ?? "", message: message, repair: repair)
    }
}
