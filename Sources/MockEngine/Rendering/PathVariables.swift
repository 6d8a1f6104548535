internal import JSONDocument
internal import StubModel

/// The variables of a path template, as the templates of the response use them: `{{request.path.id}}`.
enum PathVariables {
    private static let beginning = "request.path."

    /// Warns about variables that the path template does not have.
    static func warn(of mapping: StubMapping, _ report: ProblemReport) {
        guard let url = mapping.request.url, url.kind == .urlPathTemplate else { return }
        let names = PathTemplate.variables(in: url.text)
        if names.isEmpty { return }
        for response in mapping.responses.responses { warn(of: response.node, names, report) }
    }

    private static func warn(of node: JSONNode, _ names: [String], _ report: ProblemReport) {
        switch node.content {
        case .string(let text):
            guard text.contains("{{"), let name = unknown(in: text, names) else { return }
            report.warn(
                "\"request.path\" has no \"\(name)\", which renders nothing", at: node,
                repair: Spelling.suggestion(for: name, among: names)
                    ?? "The path template has \(names.map { "{\($0)}" }.joined(separator: ", ")).")
        case .array(let nodes): for node in nodes { warn(of: node, names, report) }
        case .object(let members): for member in members { warn(of: member.value, names, report) }
        default: return
        }
    }

    /// The first name behind `request.path.` that is none of them.
    private static func unknown(in text: String, _ names: [String]) -> String? {
        var rest = text[...]
        while let found = rest.firstRange(of: beginning) {
            rest = rest[found.upperBound...]
            let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
            // A number is that of a segment.
            if let first = name.first, !first.isNumber, !names.contains(name) { return name }
        }
        return nil
    }
}
