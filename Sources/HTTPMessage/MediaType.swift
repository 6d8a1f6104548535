/// The value of a Content-Type field: `multipart/form-data; boundary=x` (RFC 9110, section 8.3).
package struct MediaType: Sendable, Hashable {
    /// Type and subtype, in lower case.
    package var essence: String
    /// In order; names in lower case, values without their quotes.
    package var parameters: [(name: String, value: String)]

    /// Never fails: parts that are malformed are left out.
    package init(_ text: String) {
        let pieces = Self.split(Array(text.utf8)[...])
        essence = Self.text(pieces.first ?? []).lowercased()
        parameters = pieces.dropFirst().compactMap { piece in
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (Self.text(piece[..<mark]).lowercased(), Self.unquoted(ASCII.trimmingSpace(piece[(mark + 1)...])))
        }
    }

    /// The value of the first parameter of that name, which is in lower case.
    package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Equal essence and equal parameters, in the same order.
    package static func == (left: MediaType, right: MediaType) -> Bool {
        left.essence == right.essence && left.parameters.elementsEqual(right.parameters, by: ==)
    }

    /// Hashes the essence only.
    package func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { FieldText.decode(ASCII.trimmingSpace(bytes)) }

    /// Splits at semicolons outside of quotes.
    private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                pieces.append(bytes[start..<index])
                start = index + 1
            default: break
            }
            index += 1
        }
        return pieces + [bytes[start...]]
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return FieldText.decode(bytes)
        }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\") && !isEscaped {
                isEscaped = true
            } else {
                result.append(byte)
                isEscaped = false
            }
        }
        return FieldText.decode(result[...])
    }
}

extension MediaType {
    /// Whether a body of that type is text, by WireMock's rule (`ContentTypes`).
    /// - Parameter type: the value of a Content-Type field, or its essence, in any case.
    package static func isText(_ type: String) -> Bool {
        let type = type.lowercased()
        return ["text", "json", "xml", "html", "yaml", "csv", "x-www-form-urlencoded"].contains { type.contains($0) }
    }
}
