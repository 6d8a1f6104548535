internal import JSONDocument

/// Turns a syntax tree into what the renderer walks: helpers are looked up, names resolved, adjacent texts joined.
struct TemplateCompiler {
    private typealias Syntax = TemplateSyntax

    let helpers: TemplateHelperRegistry
    let source: TemplateSource
    let dialect: TemplateDialect
    private let unknownHelpers = UnknownHelpers()

    /// Calls of helpers that do not exist.
    private final class UnknownHelpers { var calls: [TemplateSyntaxError] = [] }

    init(helpers: TemplateHelperRegistry, source: TemplateSource, dialect: TemplateDialect) {
        self.helpers = helpers
        self.source = source
        self.dialect = dialect
    }

    /// - Throws: the first mistake, and with it every helper that does not exist.
    func compileWhole(_ program: TemplateSyntax.Program) throws(TemplateSyntaxError) -> [TemplateNode] {
        let nodes: [TemplateNode]
        do { nodes = try compile(program) } catch {
            throw TemplateSyntaxError(allOf: unknownHelpers.calls + [error]) ?? error
        }
        if let error = TemplateSyntaxError(allOf: unknownHelpers.calls) { throw error }
        return nodes
    }

    /// The nodes of a block. Inline partials come first: they may be used before they are defined.
    private func compile(_ program: TemplateSyntax.Program?) throws(TemplateSyntaxError) -> [TemplateNode] {
        var definitions: [TemplateNode] = []
        var nodes: [TemplateNode] = []
        for statement in program?.body ?? [] {
            switch statement {
            case .content(let content):
                guard !content.text.isEmpty else { continue }
                if case .text(let before)? = nodes.last {
                    nodes[nodes.count - 1] = .text(before + Array(content.text.utf8))
                } else {
                    nodes.append(.text(Array(content.text.utf8)))
                }
            case .comment: continue
            case .mustache(let mustache):
                if mustache.isDecorator {
                    definitions.append(try definition(mustache.call, nil))
                } else {
                    nodes.append(.value(try expression(mustache.call), isEscaped: mustache.isEscaped))
                }
            case .partial(let partial):
                nodes.append(.partial(try self.partial(partial.call, fallback: nil, indent: Array(partial.indent.utf8))))
            case .block(let block):
                if block.kind == .decorator {
                    definitions.append(try definition(block.call, block.program))
                } else {
                    nodes.append(try node(block))
                }
            }
        }
        return definitions + nodes
    }

    /// `{{#*inline 'name'}}…{{/inline}}`
    private func definition(_ call: TemplateSyntax.Call, _ program: TemplateSyntax.Program?) throws(TemplateSyntaxError) -> TemplateNode {
        guard call.callee.original == "inline" else { throw unknown("decorator", call) }
        guard let name = call.parameters.first else {
            throw TemplateSyntaxError("an inline partial has no name", at: call.offset, repair: "Write {{#*inline 'name'}}.")
        }
        return .definePartial(name: try operand(name), try compile(program))
    }

    /// A block that is no decorator.
    private func node(_ block: TemplateSyntax.Block) throws(TemplateSyntaxError) -> TemplateNode {
        if block.kind == .partial { return .partial(try partial(block.call, fallback: try compile(block.program), indent: [])) }
        let parameters = (block.program ?? block.inverse)?.blockParameters ?? []
        let body = TemplateBody(main: try compile(block.program), inverse: try compile(block.inverse), parameters: parameters)
        switch try expression(block.call) {
        case .call(let call): return .block(call, body)
        case let value: return .section(value, body)
        }
    }

    private func partial(
        _ call: TemplateSyntax.Call, fallback: [TemplateNode]?, indent: [UInt8]
    ) throws(TemplateSyntaxError) -> TemplatePartial {
        let name: TemplateExpression
        switch call.callee {
        case .path(let path) where path.isData: name = .literal(.text("@" + path.original))
        case .call(let call): name = try expression(call, isNested: true)
        case let callee: name = .literal(.text(callee.original))
        }
        if call.parameters.count > 1 {
            throw TemplateSyntaxError(
                "partial \"\(call.callee.original)\" takes one context, not \(call.parameters.count)", at: call.offset)
        }
        let context = call.parameters.first
        return TemplatePartial(
            name: name, context: context == nil ? nil : try operand(context!), hash: try hash(call.hash), fallback: fallback,
            indent: indent, place: place(of: call))
    }

