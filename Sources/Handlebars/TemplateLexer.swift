internal import HTTPMessage

/// Splits a template into tokens by the rules of Handlebars' own lexer (handlebars.l), in their order.
struct TemplateLexer {
    private enum Mode { case text, escapedMustache, mustache, raw }

    private let bytes: [UInt8]
    private var position = 0
    private var modes: [Mode] = [.text]
    /// The delimiters of expressions, which `{{=<% %>=}}` changes.
    private var open = "{{"
    private var close = "}}"

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// All tokens up to the end, or up to and including the first invalid one.
    static func tokens(_ bytes: [UInt8]) -> [TemplateToken] {
        var lexer = TemplateLexer(bytes)
        var result: [TemplateToken] = []
        while true {
            guard let token = lexer.next() else { continue }
            result.append(token)
            if token.kind == .end || token.kind == .invalid { return result }
        }
    }

    /// The delimiters that hold behind the end, or behind the first invalid token; nil for braces.
    static func otherDelimiters(behind bytes: [UInt8]) -> (open: String, close: String)? {
        var lexer = TemplateLexer(bytes)
        while true {
            guard let token = lexer.next() else { continue }
            if token.kind == .end || token.kind == .invalid { return lexer.hasBraces ? nil : (lexer.open, lexer.close) }
        }
    }

    /// Nil if something was read that is not a token.
    private mutating func next() -> TemplateToken? {
        switch modes.last ?? .text {
        case .text: text()
        case .escapedMustache: escapedMustache()
        case .mustache: mustache()
        case .raw: raw()
        }
    }

    // MARK: Text

    private mutating func text() -> TemplateToken? {
        guard position < bytes.count else { return TemplateToken(kind: .end, text: "", offset: position) }
        let start = position
        guard let found = find(open, from: position) else {
            position = bytes.count
            return token(.content, start..<position)
        }
        position = found
        var end = found
        if end > start, bytes[end - 1] == UInt8(ascii: "\\") {
            let isDouble = end - 1 > start && bytes[end - 2] == UInt8(ascii: "\\")
            modes.append(isDouble ? .mustache : .escapedMustache)
            end -= 1
        } else {
            modes.append(.mustache)
        }
        return end > start ? token(.content, start..<end) : nil
    }

    /// After `\{{`: text up to the next mustache, escaped or not.
    private mutating func escapedMustache() -> TemplateToken? {
        modes.removeLast()
        let start = position
        let escaped = "\\" + open
        let escapedTwice = "\\" + escaped
        var end = min(position + open.utf8.count, bytes.count)
        while end < bytes.count, !looking(at: open, end), !looking(at: escaped, end), !looking(at: escapedTwice, end) { end += 1 }
        position = end
        return token(.content, start..<end)
    }

    /// Inside `{{{{name}}}}`: text up to its end; further raw blocks inside are text.
    private mutating func raw() -> TemplateToken? {
        let start = position
        guard let open = find("{{{{", from: position) else {
            position = bytes.count
            modes.removeLast()
            return token(.content, start..<position)
        }
        if open > start {
            position = open
            return token(.content, start..<open)
        }
        guard looking(at: "{{{{/", open) else {
            modes.append(.raw)
            position = open + 4
            return token(.content, start..<position)
        }
        var end = open + 5
        while end < bytes.count, Self.isIdentifier(bytes[end]) { end += 1 }
        guard end > open + 5, looking(at: "}}}}", end) else {
            position = open + 5
            return token(.content, start..<position)
        }
        modes.removeLast()
        position = end + 4
        if modes.last == .raw { return token(.content, start..<position) }
        return TemplateToken(kind: .endRawBlock, text: slice(open + 5..<end), offset: start)
    }

    // MARK: Inside braces

    private mutating func mustache() -> TemplateToken? {
        guard position < bytes.count else { return TemplateToken(kind: .end, text: "", offset: position) }
        let start = position
        if looking(at: open, start) { return opening() }
        if looking(at: close, start) { return closing() }
        let byte = bytes[start]
        switch byte {
        case UInt8(ascii: "("): return advance(.openSubexpression, 1)
        case UInt8(ascii: ")"): return advance(.closeSubexpression, 1)
        case UInt8(ascii: "="): return advance(.equals, 1)
        case UInt8(ascii: "@"): return advance(.data, 1)
        case UInt8(ascii: "|"): return advance(.closeBlockParameters, 1)
        case UInt8(ascii: "/"): return advance(.separator, 1)
        case UInt8(ascii: "."): return dot()
        case UInt8(ascii: "}"), UInt8(ascii: "~"): return closing()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(byte)
        case UInt8(ascii: "["): return bracketed()
        case _ where Self.isSpace(byte):
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
            return nil
        default: return word()
        }
    }

