/// One byte range of a Range field (RFC 9110, section 14.1.2).
package enum ByteRange: Sendable, Hashable {
    /// `a-` or `a-b`, both ends included.
    case from(Int, through: Int?)
    /// `-n`: the last n bytes.
    case suffix(Int)

    /// Reads a Range field.
    /// - Returns: nil when the field must be ignored: another unit, malformed, an end before its beginning, or several ranges (a server may
    ///   ignore those, and S3 does). A number that does not fit becomes the largest one.
    package static func parse(_ text: String) -> ByteRange? {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")), ASCII.equalsIgnoringCase(text.utf8[..<mark], "bytes".utf8)
        else { return nil }
        let list = text[text.index(after: mark)...]
        // Blanks may be around commas only.
        if list.first == " " || list.first == "\t" { return nil }
        // A list may have empty elements.
        let elements = list.split(separator: ",").map(FieldText.trimmingBlanks).filter { !$0.isEmpty }
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

    /// The range in a body of that length.
    /// - Returns: nil when no byte is in the range: it begins at or behind the end, the suffix is 0, or the body is empty.
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
    /// The value of Content-Range in a 206: `bytes 0-99/1234`.
    package func contentRange(of length: Int) -> String { "bytes \(lowerBound)-\(upperBound - 1)/\(length)" }
}
