extension PatternTranslation {
    /// Letters with the same meaning in Java and in PCRE2.
    private static let javaLetters = Set("tnrfaedDsSwWhHvVRXbBAGZzk".utf8)
    private static let ecmaScriptLetters = Set("tnrfdDwWbBk".utf8)

    /// Reads an escape.
    /// - Returns: the escape in PCRE2's syntax.
    mutating func escape(inClass: Bool) throws(PatternFault) -> [UInt8] {
        let start = index
        index += 1
        guard let letter = peek() else { throw PatternFault(message: "\\ at the end of the pattern", offset: start) }
        index += 1
        switch letter {
        case UInt8(ascii: "Q") where dialect == .java: return quotation()
        case UInt8(ascii: "u"): return try codeUnit(start)
        case UInt8(ascii: "x"): return try codePoint(start)
        case UInt8(ascii: "0"): return dialect == .java ? try octal(start) : Array("\\x00".utf8)
        case UInt8(ascii: "1")...UInt8(ascii: "9"):
            guard !inClass else { throw PatternFault(message: "a reference cannot stand in a character class", offset: start) }
            return reference(Int(letter - UInt8(ascii: "0")))
        case UInt8(ascii: "k") where peek() != UInt8(ascii: "<"):
            throw PatternFault(message: "\\k needs the name of a group in angle brackets", offset: start)
        case UInt8(ascii: "p"), UInt8(ascii: "P"): return try property(isNegated: letter == UInt8(ascii: "P"), inClass: inClass, start)
        case UInt8(ascii: "c"):
            guard let control = peek() else { throw PatternFault(message: "\\c at the end of the pattern", offset: start) }
            index += 1
            // ECMAScript treats upper and lower case the same; Java flips one bit, whatever the result.
            return Self.character(dialect == .java ? UInt32(control) ^ 64 : UInt32(control) & 31)
        case UInt8(ascii: "v") where dialect != .java: return Array("\\x0B".utf8)
        case UInt8(ascii: "s") where dialect == .ecmaScript:
            return Array((inClass ? "\\s\\p{Z}\\x{FEFF}" : "[\\s\\p{Z}\\x{FEFF}]").utf8)
        case UInt8(ascii: "S") where dialect == .ecmaScript && !inClass: return Array("[^\\s\\p{Z}\\x{FEFF}]".utf8)
        case UInt8(ascii: "s"), UInt8(ascii: "S"): return [UInt8(ascii: "\\"), letter]
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            guard (dialect == .java ? Self.javaLetters : Self.ecmaScriptLetters).contains(letter) else {
                throw PatternFault(message: "unknown escape \"\\\(Unicode.Scalar(letter))\"", offset: start)
            }
            return [UInt8(ascii: "\\"), letter]
        default: return [UInt8(ascii: "\\"), letter]
        }
    }

    static func character(_ value: UInt32) -> [UInt8] { Array("\\x{\(String(value, radix: 16))}".utf8) }

    /// After `\x`: two digits, or any number of them in braces.
    private mutating func codePoint(_ start: Int) throws(PatternFault) -> [UInt8] {
        let written = braces()
        if !written.isEmpty { return Array("\\x".utf8) + written }
        guard let value = hexadecimal(2) else { throw PatternFault(message: "\\x needs two hexadecimal digits", offset: start) }
        return Self.character(value)
    }

    /// A part in braces, with the braces.
    private mutating func braces() -> ArraySlice<UInt8> {
        guard peek() == UInt8(ascii: "{"), let end = source[index...].firstIndex(of: UInt8(ascii: "}")) else { return [] }
        defer { index = end + 1 }
        return source[index...end]
    }

    /// After `\Q`: everything up to `\E`, literally.
    private mutating func quotation() -> [UInt8] {
        var result: [UInt8] = []
        while let byte = peek() {
            if looking(at: "\\E") {
                index += 2
                break
            }
            index += 1
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                0x80...:
                result.append(byte)
            default: result += [UInt8(ascii: "\\"), byte]
            }
        }
        return result
    }

    /// After `\u`: four digits, a pair of them for a character beyond U+FFFF, or ECMAScript's `\u{…}`.
    private mutating func codeUnit(_ start: Int) throws(PatternFault) -> [UInt8] {
        if dialect != .java, peek() == UInt8(ascii: "{") { return Array("\\x".utf8) + braces() }
        guard let first = hexadecimal(4) else {
            throw PatternFault(message: "\\u needs four hexadecimal digits", offset: start)
        }
        guard (0xD800..<0xDC00).contains(first), looking(at: "\\u") else { return Self.character(first) }
        let afterFirst = index
        index += 2
        guard let second = hexadecimal(4), (0xDC00..<0xE000).contains(second) else {
            index = afterFirst
            return Self.character(first)
        }
        return Self.character(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard index + count <= source.count else { return nil }
        let digits = source[index..<(index + count)]
        guard digits.first != UInt8(ascii: "+"), let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
        index += count
        return value
    }

    /// After Java's `\0`: one to three octal digits, at most 0377.
    private mutating func octal(_ start: Int) throws(PatternFault) -> [UInt8] {
        var value: UInt32 = 0
        var count = 0
        while count < 3, let digit = peek(), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit),
            value * 8 + UInt32(digit - UInt8(ascii: "0")) <= 0o377
        {
            value = value * 8 + UInt32(digit - UInt8(ascii: "0"))
            count += 1
            index += 1
        }
        guard count > 0 else { throw PatternFault(message: "\\0 needs octal digits", offset: start) }
        return Self.character(value)
    }
}
