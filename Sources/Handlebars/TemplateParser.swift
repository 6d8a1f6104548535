/// Parses tokens into a tree by Handlebars' grammar (handlebars.yy).
struct TemplateParser {
    private typealias Syntax = TemplateSyntax

    let bytes: [UInt8]
    let tokens: [TemplateToken]
    private(set) var index = 0
    private var depth = 0
    private let limits: TemplateLimits
    private let dialect: TemplateDialect

    private init(_ bytes: [UInt8], _ limits: TemplateLimits, _ dialect: TemplateDialect) {
        self.bytes = bytes
        tokens = TemplateLexer.tokens(bytes)
        self.limits = limits
        self.dialect = dialect
    }

    static func parse(
        _ bytes: [UInt8], limits: TemplateLimits = TemplateLimits(), dialect: TemplateDialect
    ) throws(TemplateSyntaxError) -> TemplateSyntax.Program {
        var parser = TemplateParser(bytes, limits, dialect)
        let program: TemplateSyntax.Program
        do throws(TemplateSyntaxError) {
            program = try parser.program()
            if parser.token.kind != .end { throw parser.withoutBlock() }
        } catch { throw parser.unclosedText() ?? error }
        TemplateWhitespace(trimsStandaloneLines: dialect.trimsStandaloneLines).apply(to: program)
        return program
    }

    // MARK: Statements

    private mutating func program() throws(TemplateSyntaxError) -> TemplateSyntax.Program {
        depth += 1
        defer { depth -= 1 }
        try checkDepth(of: "blocks")
        var body: [TemplateSyntax.Statement] = []
        while let statement = try statement() { body.append(statement) }
        return TemplateSyntax.Program(body)
    }

    private func checkDepth(of nested: String) throws(TemplateSyntaxError) {
        guard depth > limits.nesting else { return }
        throw TemplateSyntaxError(
            "\(nested) are nested more than \(limits.nesting) deep, which limits.templateDepth allows", at: token.offset)
    }

    /// Nil at a token that ends a program.
    private mutating func statement() throws(TemplateSyntaxError) -> TemplateSyntax.Statement? {
        switch token.kind {
        case .content: return .content(Syntax.Content(take().text))
        case .comment: return .comment(comment(take()))
        case .open, .openUnescaped: return .mustache(try mustache())
        case .openPartial: return .partial(try partial())
        case .openBlock, .openPartialBlock: return .block(try block())
        case .openInverse: return .block(try inverseBlock())
        case .openRawBlock: return .block(try rawBlock())
        default: return nil
        }
    }

    private func comment(_ token: TemplateToken) -> TemplateSyntax.Comment {
        var text = Substring(token.text).dropFirst(2).dropLast(2)
        let strip = Syntax.Strip(open: text.first == "~", close: text.last == "~")
        if strip.open { text.removeFirst() }
        if strip.close { text.removeLast() }
        text.removeFirst()
        for _ in 0..<2 where text.first == "-" { text.removeFirst() }
        for _ in 0..<2 where text.last == "-" { text.removeLast() }
        return Syntax.Comment(text: String(text), strip: strip)
    }

    private mutating func mustache() throws(TemplateSyntaxError) -> TemplateSyntax.Mustache {
        let open = take()
        let call = try call()
        let close = try expect(open.kind == .openUnescaped ? .closeUnescaped : .close, "the end of \"\(open.text)\"")
        return Syntax.Mustache(
            call: call, isEscaped: open.kind == .open && !open.text.hasSuffix("&"), isDecorator: open.text.hasSuffix("*"),
            strip: strip(open, close))
    }

    private mutating func partial() throws(TemplateSyntaxError) -> TemplateSyntax.Partial {
        let open = take()
        let call = try call()
        return Syntax.Partial(call: call, strip: strip(open, try expect(.close, "the end of \"{{>\"")))
    }

    private mutating func block() throws(TemplateSyntaxError) -> TemplateSyntax.Block {
        let open = take()
        let isDecorator = open.text.hasSuffix("*")
        let call = try call()
        let parameters = try blockParameters()
        let openStrip = strip(open, try expect(.close, "the end of \"\(open.text)\""))
        let program = try program()
        program.blockParameters = parameters
        let kind: Syntax.Block.Kind = open.kind == .openPartialBlock ? .partial : isDecorator ? .decorator : .section
        let result = Syntax.Block(kind: kind, call: call, program: program, openStrip: openStrip)
        let chained = try kind == .section ? inverse(of: result) : nil
        result.closeStrip = try endBlock(call, open)
        if let chained { chained.closeStrip = result.closeStrip }
        return result
    }

