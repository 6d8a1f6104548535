/// An expression of a template, as it stands in a statement.
struct TemplateUse {
    /// What the context is there.
    enum Surroundings {
        /// The template's root.
        case root
        /// An element of a list or a map, or another value; `{{#name}}` may be any of them.
        case loop
        /// Whatever a partial is called with, or a helper gives to its block.
        case other
    }

    let expression: TemplateExpression
    let surroundings: Surroundings
    /// The block that it opens; nil for none.
    var block: TemplateBody?
    /// Whether the statement prints its value, and does nothing else.
    var isPrinted = false
    /// The name by which a partial gets it; nil for any other.
    var argument: String?
}

extension CompiledTemplate {
    /// Calls the body with the expressions of all statements, in order of appearance. Those within an expression are left out.
    func forEachUse(_ body: (TemplateUse) -> Void) { Self.visit(nodes, .root, body) }

    private static func visit(_ nodes: [TemplateNode], _ surroundings: TemplateUse.Surroundings, _ body: (TemplateUse) -> Void) {
        for node in nodes {
            switch node {
            case .text, .failure: continue
            case .value(let expression, _): body(TemplateUse(expression: expression, surroundings: surroundings, isPrinted: true))
            case .section(let expression, let inner):
                body(TemplateUse(expression: expression, surroundings: surroundings))
                visit(inner.main, .loop, body)
                visit(inner.inverse, surroundings, body)
            case .block(let call, let inner):
                body(TemplateUse(expression: .call(call), surroundings: surroundings, block: inner))
                visit(inner.main, surroundings.inside(call, inner), body)
                visit(inner.inverse, surroundings, body)
            case .definePartial(let name, let nodes):
                body(TemplateUse(expression: name, surroundings: surroundings))
                visit(nodes, .other, body)
            case .partial(let partial):
                for expression in [partial.name, partial.context].compactMap(\.self) {
                    body(TemplateUse(expression: expression, surroundings: surroundings))
                }
                for (name, value) in partial.hash {
                    body(TemplateUse(expression: value, surroundings: surroundings, argument: name))
                }
                visit(partial.fallback ?? [], .other, body)
            }
        }
    }
}

extension TemplateUse.Surroundings {
    /// What the context is in the block of a call.
    fileprivate func inside(_ call: TemplateCall, _ block: TemplateBody) -> Self {
        switch call.helper.blockContext {
        case .kept: block.parameters.isEmpty ? self : .other
        case .elements: .loop
        case .other, nil: .other
        }
    }
}