    /// A call, or a value if there is no such helper and no argument.
    /// - Parameter isNested: whether it is between parentheses.
    private func expression(_ call: TemplateSyntax.Call, isNested: Bool = false) throws(TemplateSyntaxError) -> TemplateExpression {
        if case .path(let path) = call.callee, let helper = helper(path) {
            return .call(
                TemplateCall(
                    name: path.original, helper: helper, parameters: try operands(call.parameters), hash: try hash(call.hash),
                    at: place(of: call)))
        }
        if isNested, call.parameters.isEmpty, call.hash.isEmpty, !dialect.allowsValuesInParentheses, case .path(let path) = call.callee {
            let repair = path.parts.count == 1 ? helpers.suggestion(for: path.original) : nil
            return noHelper(call, repair: repair ?? "Without the parentheses it is a value.")
        }
        if case .path(let path) = call.callee, path.isData { return .path(compiled(path)) }
        guard call.parameters.isEmpty, call.hash.isEmpty else {
            let nothing = noHelper(call)
            _ = (try operands(call.parameters), try hash(call.hash))
            return nothing
        }
        switch call.callee {
        case .path(let path): return .path(compiled(path))
        case .call(let inner): return try expression(inner)
        case .undefined, .null: return .path(TemplatePath(offset: call.offset, parts: [call.callee.original]))
        case .string, .number, .boolean:
            guard dialect.takesLiteralsForNames else {
                throw TemplateSyntaxError(
                    "found the value \"\(call.callee.original)\", expected a name", at: call.offset, repair: "Write it without the braces.")
            }
            return .path(TemplatePath(offset: call.offset, parts: [call.callee.original]))
        }
    }

    /// The helper that a name calls; nil if it is that of a value.
    private func helper(_ path: TemplateSyntax.Path) -> (any TemplateHelper)? {
        guard !path.isData, !path.isScoped, path.depth == 0, !path.hasBrackets || dialect.bracketsNameHelpers else { return nil }
        return helpers[path.original]
    }

    private func operand(_ expression: TemplateSyntax.Expression) throws(TemplateSyntaxError) -> TemplateExpression {
        switch expression {
        case .path(let path): .path(compiled(path))
        case .string(let text): .literal(.text(text))
        case .number(let text): .literal(Int(text).map { .int($0) } ?? .double(Double(text) ?? 0))
        case .boolean(let value): .literal(.bool(value))
        case .undefined, .null: .literal(.null)
        case .call(let call): try self.expression(call, isNested: true)
        }
    }

    private func operands(_ expressions: [TemplateSyntax.Expression]) throws(TemplateSyntaxError) -> [TemplateExpression] {
        var result: [TemplateExpression] = []
        for expression in expressions { result.append(try operand(expression)) }
        return result
    }

    /// Of several arguments with one name, the last counts.
    private func hash(
        _ pairs: [(name: String, value: TemplateSyntax.Expression)]
    ) throws(TemplateSyntaxError) -> [(name: String, value: TemplateExpression)] {
        var result: [(name: String, value: TemplateExpression)] = []
        var places: [String: Int] = [:]
        for pair in pairs {
            let value = try operand(pair.value)
            if let place = places[pair.name] {
                result[place].value = value
            } else {
                places[pair.name] = result.count
                result.append((pair.name, value))
            }
        }
        return result
    }

    private func place(of call: TemplateSyntax.Call) -> TemplatePlace { TemplatePlace(offset: call.offset, source: source) }

    private func compiled(_ path: TemplateSyntax.Path) -> TemplatePath {
        TemplatePath(isData: path.isData, isScoped: path.isScoped, depth: path.depth, offset: path.offset, parts: path.parts)
    }

    /// Notes that there is no such helper, and goes on: one run names them all.
    private func noHelper(_ call: TemplateSyntax.Call, repair: String? = nil) -> TemplateExpression {
        let repair = repair ?? helpers.suggestion(for: call.callee.original) ?? "docs/templates.md has the list of helpers."
        unknownHelpers.calls.append(unknown("helper", call, repair: repair))
        return .literal(.null)
    }

    private func unknown(_ what: String, _ call: TemplateSyntax.Call, repair: String? = nil) -> TemplateSyntaxError {
        let name = call.callee.original
        return TemplateSyntaxError("could not find \(what): '\(name)'", at: call.offset, repair: repair ?? helpers.suggestion(for: name))
    }
}
