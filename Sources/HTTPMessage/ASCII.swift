/// Byte-wise helpers for the ASCII parts of HTTP.
package enum ASCII {
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// Equality that ignores the case of ASCII letters, and of them only. Inlinable: every header field of every request goes through it.
    @inlinable
    package static func equalsIgnoringCase(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { lowercased($0) == lowercased($1) }
    }

    @inlinable
    package static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && equalsIgnoringCase(left.utf8, right.utf8)
    }

    /// Whether a method or a field's name may be these bytes: at least one letter, digit, or one of a few signs (RFC 9110, section 5.6.2).
    /// Inlinable: every request asks about each of its names.
    @inlinable
    package static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                let signs: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : byte < 128 ? 0x57FF_FFFF_C7FF_FFFE : 0
                return signs >> UInt64(byte & 63) & 1 == 1
            }
    }

    /// Without the blanks and tabs at both ends (RFC 9110's optional white space).
    package static func trimmingSpace(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let front = bytes.drop(while: isBlank)
        return front[..<(front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex)]
    }

    /// The value of a hexadecimal digit, or nil.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Header bytes as text: UTF-8 where they are valid UTF-8, else ISO 8859-1, so that no byte is lost (RFC 9110, section 5.5).
package enum FieldText {
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    /// Writes a text as header bytes: in ISO 8859-1 where that has all its characters, as clients read them, else in UTF-8.
    package static func encode(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Nearly every text is ASCII, which is the same in both.
        var bits: UInt8 = 0
        for byte in bytes[start...] { bits |= byte }
        if bits < 0x80 || text.unicodeScalars.contains(where: { $0.value > 0xFF }) { return }
        bytes.removeSubrange(start...)
        bytes.append(contentsOf: text.unicodeScalars.lazy.map { UInt8($0.value) })
    }

    /// With blanks for line breaks: what a request brings must not add fields to its answer.
    package static func oneLine(_ text: String) -> String {
        let isBreak: (UInt8) -> Bool = { $0 == 10 || $0 == 13 }
        guard text.utf8.contains(where: isBreak) else { return text }
        return String(decoding: text.utf8.map { isBreak($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Without the blanks and tabs at both ends (RFC 9110's optional white space).
    package static func trimmingBlanks(_ text: Substring) -> Substring {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let front = text.utf8.drop(while: isBlank)
        let end = front.lastIndex { !isBlank($0) }.map { front.index(after: $0) } ?? front.startIndex
        return Substring(front[..<end])
    }
}
