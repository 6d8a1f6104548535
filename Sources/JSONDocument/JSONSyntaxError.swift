/// An error of the scanner. The entry points turn it into a `Problem`.
struct JSONSyntaxError: Error {
    var offset: Int
    var message: String
    var repair: String?
    /// The setting of the limit that the text exceeds; nil for a mistake.
    var exceededSetting: String?

    func problem(in source: JSONSource) -> Problem {
        var problem = Problem(source: source.name, position: source.position(of: offset), message: message, repair: repair)
        problem.exceededSetting = exceededSetting
        return problem
    }
}

/// The scanner's messages.
extension JSONScanner {
    func expected(_ what: String, repair: String? = nil) -> JSONSyntaxError {
        if let conflict { return conflict }
        let repair = invisibleCharacter == nil ? repair ?? commentRepair : "Write a plain space, or nothing."
        return JSONSyntaxError(offset: position, message: "expected \(what), found \(found(at: position))", repair: repair)
    }

    /// Nil unless a mark that git has left is next.
    private var conflict: JSONSyntaxError? {
        guard mode == .fixture, ["<<<<<<<", "=======", ">>>>>>>"].contains(where: { bytes[position...].starts(with: $0.utf8) }) else {
            return nil
        }
        return JSONSyntaxError(
            offset: position, message: "this is a mark of a merge conflict", repair: "Resolve the conflict, and take its marks away.")
    }

    /// What messages call the next character if it cannot be seen.
    private var invisibleCharacter: String? {
        guard next >= 0x80 else { return nil }
        let text = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        return text.unicodeScalars.first.flatMap { InvisibleCharacter.name(of: $0) }
    }

    func expectedValue() -> JSONSyntaxError {
        guard position < bytes.count else {
            return isAtTopLevel ? JSONSyntaxError(offset: 0, message: "the text is empty") : expected("a value")
        }
        if next.isWordByte, next < 0x80 { return unknownWord(from: position) }
        return expected("a value", repair: "'`".utf8.contains(next) ? "Use double quotes." : curlyQuoteRepair)
    }

    /// What the whole text is if it is no JSON from its first value on, in place of what is wrong with that; else the error.
    func otherFormat(insteadOf error: JSONSyntaxError, at start: Int) -> JSONSyntaxError {
        guard mode == .fixture, start < bytes.count, !"{[\"'".utf8.contains(bytes[start]),
            let format = JSONDocument.otherFormat(of: bytes)
        else { return error }
        return JSONSyntaxError(offset: start, message: "expected JSON, found \(format)", repair: "Write it as JSON.")
    }

    func expectedName(ofObjectFrom start: Int) -> JSONSyntaxError {
        guard position < bytes.count else { return unclosed("object", from: start, "}") }
        let isBare = next.isWordByte || next == UInt8(ascii: "'")
        return expected("a name in double quotes", repair: curlyQuoteRepair ?? (isBare ? "Put the name in double quotes." : nil))
    }

