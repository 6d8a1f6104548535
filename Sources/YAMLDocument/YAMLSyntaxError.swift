internal import JSONDocument

/// A mistake and its place. The entry point turns it into a `Problem`.
struct YAMLSyntaxError: Error {
    var offset: Int
    var message: String
    var repair: String?
    /// What is still open, such as "list", where it begins, and what is to be said about that: "is not closed".
    var open: (kind: String, offset: Int, predicate: String)?

    init(offset: Int, message: String, repair: String? = nil) {
        self.offset = offset
        self.message = message
        self.repair = repair
    }

    func problem(in source: JSONSource) -> Problem {
        var repairs = [repair].compactMap(\.self)
        if let open, open.offset != offset {
            let place = source.position(of: open.offset)
            repairs.insert("The \(open.kind) that begins at line \(place.line), column \(place.column) \(open.predicate).", at: 0)
        }
        return Problem(
            source: source.name, position: source.position(of: offset), message: message,
            repair: repairs.isEmpty ? nil : repairs.joined(separator: " "))
    }
}

/// Translates libyaml's messages.
extension YAMLSyntaxError {
    /// - Parameters:
    ///   - problem: libyaml's message, such as "did not find expected key".
    ///   - context: libyaml's context, such as "while parsing a block mapping", and where that begins.
    ///   - found: the text from the place on.
    ///   - beginsLine: whether only spaces precede the place in its line.
    init(
        libyaml problem: String, at offset: Int, context: (text: String, offset: Int)?, found: ArraySlice<UInt8>, beginsLine: Bool
    ) {
        let character = String(decoding: found.prefix(4), as: UTF8.self).first.map { "\"\($0)\"" } ?? "the end of the text"
        self.init(offset: offset, message: problem)
        switch problem {
        case "found character that cannot start any token" where found.first != UInt8(ascii: "\t"):
            message = "no value begins with \(character)"
            repair = "Put quotes around the text."
        case "found character that cannot start any token", "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            message = "a tab where YAML wants spaces"
            repair = "Indent with spaces."
        case "mapping values are not allowed in this context":
            message = "a \":\" where no key can be"
            repair = "A text with \": \" in it needs quotes, and the keys of one object begin in the same column."
        case "block sequence entries are not allowed in this context":
            message = "a \"- \" where no list can begin"
            repair = "Begin the list in a line of its own."
        case "could not find expected ':'":
            self.offset = context?.offset ?? offset
            message = "a line that is not \"key: value\""
            repair = "A colon is missing, or a text is not indented deeper than its key."
        case "did not find expected key" where beginsLine:
            message = "the indentation of this line differs from that of the keys around it"
            repair = "The keys of one object begin in the same column."
            open = context.map { ("object", $0.offset, "has its keys in that column") }
        case "did not find expected key":
            message = "expected the end of the line, found \(character)"
            repair = "Nothing may follow a text in quotes, a list in [ ] or an object in { }: put quotes around the whole text."
        case "did not find expected '-' indicator":
            message = "expected \"- \", found \(character)"
            repair = "The items of one list begin in the same column."
            open = context.map { ("list", $0.offset, "has its items in that column") }
        case "did not find expected ',' or '}'":
            message = "expected \",\" or \"}\", found \(character)"
            open = context.map { ("object", $0.offset, "is not closed") }
        case "did not find expected ',' or ']'":
            message = "expected \",\" or \"]\", found \(character)"
            open = context.map { ("list", $0.offset, "is not closed") }
        case "did not find expected node content":
            message = "expected a value, found \(character)"
        case "found unexpected end of stream", "found unexpected document indicator":
            self.offset = context?.offset ?? offset
            message = "the quote that opens here is never closed"
        case "found unknown escape character":
            message = "unknown escape in double quotes"
            repair = "Between single quotes a backslash is a backslash."
        case "found invalid Unicode character escape code":
            message = "an escape that is not a character"
            repair = "Write the character itself."
        case "did not find expected alphabetic or numeric character":
            self.offset = context?.offset ?? offset
            message = "an alias or anchor without a name"
            repair = "A text that begins with \"*\" or \"&\" needs quotes."
        case "did not find expected <document start>":
            message = "expected the end of the document, found \(character)"
            repair = "Several documents in one file are separated by lines of \"---\"."
        case "control characters are not allowed":
            message = "a control character"
            repair = "Write it as an escape in double quotes."
        default: break
        }
    }
}
