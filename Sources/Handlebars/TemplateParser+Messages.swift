/// What is wrong where the parser stops, and what to write there.
extension TemplateParser {
    func unexpected(_ wanted: String, closing kind: TemplateToken.Kind? = nil) -> TemplateSyntaxError {
        let found = token.kind == .end ? "the end" : "\"\(token.text)\""
        return TemplateSyntaxError(
            "found \(found), expected \(wanted)", at: token.offset,
            repair: braceRepair(closing: kind) ?? parenthesisRepair(closing: kind) ?? delimiterRepair ?? indexRepair(after: "")
                ?? operatorRepair ?? elseRepair)
    }

    private func braceRepair(closing kind: TemplateToken.Kind?) -> String? {
        if kind == .close, token.text == "}" { return "Close it with \"}}\"." }
        if kind == .closeUnescaped, token.text == "}" || token.kind == .close { return "Close it with \"}}}\"." }
        if token.kind == .closeUnescaped { return "Put a space before the last brace." }
        guard token.kind == .closeRawBlock else { return nil }
        let braces = bytes[token.offset...].prefix { $0 == UInt8(ascii: "}") }.count
        let further = braces - (kind == .closeUnescaped ? 3 : 2)
        return "Put a space before the last \(further == 1 ? "brace" : "\(further) braces")."
    }

    private func parenthesisRepair(closing kind: TemplateToken.Kind?) -> String? {
        if kind == .closeSubexpression, token.kind == .close { return "Close the parenthesis with \")\"." }
        return kind == .close && token.kind == .closeSubexpression ? "Remove it: no parenthesis is open." : nil
    }

    private var delimiterRepair: String? {
        guard token.kind == .invalid, token.text.count > 1, token.text.hasSuffix("=") else { return nil }
        return "Write two different delimiters without letters and digits, and a blank between them: {{=<% %>=}}."
    }

    private var operatorRepair: String? {
        if ["+", "*", "/", "%"].contains(token.text) { return "Put an operator between quotes, as in {{math 3 '\(token.text)' 2}}." }
        guard let first = token.text.first, "=!<>&|".contains(first) else { return nil }
        return "There are no operators: compare with a helper, as in {{#eq a 1}}…{{/eq}}."
    }

    private var elseRepair: String? {
        [.inverse, .openInverseChain].contains(token.kind) ? "The block has an {{else}} already: remove one of them." : nil
    }

    /// What to write where a name is missing in a path; nil if that is not known.
    func nameRepair(_ path: TemplateSyntax.Path, _ separator: String) -> String? {
        if token.text == "[" { return "\"[\" is not closed: write \"]\" after the name." }
        if token.kind == .data, path.parts.isEmpty, index + 1 < tokens.count, tokens[index + 1].kind == .identifier {
            return "Write @\(String(repeating: "../", count: path.depth))\(tokens[index + 1].text)."
        }
        return indexRepair(after: path.original + separator)
    }

    /// How an index or a name between brackets is written, for `name[index]`; nil for another token.
    private func indexRepair(after beginning: String) -> String? {
        guard token.kind == .invalid, let open = token.text.firstIndex(of: "["), open != token.text.startIndex, token.text.hasSuffix("]")
        else { return nil }
        let inner = token.text[token.text.index(after: open)...].dropLast().filter { $0 != "\"" && $0 != "'" }
        return "Write \(beginning)\(token.text[..<open]).[\(inner)]."
    }

    // MARK: Blocks

    func unclosed(_ call: TemplateSyntax.Call, _ open: TemplateToken) -> TemplateSyntaxError {
        let name = call.callee.original
        let end = open.kind == .openRawBlock ? "{{{{/\(name)}}}}" : "{{/\(name)}}"
        return TemplateSyntaxError(
            "\"\(open.text)\(name)\" is never closed", at: open.offset, repair: "Write \(end) at its end.",
            kind: open.kind == .openRawBlock ? .other : .unclosedBlock)
    }

    func mismatched(_ name: String, _ call: TemplateSyntax.Call, at offset: Int) -> TemplateSyntaxError {
        let wanted = call.callee.original
        return TemplateSyntaxError("{{/\(name)}} closes {{#\(wanted)}}", at: offset, repair: "Write {{/\(wanted)}}.")
    }

