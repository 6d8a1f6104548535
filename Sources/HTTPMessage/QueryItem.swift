/// One `name=value` of a query or of a form, decoded.
package struct QueryItem: Sendable, Hashable {
    /// The decoded name.
    package var name: String
    /// The decoded value; empty for both `name` and `name=`.
    package var value: String
    /// False for `name` without `=`.
    package var hasEquals: Bool

    package init(_ name: String, _ value: String, hasEquals: Bool = true) {
        self.name = name
        self.value = value
        self.hasEquals = hasEquals
    }

    /// Reads `a=1&b=2` (application/x-www-form-urlencoded, WHATWG URL). `+` is a space, percent escapes are decoded, a malformed escape
    /// stays as it is, empty pieces are skipped. Never fails.
    /// - Parameters:
    ///   - keepingDates: a value that is a date and time east of UTC keeps its `+`, as in WireMock.
    ///   - charset: of the decoded bytes.
    package static func parse(_ bytes: ArraySlice<UInt8>, keepingDates: Bool = false, charset: TextCharset = .utf8) -> [QueryItem] {
        func decoded(_ piece: ArraySlice<UInt8>) -> String {
            charset == .utf8 ? PercentCoding.decodeForm(piece) : charset.decode(PercentCoding.decode(piece, plusIsSpace: true))
        }
        return bytes.split(separator: UInt8(ascii: "&")).map { piece in
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return QueryItem(decoded(piece), "", hasEquals: false) }
            let value = piece[(mark + 1)...]
            return QueryItem(
                decoded(piece[..<mark]), keepingDates && isEastOfUTC(value) ? String(decoding: value, as: UTF8.self) : decoded(value))
        }
    }

    /// Whether it is a date and time with an offset east of UTC, such as `2024-05-01T10:30+01:00`; seconds and fractions are allowed.
    private static func isEastOfUTC(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 22, let plus = bytes.lastIndex(of: UInt8(ascii: "+")) else { return false }
        var time = bytes[..<plus]
        if let point = time.firstIndex(of: UInt8(ascii: ".")) {
            let fraction = time[(point + 1)...]
            guard (0...9).contains(fraction.count), fraction.allSatisfy(isDigit) else { return false }
            time = time[..<point]
            return has(time, "0000-00-00T00:00:00") && isOffset(bytes[plus...])
        }
        return (has(time, "0000-00-00T00:00:00") || has(time, "0000-00-00T00:00")) && isOffset(bytes[plus...])
    }

    private static func isOffset(_ bytes: ArraySlice<UInt8>) -> Bool { has(bytes, "+00:00") || has(bytes, "+00:00:00") }

    /// Whether the bytes have a digit where the shape has a 0, and are equal to it elsewhere.
    private static func has(_ bytes: ArraySlice<UInt8>, _ shape: StaticString) -> Bool {
        guard bytes.count == shape.utf8CodeUnitCount else { return false }
        return zip(bytes, shape.description.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
