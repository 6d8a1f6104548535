/// Byte-wise functions for the ASCII parts of HTTP.
package enum ASCII {
    /// The lower-case letter for an ASCII capital; every other byte unchanged.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// Equality that ignores the case of ASCII letters only.
    package static func equalsIgnoringCase(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { lowercased($0) == lowercased($1) }
    }

    /// The same of a part of a head and a known name. Not generic: generic code is slow where the compiler does not specialize it.
    package static func equalsIgnoringCase(_ left: ArraySlice<UInt8>, _ right: String.UTF8View) -> Bool {
        equalsIgnoringCase(left.span, right.span)
    }

    /// The same of bytes in memory.
    package static func equalsIgnoringCase(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices {
            let (one, other) = (left[index], right[index])
            guard one == other || lowercased(one) == lowercased(other) else { return false }
        }
        return true
    }

    /// Equality that ignores the case of ASCII letters only.
    package static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool { equalsIgnoringCase(left.utf8.span, right.utf8.span) }

    /// Whether the bytes are a token, as methods and field names must be (RFC 9110, section 5.6.2).
    package static func isToken(_ bytes: String.UTF8View) -> Bool { !bytes.isEmpty && bytes.allSatisfy(isTokenByte) }

    /// The same of raw memory: of every name of every request.
    package static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe !bytes.isEmpty && bytes.allSatisfy(isTokenByte) }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        let signs: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return byte < 128 && signs &>> UInt64(byte & 63) & 1 == 1
    }

    /// The bytes without blanks and tabs at both ends (RFC 9110's optional white space).
    package static func trimmingSpace<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        let front = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        // Only blanks, so that nothing is left.
        guard let last = front.lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return front }
        return front[...last]
    }

    /// The same of a part of a head. Not generic, as above.
    package static func trimmingSpace(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") { start += 1 }
        while start < end, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        return bytes[start..<end]
    }

    /// The value of a hexadecimal digit, or nil for another byte.
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
    /// The text of header bytes. Every sequence of bytes has one.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        // Nearly every text is ASCII, which needs no validation.
        var bits: UInt8 = 0
        for byte in bytes { bits |= byte }
        if bits < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    /// Appends a text as header bytes: in ISO 8859-1, as clients read them, if that has all its characters; else in UTF-8.
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

    /// Whether no field value may have the byte: a control character other than a tab (RFC 9110, section 5.5).
    package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F }

    /// Whether the text has a line end or a NUL, which would end the line of a head that it is in.
    package static func breaksLine(_ text: String) -> Bool { text.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }

    /// The text with blanks in place of control characters (`isControl`), so that no value adds fields to a head or ends early.
    package static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: isControl) else { return text }
        return String(decoding: text.utf8.map { isControl($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// The text without blanks and tabs at both ends (RFC 9110's optional white space).
    package static func trimmingBlanks(_ text: Substring) -> Substring { Substring(ASCII.trimmingSpace(text.utf8)) }
}
