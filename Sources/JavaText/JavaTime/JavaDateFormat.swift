/// A compiled pattern of Java's `SimpleDateFormat` or `DateTimeFormatter`. Reads English only, and formats in any known language.
package struct JavaDateFormat: Sendable {
    /// The two share most letters; they differ in `u`, `S`, `Z`, `[ ]` and in strictness.
    package enum Dialect: Sendable { case simpleDateFormat, dateTimeFormatter }

    /// An invalid pattern, described with Java's message.
    package struct PatternError: Error, Sendable, Equatable, CustomStringConvertible {
        package let description: String
    }

    indirect enum Piece: Sendable {
        case literal([UInt8])
        case field(letter: UInt8, count: Int)
        case optional([Piece])
    }

    let pieces: [Piece]
    /// Which of the two classes the pattern is for.
    package let dialect: Dialect

    /// Compiles a pattern.
    /// - Throws: `PatternError` for an unknown letter or too many of it, and for a quote or bracket that is not closed.
    package init(_ pattern: String, _ dialect: Dialect) throws(PatternError) {
        var rest = Array(pattern.utf8)[...]
        self.dialect = dialect
        pieces = try Self.pieces(&rest, dialect, pattern, depth: 0)
        if !rest.isEmpty { throw PatternError(description: "Pattern invalid as it contains ] without previous [") }
    }

    private static func pieces(
        _ rest: inout ArraySlice<UInt8>, _ dialect: Dialect, _ pattern: String, depth: Int
    ) throws(PatternError) -> [Piece] {
        var pieces: [Piece] = []
        func append(_ bytes: [UInt8]) {
            guard case .literal(var text)? = pieces.last else { return pieces.append(.literal(bytes)) }
            // Removed first, so that the text is not copied for each byte.
            pieces.removeLast()
            text += bytes
            pieces.append(.literal(text))
        }
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "'"): append(try quoted(&rest, pattern))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                let count = rest.prefix { $0 == byte }.count
                rest = rest.dropFirst(count)
                let known = dialect == .simpleDateFormat ? "GyYMLwWDdFEuaHkKhmsSzZX" : "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZ"
                guard known.utf8.contains(byte) else {
                    let letter = String(UnicodeScalar(byte))
                    throw PatternError(
                        description: dialect == .simpleDateFormat
                            ? "Illegal pattern character '\(letter)'" : "Unknown pattern letter: \(letter)")
                }
                guard dialect == .simpleDateFormat || takes(count, of: byte) else {
                    let many = "BcOVv".utf8.contains(byte) ? "Wrong number of" : "Too many"
                    throw PatternError(description: "\(many) pattern letters: \(String(UnicodeScalar(byte)))")
                }
                pieces.append(.field(letter: byte, count: count))
            case UInt8(ascii: "[") where dialect == .dateTimeFormatter:
                guard depth < 32 else { throw PatternError(description: "Optional sections are nested more than 32 deep") }
                rest.removeFirst()
                pieces.append(.optional(try self.pieces(&rest, dialect, pattern, depth: depth + 1)))
                if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
            case UInt8(ascii: "]") where dialect == .dateTimeFormatter: return pieces
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "#"):
                guard dialect == .simpleDateFormat else {
                    throw PatternError(description: "Pattern includes reserved character: '\(String(UnicodeScalar(byte)))'")
                }
                append([byte])
                rest.removeFirst()
            default:
                append([byte])
                rest.removeFirst()
            }
        }
        return pieces
    }

    private static func quoted(_ rest: inout ArraySlice<UInt8>, _ pattern: String) throws(PatternError) -> [UInt8] {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "'") {
            rest.removeFirst()
            return [UInt8(ascii: "'")]
        }
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "'") else {
                text.append(byte)
                continue
            }
            guard rest.first == UInt8(ascii: "'") else { return text }
            text.append(byte)
            rest.removeFirst()
        }
        throw PatternError(description: "Unterminated quote in the pattern \"\(pattern)\"")
    }

    /// Whether `DateTimeFormatter` has a letter that often.
    static func takes(_ count: Int, of letter: UInt8) -> Bool {
        switch Unicode.Scalar(letter) {
        case "W", "F", "a": count == 1
        case "V": count == 2
        case "d", "H", "h", "K", "k", "m", "s", "w": count <= 2
        case "D": count <= 3
        case "z": count <= 4
        case "v", "O": count == 1 || count == 4
        case "B": count == 1 || count == 4 || count == 5
        case "c": count != 2 && count <= 5
        case "S": count <= 9
        case "u", "y", "Y", "A", "n", "N": count <= 19
        default: count <= 5
        }
    }
}
