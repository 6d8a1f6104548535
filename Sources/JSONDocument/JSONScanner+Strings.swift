extension JSONScanner {
    /// The string whose opening quote is the next byte.
    mutating func string() throws(JSONSyntaxError) -> String {
        let quote = bytes[position]
        let start = position
        let (end, isASCII) = endOfPlainText(from: start + 1, quote)
        guard end < bytes.count else { throw unclosedString(from: start) }
        if bytes[end] == quote {
            position = end + 1
            return try text(start + 1..<end, isASCII: isASCII)
        }
        if bytes[end] < 0x20 { throw controlCharacter(at: end, inStringFrom: start) }
        position = end
        return try stringWithEscapes(from: start, quote)
    }

    /// The place of the next quote, backslash or control character, and whether all bytes before it are ASCII. Most bytes of a file are
    /// read here, sixteen at a time.
    private func endOfPlainText(from start: Int, _ quote: UInt8) -> (end: Int, isASCII: Bool) {
        let span = bytes.span
        var index = start
        var beyondASCII = SixteenBytes.Places(repeating: false)
        while index <= span.count &- 16 {
            let bytes = SixteenBytes(span, at: index)
            let ends = bytes.places(of: quote) .| bytes.places(of: UInt8(ascii: "\\")) .| bytes.places(below: 0x20)
            guard ends.isEmpty else { break }
            beyondASCII .|= bytes.places(from: 0x80)
            index &+= 16
        }
        var seen = EightBytes()
        while index <= span.count &- 8 {
            let eight = EightBytes(span, at: index)
            if let place = eight.endOfPlainText(quote) {
                seen.formUnion(eight.first(place))
                return (index + place, beyondASCII.isEmpty && !seen.hasHighBit)
            }
            seen.formUnion(eight)
            index &+= 8
        }
        var last = 0 as UInt8
        while index < span.count, span[index] != quote, span[index] != UInt8(ascii: "\\"), span[index] >= 0x20 {
            last |= span[index]
            index &+= 1
        }
        return (index, beyondASCII.isEmpty && !seen.hasHighBit && last < 0x80)
    }

    /// Continues at the first backslash of a string.
    private mutating func stringWithEscapes(from start: Int, _ quote: UInt8) throws(JSONSyntaxError) -> String {
        unescaped.removeAll(keepingCapacity: true)
        unescaped += bytes[start + 1..<position]
        var seen = unescaped.reduce(0, |)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                position += 1
                if seen >= 0x80 { try validate(start..<position) }
                return String(decoding: unescaped, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                try unescape(inStringFrom: start)
            } else if byte < 0x20 {
                throw controlCharacter(at: position, inStringFrom: start)
            } else {
                seen |= byte
                unescaped.append(byte)
                position += 1
            }
        }
        throw unclosedString(from: start)
    }

    private mutating func unescape(inStringFrom start: Int) throws(JSONSyntaxError) {
        let escape = position
        position += 1
        guard position < bytes.count else { throw unclosedString(from: start) }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "'") where mode == .fixture: unescaped.append(byte)
        case UInt8(ascii: "u"): return try unescapeUnicode()
        default: throw unknownEscape(at: escape)
        }
        position += 1
    }

    /// `\uXXXX`, with the position at its `u`. Reads a second escape if the two are a surrogate pair.
    private mutating func unescapeUnicode() throws(JSONSyntaxError) {
        let escape = position - 1
        let first = try codeUnit()
        var scalar = UInt32(first)
        if first & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let afterFirst = position
            position += 1
            let second = try codeUnit()
            if second & 0xFC00 == 0xDC00 {
                scalar = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            } else {
                position = afterFirst
            }
        }
        let character = Unicode.Scalar(scalar)
        if character == nil, loneSurrogate == nil { loneSurrogate = escape }
        unescaped += UTF8.encode(character ?? "\u{FFFD}")!
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let escape = position - 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            position += 1
            guard let digit = next.hexadecimalDigit else {
                throw JSONSyntaxError(
                    offset: escape, message: "the escape \"\\u\" wants four hexadecimal digits, found \(found(at: position))")
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 1
        return unit
    }

    /// The bytes as text. Throws if they are not UTF-8.
    private func text(_ place: Range<Int>, isASCII: Bool) throws(JSONSyntaxError) -> String {
        if !isASCII { try validate(place) }
        return String(decoding: bytes[place], as: UTF8.self)
    }

    /// Throws for bytes that are not UTF-8, including overlong forms and encoded surrogates.
    func validate(_ place: Range<Int>) throws(JSONSyntaxError) { try TextEncoding.checkUTF8(bytes[place]) }
}

extension UInt8 {
    var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// A byte that continues a word: of a name, a number or text beyond ASCII.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+"), 0x80...0xFF:
            true
        default: false
        }
    }
}

/// Upper-case hexadecimal digits, padded with zeros.
func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