    /// For what ends a block, or a part of one, where none is open.
    func withoutBlock() -> TemplateSyntaxError {
        switch token.kind {
        case .openEndBlock:
            let name = tokens[(index + 1)...].prefix { [.identifier, .separator, .data].contains($0.kind) }.map(\.text).joined()
            return TemplateSyntaxError(
                "{{/\(name)}} closes no block: none is open", at: token.offset, repair: "Write {{#\(name)}} before it, or remove it.")
        case .inverse, .openInverseChain:
            let name = token.kind == .inverse ? token.text : "{{else …}}"
            return TemplateSyntaxError(
                "\(name) is in no block: none is open", at: token.offset, repair: "Write {{#if …}} before it and {{/if}} behind it.")
        default: return unexpected("a text, or an expression")
        }
    }

    // MARK: What is never closed

    /// What is not closed, so that the parser stops far behind it or at something that is right; nil if nothing is.
    func unclosedText() -> TemplateSyntaxError? {
        if token.kind == .invalid, token.text.hasPrefix("{{"), token.text.drop(while: { "{~".contains($0) }).hasPrefix("!") {
            let end = token.text.contains("!--") ? "--}}" : "}}"
            return TemplateSyntaxError("the comment that begins here is not closed", at: token.offset, repair: "Close it with \"\(end)\".")
        }
        guard let open = openExpression, token.kind != .end, token.text != "}" else { return nil }
        if let quoted = tokens[open...index].first(where: { $0.kind == .string && $0.text.contains("}}") }) { return unclosedQuote(quoted) }
        if isBeforeAnotherExpression || endsWithJSONText || isWithoutClose {
            let close = tokens[open].kind == .openUnescaped ? "}}}" : tokens[open].kind == .openRawBlock ? "}}}}" : "}}"
            return TemplateSyntaxError(
                "\"\(tokens[open].text)\" is never closed", at: tokens[open].offset, repair: "Close it with \"\(close)\".")
        }
        return token.kind == .invalid && ["'", "\""].contains(token.text) ? unclosedQuote(token) : nil
    }

    private func unclosedQuote(_ quoted: TemplateToken) -> TemplateSyntaxError {
        let quote = bytes[quoted.offset] == UInt8(ascii: "'") ? "'" : "\""
        return TemplateSyntaxError("the text that begins here is not closed", at: quoted.offset, repair: "Close it with \(quote).")
    }

    /// Where the expression begins that the token is in, with braces; nil if it is in none.
    private var openExpression: Int? {
        let last = tokens[..<index].lastIndex { Self.opening.contains($0.kind) || Self.closing.contains($0.kind) }
        guard let last, Self.opening.contains(tokens[last].kind), bytes[tokens[last].offset...].starts(with: "{{".utf8) else { return nil }
        return last
    }

    private static let opening: Set<TemplateToken.Kind> = [
        .open, .openUnescaped, .openBlock, .openInverse, .openInverseChain, .openEndBlock, .openPartial, .openPartialBlock, .openRawBlock,
    ]
    private static let closing: Set<TemplateToken.Kind> = [
        .close, .closeUnescaped, .closeRawBlock, .endRawBlock, .content, .comment, .inverse,
    ]

    /// Whether no braces follow that could close the expression.
    private var isWithoutClose: Bool {
        token.kind == .invalid && !["'", "\""].contains(token.text) && bytes[token.offset...].firstRange(of: "}}".utf8) == nil
    }

    /// Whether the token is the rest of an expression that ends with a text of JSON around it, as in `{"a":{"b":"{{name"}}`.
    private var endsWithJSONText: Bool {
        let quote = token.offset + bytes[token.offset...].prefix(while: TemplateLexer.isIdentifier).count
        guard token.kind == .invalid, quote < bytes.count, bytes[quote] == UInt8(ascii: "\""), !" (={".utf8.contains(bytes[quote - 1])
        else { return false }
        return bytes[(quote + 1)...].first { !TemplateLexer.isSpace($0) }.map("}],".utf8.contains) == true
    }

    /// Whether the next pair of braces from the token on opens.
    private var isBeforeAnotherExpression: Bool {
        let rest = bytes[token.offset...]
        let pair = zip(rest, rest.dropFirst()).first { $0 == $1 && ($0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")) }
        return pair?.0 == UInt8(ascii: "{")
    }
}
