internal import JSONDocument

/// What begins like an expression and is sent as it is: `compileStretch` takes all that is behind the last `}}` for text.
package struct UnclosedExpression: Sendable, Equatable {
    /// Where it begins, in bytes.
    package let offset: Int
    /// What is wrong, as a sentence without a period.
    package let message: String
    /// What to do, as a whole sentence.
    package let repair: String

    /// The first one behind the last `}}`; nil if there is none.
    package init?(in bytes: [UInt8]) {
        let end = CompiledTemplate.pair(UInt8(ascii: "}"), in: bytes, bytes.indices.reversed()).map { $0 + 2 } ?? 0
        let delimiters = Self.otherDelimiters(behind: bytes, upTo: end)
        let place =
            if let delimiters {
                bytes[end...].firstRange(of: Array(delimiters.open.utf8))?.lowerBound
            } else {
                CompiledTemplate.pair(UInt8(ascii: "{"), in: bytes, end..<bytes.count)
            }
        guard let place else { return nil }
        offset = place
        if let (open, close) = delimiters {
            message = "\"\(open)\" is behind the last \"}}\", where the template ends, so it is sent as it is"
            repair = "Write \(open)={{ }}=\(close){{!}} at the end of the text."
        } else {
            let isEscaped = place > 0 && bytes[place - 1] == UInt8(ascii: "\\")
            message = "\"{{\" is never closed, so it is sent as it is\(isEscaped ? ", behind its backslash" : "")"
            repair = "Close it with \"}}\", unless two braces are meant."
        }
    }

    /// What `{{=<% %>=}}` has set for what is behind the template that ends there; nil for braces.
    private static func otherDelimiters(behind bytes: [UInt8], upTo end: Int) -> (open: String, close: String)? {
        guard ByteSearch.contains(bytes.span, Array("{{=".utf8)),
            let start = CompiledTemplate.pair(UInt8(ascii: "{"), in: bytes, 0..<end)
        else { return nil }
        return TemplateLexer.otherDelimiters(behind: Array(bytes[start..<end]))
    }
}
