internal import FileStore
internal import JSONDocument
internal import StubModel

/// A body file that a stub names, as `bodyFileName` or in a template, with what messages about it need.
struct BodyFileUse: Sendable {
    /// As written; may be a template.
    let name: String
    /// Whether the response uses templates.
    let isTemplated: Bool
    /// Whether the file is the body, and not a part of it that a template includes.
    private let isBody: Bool
    /// The path in the stub's URL; nil if that is an expression or a template.
    let urlPath: [UInt8]?
    private let document: JSONDocument
    private let offset: Int

    /// Nil for a response with another body.
    init?(_ response: ResponseDefinition, of mapping: StubMapping, _ document: JSONDocument) {
        guard case .file(let name) = response.body else { return nil }
        self.init(
            name, isTemplated: response.asksForTemplating, isBody: true, mapping.request.url?.writtenPath, document,
            (response.node.member("bodyFileName") ?? response.node).offset)
    }

    /// The files that the templates of a response's own body include: `{{file 'poses.json'}}`.
    static func included(by response: ResponseDefinition, _ document: JSONDocument) -> [BodyFileUse] {
        // Most responses have no templates, and there are thousands of them.
        guard response.asksForTemplating else { return [] }
        let text: String
        switch response.body {
        case .text(let body): text = body
        case .json(let value): text = value.text().replacing("\\\"", with: "\"")
        case .none, .bytes, .file: return []
        }
        let offset = (response.node.member("body") ?? response.node.member("jsonBody") ?? response.node).offset
        return ["'", "\""].flatMap { quote in
            text.split(separator: "file \(quote)").dropFirst().compactMap { rest in
                rest.firstRange(of: quote).map {
                    BodyFileUse(String(rest[..<$0.lowerBound]), isTemplated: true, isBody: false, nil, document, offset)
                }
            }
        }
    }

    private init(_ name: String, isTemplated: Bool, isBody: Bool, _ urlPath: [UInt8]?, _ document: JSONDocument, _ offset: Int) {
        self.name = name
        self.isTemplated = isTemplated
        self.isBody = isBody
        self.urlPath = urlPath
        self.document = document
        self.offset = offset
    }

    /// The common beginning of all file names; the whole name when it is not a template.
    var literalBeginning: Substring { name.firstRange(of: "{{").map { name[..<$0.lowerBound] } ?? name[...] }

    /// The file that is the body, relative to the mocks folder; nil if a template makes its name, and for a file that a template includes.
    var body: RelativePath? {
        guard isBody, !name.contains("{{") else { return nil }
        return FixtureFolder.path(ofBodyFile: name)
    }

    /// `file:line:column`.
    var place: String {
        let position = document.source.position(of: offset)
        return "\(document.source.name):\(position.line):\(position.column)"
    }

    func problem(_ message: String, repair: String, kind: String) -> Problem {
        Problem(
            source: document.source.name, position: document.source.position(of: offset),
            pointer: document.root.pointer(toOffset: offset) ?? "", message: message, repair: repair, kind: kind)
    }
}

extension URLPattern {
    /// The path if it is written out; nil for an expression or a template.
    fileprivate var writtenPath: [UInt8]? {
        switch kind {
        case .url: Array(text.utf8.prefix { $0 != UInt8(ascii: "?") })
        case .urlPath: Array(text.utf8)
        case .urlPattern, .urlPathPattern, .urlPathTemplate: nil
        }
    }
}