    /// `{{^name}} … {{/name}}`
    private mutating func inverseBlock() throws(TemplateSyntaxError) -> TemplateSyntax.Block {
        let open = take()
        let call = try call()
        let parameters = try blockParameters()
        let openStrip = strip(open, try expect(.close, "the end of \"{{^\""))
        let program = try program()
        program.blockParameters = parameters
        let result = Syntax.Block(kind: .section, call: call, program: nil, inverse: program, openStrip: openStrip)
        if token.kind == .inverse {
            result.inverseStrip = inverseStrip(take())
            result.program = try self.program()
        }
        result.closeStrip = try endBlock(call, open)
        return result
    }

    /// Parses `{{else}} …` and `{{else if …}} …` into the block.
    /// - Returns: the next block of the chain, whose end is also the end of the given block.
    private mutating func inverse(of block: TemplateSyntax.Block) throws(TemplateSyntaxError) -> TemplateSyntax.Block? {
        depth += 1
        defer { depth -= 1 }
        switch token.kind {
        case .inverse:
            block.inverseStrip = inverseStrip(take())
            block.inverse = try program()
            return nil
        case .openInverseChain:
            try checkDepth(of: "blocks")
            let open = take()
            let call = try call()
            let parameters = try blockParameters()
            let openStrip = strip(open, try expect(.close, "the end of \"{{else\""))
            let program = try program()
            program.blockParameters = parameters
            let inner = Syntax.Block(kind: .section, call: call, program: program, openStrip: openStrip)
            let further = try inverse(of: inner)
            inner.closeStrip = inner.inverseStrip
            further?.closeStrip = inner.closeStrip
            block.inverseStrip = openStrip
            let chain = Syntax.Program([.block(inner)])
            chain.isChained = true
            block.inverse = chain
            return inner
        default: return nil
        }
    }

    private mutating func rawBlock() throws(TemplateSyntaxError) -> TemplateSyntax.Block {
        let open = take()
        let call = try call()
        _ = try expect(.closeRawBlock, "the end of \"{{{{\"")
        var body: [Syntax.Statement] = []
        while token.kind == .content { body.append(.content(Syntax.Content(take().text))) }
        guard token.kind == .endRawBlock else { throw unclosed(call, open) }
        let end = take()
        guard end.text == call.callee.original else { throw mismatched(end.text, call, at: end.offset) }
        return Syntax.Block(kind: .raw, call: call, program: Syntax.Program(body))
    }

    private mutating func endBlock(
        _ call: TemplateSyntax.Call, _ open: TemplateToken
    ) throws(TemplateSyntaxError) -> TemplateSyntax.Strip {
        guard token.kind == .openEndBlock else {
            if token.kind == .end { throw unclosed(call, open) }
            throw unexpected("\"{{/\(call.callee.original)}}\"")
        }
        let end = take()
        let name = try name()
        guard name.original == call.callee.original else { throw mismatched(name.original, call, at: end.offset) }
        return strip(end, try expect(.close, "the end of \"{{/\""))
    }

    private mutating func blockParameters() throws(TemplateSyntaxError) -> [String] {
        guard token.kind == .openBlockParameters else { return [] }
        _ = take()
        var names: [String] = []
        while token.kind == .identifier { names.append(take().text) }
        _ = try expect(.closeBlockParameters, "\"|\" after the block's parameters")
        return names
    }

    // MARK: Expressions

    private mutating func call() throws(TemplateSyntaxError) -> TemplateSyntax.Call {
        var result = Syntax.Call(callee: .null, offset: token.offset)
        result.callee = token.kind == .openSubexpression ? try parameter() : try name()
        try refuseDot(behind: result.callee)
        while true {
            if token.kind == .identifier, index + 1 < tokens.count, tokens[index + 1].kind == .equals {
                let name = Self.unbracketed(take().text)
                _ = take()
                result.hash.append((name, try parameter()))
            } else if startsParameter {
                guard result.hash.isEmpty else { throw unexpected("\"name=value\": plain arguments come first") }
                result.parameters.append(try parameter())
            } else {
                return result
            }
        }
    }

    /// In `{{request.query.}}`, Handlebars takes the last dot for an argument: the context.
    private func refuseDot(behind callee: TemplateSyntax.Expression) throws(TemplateSyntaxError) {
        let before = tokens[max(0, index - 1)]
        guard dialect.refusesDotBehindName, token.kind == .identifier, token.text == ".", before.kind == .identifier,
            token.offset == before.offset + before.text.utf8.count
        else { return }
        throw TemplateSyntaxError(
            "a name is missing after \"\(callee.original).\"", at: token.offset, repair: "Add the name, or remove the dot.")
    }

