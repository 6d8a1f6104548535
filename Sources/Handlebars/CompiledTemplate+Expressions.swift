internal import JSONDocument

extension CompiledTemplate {
    /// Calls the body with every expression of the template, in order of appearance, outer ones first.
    func forEachExpression(_ body: (TemplateExpression) -> Void) { forEachUse { $0.expression.forEach(body) } }

    /// Whether the template reads a member of an object, or the object as a whole.
    package func reads(_ member: String, of object: String) -> Bool {
        var isRead = false
        forEachExpression { expression in
            guard case .path(let path) = expression, let place = path.parts.firstIndex(of: object) else { return }
            if place + 1 == path.parts.count || path.parts[place + 1] == member { isRead = true }
        }
        return isRead
    }

    /// Every call of a helper, in order of appearance, outer ones first.
    package var calls: [WrittenCall] {
        var calls: [WrittenCall] = []
        forEachUse { use in
            var block = use.block
            use.expression.forEach { expression in
                if case .call(let call) = expression { calls.append(WrittenCall(call, block)) }
                block = nil
            }
        }
        return calls
    }

    /// The calls of partials that no text defines, with their places in the whole text; nil for none, and if a file may define them.
    package var missingPartials: TemplateSyntaxError? {
        var partials = Partials()
        partials.note(nodes)
        forEachExpression { if case .call(let call) = $0, call.name == "file" { partials.isOpen = true } }
        return partials.isOpen ? nil : TemplateSyntaxError(allOf: partials.missing)
    }

    private struct Partials {
        private var calls: [(name: String, offset: Int)] = []
        private var defined: Set<String> = []
        /// Whether there may be others.
        var isOpen = false

        var missing: [TemplateSyntaxError] {
            calls.filter { !defined.contains($0.name) }.map { name, offset in
                TemplateSyntaxError(
                    "there is no partial \"\(name)\"", at: offset,
                    repair: Spelling.nearest(to: name, among: defined.sorted()).map { "Did you mean \"\($0)\"?" }
                        ?? "Define it with {{#*inline '\(name)'}}…{{/inline}}; a file is included with {{file '\(name)'}}.")
            }
        }

        mutating func note(_ nodes: [TemplateNode]) {
            for node in nodes {
                switch node {
                case .text, .failure, .value: continue
                case .section(_, let body), .block(_, let body):
                    note(body.main)
                    note(body.inverse)
                case .definePartial(let name, let nodes):
                    if case .literal(let name) = name { defined.insert(name.printed) } else { isOpen = true }
                    note(nodes)
                case .partial(let partial):
                    note(partial.fallback ?? [])
                    guard partial.fallback == nil, case .literal(let name) = partial.name, name.printed != "@partial-block"
                    else { continue }
                    calls.append((name.printed, partial.place.source.before.count + partial.place.offset))
                }
            }
        }
    }
}

extension TemplateExpression {
    /// Calls the body with the expression and those within it, outer ones first.
    func forEach(_ body: (TemplateExpression) -> Void) {
        body(self)
        guard case .call(let call) = self else { return }
        for parameter in call.parameters { parameter.forEach(body) }
        for pair in call.hash { pair.value.forEach(body) }
    }
}
