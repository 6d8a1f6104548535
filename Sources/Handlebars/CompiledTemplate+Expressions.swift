internal import JSONDocument

extension CompiledTemplate {
    /// Calls the body with every expression of the template, in order of appearance, outer ones first.
    func forEachExpression(_ body: (TemplateExpression) -> Void) { Self.visit(nodes, body) }

    /// Whether the template reads a member of an object, or the object as a whole.
    package func reads(_ member: String, of object: String) -> Bool {
        var isRead = false
        forEachExpression { expression in
            guard case .path(let path) = expression, let place = path.parts.firstIndex(of: object) else { return }
            if place + 1 == path.parts.count || path.parts[place + 1] == member { isRead = true }
        }
        return isRead
    }

    /// The literal texts that are the first argument of a helper, each once, in order of appearance.
    package func firstTexts(ofHelper name: String) -> [String] {
        var texts: [String] = []
        forEachExpression { expression in
            guard case .call(let call) = expression, call.name == name, case .literal(.text(let text))? = call.parameters.first,
                !texts.contains(text)
            else { return }
            texts.append(text)
        }
        return texts
    }

    /// The arguments of each call of a helper, in order of appearance; nil for one that is not literal.
    package func literalArguments(ofHelper name: String) -> [[TemplateValue?]] {
        var calls: [[TemplateValue?]] = []
        forEachExpression { expression in
            guard case .call(let call) = expression, call.name == name else { return }
            calls.append(call.parameters.map { if case .literal(let value) = $0 { value } else { nil } })
        }
        return calls
    }

    /// The literal texts that calls of a helper pass under a name, in order of appearance: of `format='epoch'`, `epoch`.
    package func literalTexts(ofHelper name: String, option: String) -> [String] {
        var texts: [String] = []
        forEachExpression { expression in
            guard case .call(let call) = expression, call.name == name else { return }
            for pair in call.hash where pair.name == option {
                if case .literal(.text(let text)) = pair.value { texts.append(text) }
            }
        }
        return texts
    }

    /// The `name=value` arguments that the helpers ignore, with the names that they read, each once, in order of appearance.
    package var ignoredOptions: [(helper: String, option: String, known: [String])] {
        var found: [(helper: String, option: String, known: [String])] = []
        forEachExpression { expression in
            guard case .call(let call) = expression, let known = call.helper.options else { return }
            for pair in call.hash where !known.contains(pair.name) {
                guard !found.contains(where: { $0.helper == call.name && $0.option == pair.name }) else { continue }
                found.append((call.name, pair.name, known))
            }
        }
        return found
    }

    /// The literal `name=value` arguments of each call of a helper, in order of appearance.
    package func literalOptions(ofHelper name: String) -> [[(name: String, value: TemplateValue)]] {
        var calls: [[(name: String, value: TemplateValue)]] = []
        forEachExpression { expression in
            guard case .call(let call) = expression, call.name == name else { return }
            calls.append(call.hash.compactMap { pair in if case .literal(let value) = pair.value { (pair.name, value) } else { nil } })
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

    private static func visit(_ nodes: [TemplateNode], _ body: (TemplateExpression) -> Void) {
        for node in nodes {
            switch node {
            case .text, .failure: continue
            case .value(let expression, _): visit(expression, body)
            case .section(let expression, let inner):
                visit(expression, body)
                visit(inner.main, body)
                visit(inner.inverse, body)
            case .block(let call, let inner):
                visit(.call(call), body)
                visit(inner.main, body)
                visit(inner.inverse, body)
            case .definePartial(_, let nodes): visit(nodes, body)
            case .partial(let partial):
                if let context = partial.context { visit(context, body) }
                for pair in partial.hash { visit(pair.value, body) }
                visit(partial.fallback ?? [], body)
            }
        }
    }

    private static func visit(_ expression: TemplateExpression, _ body: (TemplateExpression) -> Void) {
        body(expression)
        guard case .call(let call) = expression else { return }
        for parameter in call.parameters { visit(parameter, body) }
        for pair in call.hash { visit(pair.value, body) }
    }
}
