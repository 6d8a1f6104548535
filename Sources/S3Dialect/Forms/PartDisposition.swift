internal import HTTPMessage

/// The field Content-Disposition of a form's part, as browsers write it (RFC 7578): `form-data; name="file"; filename="C:\\me\\y.txt"`.
/// Only a quotation mark is escaped, so every other backslash is one.
struct PartDisposition {
    /// In lower case.
    let kind: String
    /// In order; names in lower case, values without their quotes.
    private let parameters: [(name: String, value: String)]

    /// Never fails: parts that are malformed are left out.
    init(_ text: ArraySlice<UInt8>) {
        let pieces = Self.split(text)
        kind = FieldText.decode(ASCII.trimmingSpace(pieces[0])).lowercased()
        parameters = pieces.dropFirst().compactMap { piece in
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = FieldText.decode(ASCII.trimmingSpace(piece[..<mark])).lowercased()
            return (name, Self.value(ASCII.trimmingSpace(piece[(mark + 1)...])))
        }
    }

    /// The value of the first parameter of that name, which is in lower case.
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Splits at semicolons outside of quotes.
    private static func split(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\""): if !isQuoted || !isEscaped(index, in: text) { isQuoted.toggle() }
            case UInt8(ascii: ";") where !isQuoted:
                pieces.append(text[start..<index])
                start = index + 1
            default: break
            }
        }
        return pieces + [text[start...]]
    }

    private static func value(_ text: ArraySlice<UInt8>) -> String {
        guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return FieldText.decode(text) }
        let inner = text.dropFirst().dropLast()
        let plain = inner.indices.filter { index in
            inner[index] != UInt8(ascii: "\\") || index + 1 == inner.endIndex || inner[index + 1] != UInt8(ascii: "\"")
        }
        return FieldText.decode(plain.map { inner[$0] }[...])
    }

    /// Whether a backslash is before the quotation mark.
    private static func isEscaped(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        index > text.startIndex && text[index - 1] == UInt8(ascii: "\\")
    }
}