    /// - Parameter value: the offset of the last value.
    func expectedCommaOrEnd(_ end: String, of kind: String, from start: Int, after part: String, at value: Int) -> JSONSyntaxError {
        guard position < bytes.count else { return unclosed(kind, from: start, end) }
        var repair: String?
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): repair = "A comma is missing before it."
        case UInt8(ascii: "]"), UInt8(ascii: "}"): repair = "The \(kind) that begins at \(place(start)) is still open."
        default: repair = repairOfQuote(inStringAt: value)
        }
        return expected("\",\" or \"\(end)\" after \(part)", repair: repair)
    }

    /// For a string that is followed by a word and a quote: the string ends where the next one begins, or at a quote of its text.
    private func repairOfQuote(inStringAt start: Int) -> String? {
        let quote = UInt8(ascii: "\"")
        let behindWord = position + bytes[position...].prefix { $0.isWordByte }.count
        guard behindWord > position, behindWord < bytes.count, bytes[behindWord] == quote, bytes[start] == quote,
            let end = bytes[..<position].lastIndex(of: quote), end > start, let last = bytes[(start + 1)..<end].last(where: { $0 > 0x20 })
        else { return nil }
        if ",:{[".utf8.contains(last) { return "The string that begins at \(place(start)) probably lacks its closing quote." }
        return "A double quote in a text is written as \"\\\"\"."
    }

    func unclosed(_ kind: String, from start: Int, _ end: String) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: position, message: "the \(kind) that begins at \(place(start)) is not closed at the end of the text",
            repair: "Close it with \"\(end)\".")
    }

    func trailingComma(at comma: Int, before end: UInt8) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: comma, message: "a trailing comma before \"\(Character(Unicode.Scalar(end)))\"", repair: "Take the comma away.")
    }

    func unexpectedRest() -> JSONSyntaxError {
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            let repair =
                mode == .fixture
                ? "A file holds one value: several stub mappings go into one object, {\"mappings\": [ … ]}." : "A text holds one value."
            return JSONSyntaxError(offset: position, message: "a second value after the end of the first", repair: repair)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return JSONSyntaxError(offset: position, message: "\(found(at: position)) closes nothing", repair: "Remove it.")
        default:
            return JSONSyntaxError(
                offset: position, message: "expected nothing more after the value, found \(found(at: position))", repair: commentRepair)
        }
    }

    func unknownWord(from start: Int) -> JSONSyntaxError {
        let word = found(at: start)
        var repair = "Text needs double quotes around it."
        switch word.lowercased() {
        case "\"true\"", "\"false\"", "\"null\"": repair = "Write \(word.lowercased()) without capitals."
        case "\"none\"", "\"nil\"", "\"undefined\"": repair = "Write null."
        case "\"nan\"", "\"infinity\"", "\"-infinity\"": repair = "JSON has no such number."
        case let text where text.hasPrefix("\"+") || text.hasPrefix("\"."): repair = "A number begins with \"-\" or a digit."
        default: break
        }
        return JSONSyntaxError(offset: start, message: "expected a value, found \(word)", repair: repair)
    }

    func unknownEscape(at offset: Int) -> JSONSyntaxError {
        let character = found(at: offset + 1)
        return JSONSyntaxError(
            offset: offset, message: "unknown escape: a backslash before \(character)", repair: "Write \"\\\\\" for a backslash.")
    }

    func controlCharacter(at offset: Int, inStringFrom start: Int) -> JSONSyntaxError {
        let byte = bytes[offset]
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
            return JSONSyntaxError(
                offset: start, message: "the string that begins here is not closed at the end of its line",
                repair: "Close it, or write line ends as \"\\n\".")
        }
        let escape = byte == UInt8(ascii: "\t") ? "\\t" : "\\u\(hexadecimal(byte, digits: 4))"
        return JSONSyntaxError(
            offset: offset, message: "the control character U+\(hexadecimal(byte, digits: 4)) in a string",
            repair: "Write it as \"\(escape)\".")
    }

    func unclosedString(from start: Int) -> JSONSyntaxError {
        JSONSyntaxError(offset: start, message: "the string that begins here is not closed", repair: "Close it with a quote.")
    }

    func tooDeep() -> JSONSyntaxError {
        JSONSyntaxError(
            offset: position, message: "nested deeper than \(maximumDepth) levels, which limits.jsonDepth allows",
            repair: "Make it flatter.", exceededSetting: "limits.jsonDepth")
    }

    /// What is at an offset, for messages.
    func found(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        if offset == position, let invisibleCharacter { return invisibleCharacter }
        switch byte {
        case UInt8(ascii: "\""): return "a double quote"
        case 0..<0x20, 0x7F: return "U+\(hexadecimal(byte, digits: 4))"
        default: break
        }
        guard byte.isWordByte else { return "\"\(Character(Unicode.Scalar(byte)))\"" }
        let longest = 24
        let word = bytes[offset...].prefix(longest).prefix { $0.isWordByte }
        if let text = String(validating: word, as: UTF8.self) { return "\"\(text)\"\(word.count == longest ? "…" : "")" }
        let ascii = word.prefix { $0 < 0x80 }
        return ascii.isEmpty ? "byte 0x\(hexadecimal(byte, digits: 2))" : "\"\(String(decoding: ascii, as: UTF8.self))…\""
    }

    private var commentRepair: String? {
        mode == .strict && (next == UInt8(ascii: "/") || next == UInt8(ascii: "#")) ? "Comments are not allowed here." : nil
    }

    /// For the typographic quotes of a word processor.
    private var curlyQuoteRepair: String? {
        let quotes: [[UInt8]] = [[0xE2, 0x80, 0x98], [0xE2, 0x80, 0x99], [0xE2, 0x80, 0x9C], [0xE2, 0x80, 0x9D]]
        return quotes.contains(Array(bytes[position...].prefix(3))) ? "Write straight double quotes (U+0022)." : nil
    }

    private func place(_ offset: Int) -> String {
        let position = JSONSource(name: "", bytes: bytes).position(of: offset)
        return "line \(position.line), column \(position.column)"
    }
}
