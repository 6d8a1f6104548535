/// One range of bytes as a Range field asks for it (RFC 9110, section 14.1.2).
package enum ByteRange: Sendable, Hashable {
    /// `a-` or `a-b`, both ends included.
    case from(Int, through: Int?)
    /// `-n`: the last n bytes.
    case suffix(Int)

    /// Reads a Range field.
    /// - Returns: nil when the field is to be ignored: another unit, malformed, an end before its beginning, or several ranges
    ///   (which a server need not serve; S3 does not). A number beyond any file is a large number.
    package static func parse(_ text: String) -> ByteRange? {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")), ASCII.equalsIgnoringCase(text.utf8[..<mark], "bytes".utf8)
        else { return nil }
        // A list may have empty elements.
        let elements = text[text.index(after: mark)...].split(separator: ",").map(FieldText.trimmingBlanks).filter { !$0.isEmpty }
        guard elements.count == 1, let dash = elements[0].firstIndex(of: "-") else { return nil }
        let first = elements[0][..<dash]
        let last = elements[0][elements[0].index(after: dash)...]
        switch (first.isEmpty, last.isEmpty) {
        case (true, true): return nil
        case (true, false): return position(last).map { .suffix($0) }
        case (false, true): return position(first).map { .from($0, through: nil) }
        case (false, false):
            guard let first = position(first), let last = position(last), first <= last else { return nil }
            return .from(first, through: last)
        }
    }

    /// The bytes meant, of that many.
    /// - Returns: nil when there is not one: beginning at or beyond the end, the last none, or any of nothing.
    package func resolve(length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < length else { return nil }
            return first..<(last.map { min($0, length - 1) + 1 } ?? length)
        case .suffix(let count):
            guard count > 0, length > 0 else { return nil }
            return max(0, length - count)..<length
        }
    }

    private static func position(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        return Int(digits) ?? Int.max
    }
}

extension Range<Int> {
    /// `bytes 0-99/1234`, for a 206.
    package func contentRange(of length: Int) -> String { "bytes \(lowerBound)-\(upperBound - 1)/\(length)" }
}
