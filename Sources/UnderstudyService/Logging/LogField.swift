internal import JSONDocument

/// One fact of a log line, for programs.
struct LogField: Sendable, Hashable {
    let name: String
    let value: Value

    enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
        /// Of milliseconds, with one decimal.
        case tenths(Int)
    }

    init(_ name: String, _ text: String) { (self.name, value) = (name, .text(text)) }

    init(_ name: String, _ number: Int) { (self.name, value) = (name, .number(number)) }

    init(_ name: String, tenths: Int) { (self.name, value) = (name, .tenths(tenths)) }

    /// `name=value`; a text with blanks, quotes or `=` is in quotes.
    var logfmt: String { "\(name)=\(Self.word(valueText))" }

    /// `"name":value`.
    var json: String {
        if case .text(let text) = value { "\"\(name)\":\(JSONValue.string(text).text())" } else { "\"\(name)\":\(valueText)" }
    }

    private var valueText: String {
        switch value {
        case .text(let text): text
        case .number(let number): String(number)
        case .tenths(let tenths): "\(tenths / 10).\(tenths % 10)"
        }
    }

    private static func word(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
        return isPlain ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
