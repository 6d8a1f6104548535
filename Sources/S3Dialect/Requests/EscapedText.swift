internal import HTTPMessage

/// Texts with percent escapes.
package enum EscapedText {
    /// Whether two hexadecimal digits follow each percent sign, and the decoded text is UTF-8.
    package static func isWellFormed(_ text: ArraySlice<UInt8>) -> Bool {
        hasWholeEscapes(text) && String(validating: PercentCoding.decode(text), as: UTF8.self) != nil
    }

    /// Whether two hexadecimal digits follow each percent sign.
    package static func hasWholeEscapes(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[(mark + 1)...]
            guard rest.count >= 2, rest.prefix(2).allSatisfy({ ASCII.hexValue($0) != nil }) else { return false }
        }
        return true
    }
}
