internal import HTTPMessage

/// Makes text from clients, files and their names safe to print in a log or in another line: one line, in reading order, of a bounded length.
package enum LogText {
    /// Escapes characters that move a terminal's cursor, end a line or change the direction of text: control characters (C0, DEL, C1),
    /// U+2028 and U+2029, U+FEFF, and the bidirectional marks U+061C, U+200E, U+200F, U+202A–202E and U+2066–2069.
    ///
    /// Line feeds, returns and tabs become `\n`, `\r` and `\t`, the others `\u{202E}`. Escaping twice changes nothing.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The beginning of a text, escaped, followed by `…` if it is longer.
    /// - Parameter limit: in Unicode scalars, before escaping.
    static func shortened(_ text: some StringProtocol, to limit: Int) -> String {
        guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
            return escaped(String(text))
        }
        return escaped(String(text[..<end])) + "…"
    }

    /// The beginning of a sentence, escaped, without the values of signatures and tokens in the queries and fragments of the URLs in it.
    static func sentence(_ text: some StringProtocol, to limit: Int) -> String {
        shortened(withoutSecrets(inText: String(text)), to: limit)
    }

    /// Path and query without the values of signatures and tokens.
    static func withoutSecrets(_ target: String) -> String {
        // As bytes: a mark with an accent behind it is one character, but still begins the query.
        guard target.utf8.contains(UInt8(ascii: "?")) else { return target }
        let bytes = Array(target.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return target }
        let items = bytes[(mark + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return isSecret(name) ? name + Array("=[redacted]".utf8) : item
        }
        return String(decoding: bytes[...mark] + items.joined(separator: [UInt8(ascii: "&")]), as: UTF8.self)
    }

    /// A text without the values of signatures and tokens in the queries and fragments of the URLs in it.
    /// - Parameter isBody: whether the text may be a form, which begins with the name of a parameter.
    static func withoutSecrets(inText text: String, isBody: Bool = false) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        // Where the name of a parameter begins; nil outside of a name.
        var nameStart: Int? = isBody ? 0 : nil
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "="), let start = nameStart, isSecret(bytes[start..<index]) {
                result += "=[redacted]".utf8
                index = bytes[index...].firstIndex(where: endsValue) ?? bytes.count
                nameStart = nil
                continue
            }
            // `;` ends `&amp;`. Behind a `#` is what single-page apps are called back with.
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#") {
                nameStart = index + 1
            } else if byte == UInt8(ascii: "\\"), bytes[index...].starts(with: #"\u0026"#.utf8) {
                // JSON's `&`.
                nameStart = index + 6
            } else if byte == UInt8(ascii: "=") || endsValue(byte) {
                nameStart = nil
            }
            result.append(byte)
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the value of a query's parameter in a text ends here.
    private static func endsValue(_ byte: UInt8) -> Bool {
        byte <= 0x20
            || [UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\")]
                .contains(byte)
    }

    /// - Parameter name: as it was sent; the server decodes it before it uses it.
    private static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let decoded = name.contains(UInt8(ascii: "%")) ? PercentCoding.decode(name) : Array(name)
        return SecretFields.contains(parameter: String(decoding: decoded, as: UTF8.self))
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}

/// `1 object`, `2 objects`.
/// - Parameter plural: nil is the noun with an "s".
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
