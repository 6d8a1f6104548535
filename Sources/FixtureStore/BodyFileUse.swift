internal import FileStore
internal import JSONDocument
internal import StubModel

/// A body file that a stub names, as `bodyFileName` or in a template, with what messages about it need.
struct BodyFileUse: Sendable {
    /// As written; may be a template.
    let name: String
    /// Whether the response uses templates.
    let isTemplated: Bool
    /// Whether the response is meant to have none (`"transformers": []`).
    let declinesTemplating: Bool
    /// The path in the URL of the stub whose body the file is; nil if that is an expression or a template, and for a file that a template
    /// includes.
    let urlPath: [UInt8]?
    /// Where it is named.
    let place: DocumentPlace

    /// Nil for a response with another body.
    init?(_ response: ResponseDefinition, of mapping: StubMapping, _ document: JSONDocument) {
        guard case .file(let name) = response.body else { return nil }
        self.init(
            name, isTemplated: response.asksForTemplating, mapping.request.url?.writtenPath,
            DocumentPlace(document, atOffset: (response.node.member("bodyFileName") ?? response.node).offset),
            declinesTemplating: response.declinesTemplating)
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
        let node = response.node.member("body") ?? response.node.member("jsonBody") ?? response.node
        let place = DocumentPlace(document, atOffset: node.offset)
        return ["'", "\""].flatMap { quote in
            text.split(separator: "file \(quote)").dropFirst().compactMap { rest in
                rest.firstRange(of: quote).map {
                    BodyFileUse(String(rest[..<$0.lowerBound]), isTemplated: true, nil, place)
                }
            }
        }
    }

    private init(_ name: String, isTemplated: Bool, _ urlPath: [UInt8]?, _ place: DocumentPlace, declinesTemplating: Bool = false) {
        self.name = name
        self.isTemplated = isTemplated
        self.declinesTemplating = declinesTemplating
        self.urlPath = urlPath
        self.place = place
    }

    /// The common beginning of all file names; the whole name when it is not a template.
    var literalBeginning: Substring { name.firstRange(of: "{{").map { name[..<$0.lowerBound] } ?? name[...] }

    /// The file, relative to the mocks folder; nil if a template makes its name.
    var path: RelativePath? { name.contains("{{") ? nil : FixtureFolder.path(ofBodyFile: name) }
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
