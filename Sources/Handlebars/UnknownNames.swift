/// Names that a template looks up in its root object and that are not there: each renders nothing.
///
/// Only what is certain is found. In loops and sections, the names may be members of the value. A template that includes a file or computes
/// the name of a variable is left out.
package struct UnknownNames {
    /// The unknown names, in order of appearance.
    package private(set) var found: [String] = []
    /// Block parameters, variables, and every other text that a helper gets: it may be the name of a variable.
    private var defined: Set<String> = []
    private var isOpen = false

    /// The helpers that set a variable, and which of their arguments names it.
    private static let naming = ["assign": 0, "parseJson": 1, "formData": 1, "regexExtract": 2]
    /// Blocks that leave the context as it is.
    private static let conditions: Set<String> = ["if", "unless", "eq", "neq", "gt", "gte", "lt", "lte", "and", "or", "not"]

    /// - Parameter known: the members of the root object.
    package init(in template: CompiledTemplate, known: Set<String>) {
        template.forEachExpression { expression in
            guard case .call(let call) = expression else { return }
            note(call)
        }
        guard !isOpen else { return }
        visit(template.nodes, known)
    }

    private mutating func note(_ call: TemplateCall) {
        if call.name == "file" { isOpen = true }
        // As a block, it is given nothing but the name.
        if call.name == "parseJson", case .literal(let name)? = call.parameters.first { defined.insert(name.printed) }
        if let place = Self.naming[call.name], place < call.parameters.count { note(nameOf: call.parameters[place]) }
        for pair in call.hash where pair.name == "assign" { note(nameOf: pair.value) }
        if call.name == "block" || call.name == "partial" { defined.formUnion(call.hash.map(\.name)) }
    }

    private mutating func note(nameOf expression: TemplateExpression) {
        if case .literal(let value) = expression { defined.insert(value.printed) } else { isOpen = true }
    }

    private mutating func visit(_ nodes: [TemplateNode], _ known: Set<String>) {
        for node in nodes {
            switch node {
            case .text, .failure, .definePartial, .partial: continue
            case .value(let expression, _): visit(expression, known)
            case .section(let expression, _): visit(expression, known)
            case .block(let call, let body):
                visit(.call(call), known)
                guard Self.conditions.contains(call.name), body.parameters.isEmpty else { continue }
                visit(body.main, known)
                visit(body.inverse, known)
            }
        }
    }

    private mutating func visit(_ expression: TemplateExpression, _ known: Set<String>) {
        switch expression {
        case .literal: return
        case .path(let path):
            guard !path.isData, !path.isScoped, path.depth == 0, let name = path.parts.first else { return }
            guard !known.contains(name), !defined.contains(name), !found.contains(name) else { return }
            found.append(name)
        case .call(let call):
            for parameter in call.parameters { visit(parameter, known) }
            for pair in call.hash { visit(pair.value, known) }
        }
    }
}
