/// One `name=value` of a Cookie field (RFC 6265, section 4.2).
package struct Cookie: Sendable, Hashable {
    /// The name, as received.
    package var name: String
    /// The value without the double quotes that may surround it.
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `a=1; b="2"`. Pieces without a name or without `=` are skipped, as are attributes of RFC 2965, whose names begin with `$`;
    /// nothing is decoded. Never fails.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> [Cookie] {
        bytes.split(separator: UInt8(ascii: ";")).compactMap { piece in
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = ASCII.trimmingSpace(piece[..<mark])
            guard let first = name.first, first != UInt8(ascii: "$") else { return nil }
            var value = ASCII.trimmingSpace(piece[mark...].dropFirst())
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            return Cookie(FieldText.decode(name), FieldText.decode(value))
        }
    }
}

extension Request {
    /// The cookies of all Cookie fields, in order, with repeated names.
    package var cookies: [Cookie] {
        (0..<headerCount).flatMap { index in
            isHeader(index, "cookie") ? Cookie.parse(headerValue(index)) : []
        }
    }
}