    private mutating func opening() -> TemplateToken? {
        if hasBraces, looking(at: "{{{{", position) { return advance(.openRawBlock, 4) }
        var cursor = position + open.utf8.count
        if at(cursor) == UInt8(ascii: "=") { return setDelimiters(cursor) }
        if at(cursor) == UInt8(ascii: "~") { cursor += 1 }
        switch at(cursor) {
        case UInt8(ascii: ">"): return tag(.openPartial, cursor + 1)
        case UInt8(ascii: "#"):
            if at(cursor + 1) == UInt8(ascii: ">") { return tag(.openPartialBlock, cursor + 2) }
            return tag(.openBlock, cursor + (at(cursor + 1) == UInt8(ascii: "*") ? 2 : 1))
        case UInt8(ascii: "/"): return tag(.openEndBlock, cursor + 1)
        case UInt8(ascii: "^"):
            if let end = closed(after: cursor + 1) { return tag(.inverse, end, closes: true) }
            return tag(.openInverse, cursor + 1)
        case UInt8(ascii: "{"): return tag(.openUnescaped, cursor + 1)
        case UInt8(ascii: "&"): return tag(.open, cursor + 1)
        case UInt8(ascii: "!"): return comment(cursor)
        default: break
        }
        var word = cursor
        while Self.isSpace(at(word)) { word += 1 }
        if looking(at: "else", word), !Self.isWord(at(word + 4)) {
            if let end = closed(after: word + 4) { return tag(.inverse, end, closes: true) }
            return tag(.openInverseChain, word + 4)
        }
        return tag(.open, cursor + (at(cursor) == UInt8(ascii: "*") ? 1 : 0))
    }

    /// `{{=<% %>=}}`: the delimiters from here on.
    private mutating func setDelimiters(_ sign: Int) -> TemplateToken? {
        let end = find("=" + close, from: sign + 1)
        let text = end.map { slice(sign + 1..<$0) } ?? ""
        let pair = text.split(whereSeparator: \.isWhitespace)
        guard let end, pair.count == 2, pair[0] != pair[1], !text.contains(where: { $0.isLetter || $0.isNumber || $0 == "=" })
        else { return advance(.invalid, sign + 1 - position) }
        modes.removeLast()
        position = end + 1 + close.utf8.count
        (open, close) = (String(pair[0]), String(pair[1]))
        return nil
    }

    private mutating func comment(_ mark: Int) -> TemplateToken? {
        let isLong = looking(at: "!--", mark)
        var end = find(isLong ? "--" : close, from: isLong ? mark + 1 : mark)
        while isLong, let dashes = end {
            var cursor = dashes + 2
            if at(cursor) == UInt8(ascii: "~") { cursor += 1 }
            if looking(at: close, cursor) {
                end = cursor
                break
            }
            end = find("--", from: dashes + 1)
        }
        guard let end else { return advance(.invalid, bytes.count - position) }
        return tag(.comment, end + close.utf8.count, closes: true)
    }

    /// The position after `~}}` or `}}`, spaces skipped; nil if there is none.
    private func closed(after start: Int) -> Int? {
        var cursor = start
        while Self.isSpace(at(cursor)) { cursor += 1 }
        if at(cursor) == UInt8(ascii: "~") { cursor += 1 }
        return looking(at: close, cursor) ? cursor + close.utf8.count : nil
    }

    private mutating func closing() -> TemplateToken? {
        if hasBraces, looking(at: "}}}}", position) {
            modes[modes.count - 1] = .raw
            return advance(.closeRawBlock, 4)
        }
        let kinds: [(String, TemplateToken.Kind)] = [
            ("}~", .closeUnescaped), ("}", .closeUnescaped), ("~", .close), ("", .close),
        ]
        for (before, kind) in kinds where looking(at: before + close, position) {
            return tag(kind, position + before.utf8.count + close.utf8.count, opens: false, closes: true)
        }
        return advance(.invalid, 1)
    }

    private mutating func dot() -> TemplateToken? {
        if looking(at: "..", position) { return advance(.identifier, 2) }
        let before = position > 0 ? bytes[position - 1] : nil
        if Self.isSpace(before) || before == UInt8(ascii: "(") || before == UInt8(ascii: "="), let length = numberLength {
            return advance(.number, length)
        }
        return advance(endsName(position + 1) ? .identifier : .separator, 1)
    }

    private mutating func quoted(_ quote: UInt8) -> TemplateToken? {
        let start = position
        var content: [UInt8] = []
        var cursor = position + 1
        while cursor < bytes.count {
            if bytes[cursor] == UInt8(ascii: "\\"), at(cursor + 1) == quote {
                content.append(quote)
                cursor += 2
            } else if bytes[cursor] == quote {
                position = cursor + 1
                return TemplateToken(kind: .string, text: String(decoding: content, as: UTF8.self), offset: start)
            } else {
                content.append(bytes[cursor])
                cursor += 1
            }
        }
        return advance(.invalid, 1)
    }

