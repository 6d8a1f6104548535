internal import JSONDocument

/// Members of known objects that a template uses and that do not exist: each renders nothing.
package struct UnknownMembers {
    /// An unknown member.
    package struct Member: Equatable, Sendable {
        /// As written: `request.querry`.
        package var path: String
        /// What is wrong, as a sentence without a period.
        package var message: String
        /// What was probably meant, as a whole sentence.
        package var repair: String
    }

    private let known: [String: [String]]
    /// The unknown members, in order of appearance.
    package private(set) var found: [Member] = []

    /// - Parameter known: the members of objects, by the name of the object.
    package init(in template: CompiledTemplate, known: [String: [String]]) {
        self.known = known
        visit(template.nodes)
    }

    private mutating func visit(_ nodes: [TemplateNode]) {
        for node in nodes {
            switch node {
            case .text: continue
            case .value(let expression, _): visit(expression)
            case .section(let expression, let body):
                visit(expression)
                visit(body.main)
                visit(body.inverse)
            case .block(let call, let body):
                visit(.call(call))
                visit(body.main)
                visit(body.inverse)
            case .definePartial(_, let nodes): visit(nodes)
            case .partial(let partial):
                if let context = partial.context { visit(context) }
                for pair in partial.hash { visit(pair.value) }
            }
        }
    }

    private mutating func visit(_ expression: TemplateExpression) {
        switch expression {
        case .literal: return
        case .call(let call):
            for parameter in call.parameters { visit(parameter) }
            for pair in call.hash { visit(pair.value) }
        case .path(let path): check(path)
        }
    }

    private mutating func check(_ path: TemplatePath) {
        guard !path.isData, path.parts.count > 1, let root = path.parts.first else { return }
        guard let known = known[root] else { return }
        let name = path.parts[1]
        guard !known.contains(name) else { return }
        let member = Member(
            path: "\(root).\(name)", message: "\"\(root)\" has no \"\(name)\", which renders nothing",
            repair: Spelling.suggestion(for: name, among: known) ?? "It has \(known.joined(separator: ", ")).")
        if !found.contains(member) { found.append(member) }
    }
}