    private var startsParameter: Bool {
        switch token.kind {
        case .identifier, .data, .string, .number, .boolean, .undefined, .null, .openSubexpression: true
        default: false
        }
    }

    private mutating func parameter() throws(TemplateSyntaxError) -> TemplateSyntax.Expression {
        guard token.kind == .openSubexpression else { return try name() }
        depth += 1
        defer { depth -= 1 }
        try checkDepth(of: "expressions")
        _ = take()
        let call = try call()
        _ = try expect(.closeSubexpression, "\")\"")
        return .call(call)
    }

    private mutating func name() throws(TemplateSyntaxError) -> TemplateSyntax.Expression {
        switch token.kind {
        case .string: return .string(take().text)
        case .number: return .number(take().text)
        case .boolean: return .boolean(take().text == "true")
        case .undefined:
            _ = take()
            return .undefined
        case .null:
            _ = take()
            return .null
        case .identifier, .data: return .path(try path())
        default: throw unexpected("a name or a value")
        }
    }

    private mutating func path() throws(TemplateSyntaxError) -> TemplateSyntax.Path {
        var path = Syntax.Path()
        path.offset = token.offset
        if token.kind == .data {
            path.isData = true
            _ = take()
        }
        var separator = ""
        while true {
            if token.kind == .data, dialect.allowsDataBehindParents, path.depth > 0, path.parts.isEmpty, !path.isData {
                path.isData = true
                _ = take()
            }
            // After a separator, `true` and `0` are names like any other.
            let isName = [.identifier, .number, .boolean, .undefined, .null].contains(token.kind)
            guard isName, token.kind == .identifier || !separator.isEmpty else {
                guard !separator.isEmpty else { throw unexpected("a name") }
                throw TemplateSyntaxError(
                    "a name is missing after \"\(path.original)\(separator)\"", at: token.offset,
                    repair: nameRepair(path, separator))
            }
            let piece = take()
            let part = Self.unbracketed(piece.text)
            path.original += separator + part
            switch piece.text {
            case ".", "this", "..":
                if dialect.allowsLoosePaths, !path.parts.isEmpty, piece.text != ".." { break }
                guard path.parts.isEmpty else { throw TemplateSyntaxError("\"\(piece.text)\" inside of a path", at: piece.offset) }
                if piece.text == ".." { path.depth += 1 } else { path.isScoped = true }
            default:
                path.parts.append(part)
                if piece.text.hasPrefix("[") { path.hasBrackets = true }
            }
            guard let next = takeSeparator(behind: piece, of: path) else { return path }
            separator = next
        }
    }

    /// The separator behind a name: `.` or `/`, or two of them for one. Nil if there is none.
    private mutating func takeSeparator(behind name: TemplateToken, of path: TemplateSyntax.Path) -> String? {
        if token.kind == .separator { return take().text }
        guard dialect.allowsLoosePaths, !path.parts.isEmpty, token.kind == .identifier, token.text == "." || token.text == "..",
            token.offset == name.offset + name.text.utf8.count, index + 1 < tokens.count
        else { return nil }
        let next = tokens[index + 1]
        guard next.offset == token.offset + token.text.utf8.count, next.kind == .separator || next.kind == .identifier else { return nil }
        let first = take().text
        return token.kind == .separator ? first + take().text : first
    }

    /// The names in a dotted path. One in brackets may contain dots.
    static func names(in path: String) -> [String] {
        var names: [String] = []
        var rest = path[...]
        while !rest.isEmpty {
            let close = rest.first == "[" ? rest.firstIndex(of: "]") : nil
            let end = rest[(close ?? rest.startIndex)...].firstIndex(of: ".") ?? rest.endIndex
            if end > rest.startIndex { names.append(unbracketed(String(rest[..<end]))) }
            rest = rest[end...].dropFirst()
        }
        return names
    }

    private static func unbracketed(_ text: String) -> String {
        text.utf8.count >= 2 && text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }

    // MARK: Tokens

    var token: TemplateToken { tokens[index] }

    private mutating func take() -> TemplateToken {
        defer { if index < tokens.count - 1 { index += 1 } }
        return tokens[index]
    }

    private mutating func expect(_ kind: TemplateToken.Kind, _ what: String) throws(TemplateSyntaxError) -> TemplateToken {
        guard token.kind == kind else { throw unexpected(what, closing: kind) }
        return take()
    }

    private func strip(_ open: TemplateToken, _ close: TemplateToken) -> TemplateSyntax.Strip {
        Syntax.Strip(open: open.text.utf8.dropFirst(2).first == UInt8(ascii: "~"), close: close.text.hasSuffix("~}}"))
    }

    private func inverseStrip(_ token: TemplateToken) -> TemplateSyntax.Strip { strip(token, token) }
}