    private mutating func bracketed() -> TemplateToken? {
        let start = position
        var content: [UInt8] = []
        var cursor = position
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: "\\"), let next = at(cursor + 1), next == UInt8(ascii: "]") || next == byte {
                content.append(next)
                cursor += 2
                continue
            }
            content.append(byte)
            cursor += 1
            if byte == UInt8(ascii: "]") {
                position = cursor
                return TemplateToken(kind: .identifier, text: String(decoding: content, as: UTF8.self), offset: start)
            }
        }
        return advance(.invalid, 1)
    }

    private mutating func word() -> TemplateToken? {
        if looking(at: "as", position) {
            var cursor = position + 2
            while Self.isSpace(at(cursor)) { cursor += 1 }
            if at(cursor) == UInt8(ascii: "|") { return advance(.openBlockParameters, cursor + 1 - position) }
        }
        let literals: [(String, TemplateToken.Kind)] = [
            ("true", .boolean), ("false", .boolean), ("undefined", .undefined), ("null", .null),
        ]
        for (text, kind) in literals where looking(at: text, position) && endsLiteral(position + text.utf8.count) {
            return advance(kind, text.utf8.count)
        }
        if let length = numberLength { return advance(.number, length) }
        var end = position
        while end < bytes.count, Self.isIdentifier(bytes[end]), !looking(at: close, end) { end += 1 }
        guard end > position, endsName(end) else { return advance(.invalid, indexed(end) - position) }
        return advance(.identifier, end - position)
    }

    /// The end of `name[…]`, so that a message can show it; else that of the first byte.
    private func indexed(_ end: Int) -> Int {
        guard end > position, at(end) == UInt8(ascii: "[") else { return position + 1 }
        var cursor = end
        while let byte = at(cursor), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "\n") {
            cursor += 1
            if byte == UInt8(ascii: "]") { return cursor }
        }
        return position + 1
    }

    private var numberLength: Int? {
        func digits(_ start: Int) -> Int {
            var cursor = start
            while let byte = at(cursor), byte &- UInt8(ascii: "0") < 10 { cursor += 1 }
            return cursor
        }
        let start = at(position) == UInt8(ascii: "-") ? position + 1 : position
        var end = digits(start)
        if at(end) == UInt8(ascii: "."), case let fraction = digits(end + 1), fraction > end + 1 { end = fraction }
        return end > start && endsLiteral(end) ? end - position : nil
    }

    // MARK: Bytes

    private func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func looking(at text: String, _ index: Int) -> Bool {
        guard index <= bytes.count - text.utf8.count else { return false }
        var index = index
        for byte in text.utf8 {
            guard bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private func find(_ text: String, from start: Int) -> Int? {
        let first = text.utf8.first
        return (start..<max(start, bytes.count)).first { bytes[$0] == first && looking(at: text, $0) }
    }

    private func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func token(_ kind: TemplateToken.Kind, _ range: Range<Int>) -> TemplateToken {
        TemplateToken(kind: kind, text: slice(range), offset: range.lowerBound)
    }

    private mutating func advance(_ kind: TemplateToken.Kind, _ length: Int) -> TemplateToken {
        defer { position += length }
        return token(kind, position..<position + length)
    }

    private var hasBraces: Bool { open == "{{" && close == "}}" }

    /// A token that opens or closes an expression, or both. Its text has braces in place of other delimiters.
    private mutating func tag(
        _ kind: TemplateToken.Kind, _ end: Int, opens: Bool = true, closes: Bool = false
    ) -> TemplateToken {
        let inner = slice(position + (opens ? open.utf8.count : 0)..<end - (closes ? close.utf8.count : 0))
        let result = TemplateToken(kind: kind, text: (opens ? "{{" : "") + inner + (closes ? "}}" : ""), offset: position)
        if closes { modes.removeLast() }
        position = end
        return result
    }

    static func isSpace(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte == UInt8(ascii: " ") || 9...13 ~= byte
    }

    private static func isWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= 0x80 || ASCII.lowercased(byte) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            || byte == UInt8(ascii: "_")
    }

    private static let excluded = Set("!\"#%&'()*+,./;<=>@[\\]^`{|}~".utf8)

    static func isIdentifier(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && !excluded.contains(byte) }

    private func endsName(_ index: Int) -> Bool {
        guard let byte = at(index) else { return false }
        return Self.isSpace(byte) || "=~}/.()]|".utf8.contains(byte) || looking(at: close, index)
    }

    private func endsLiteral(_ index: Int) -> Bool {
        guard let byte = at(index) else { return false }
        return Self.isSpace(byte) || "~})]".utf8.contains(byte) || looking(at: close, index)
    }
}
