internal import JSONDocument
internal import RegularExpression

extension JSONPathParser {
    /// A string in single or double quotes.
    mutating func string() throws(JSONPathError) -> String {
        let quote = next
        let start = position
        position += 1
        var result: [UInt8] = []
        while position < bytes.count {
            let byte = next
            position += 1
            if byte == quote { return String(decoding: result, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                result += try escaped(quote)
            } else if byte < 0x20, !isLenient {
                throw error("a control character in a string", at: position - 1)
            } else {
                result.append(byte)
            }
        }
        throw error("the string that begins here is not closed", at: start)
    }

    /// After a backslash.
    private mutating func escaped(_ quote: UInt8) throws(JSONPathError) -> [UInt8] {
        let start = position - 1
        let byte = next
        if position < bytes.count { position += 1 }
        switch byte {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), quote: return [byte]
        case UInt8(ascii: "u"):
            let first = try codeUnit(from: start)
            if let scalar = Unicode.Scalar(first) { return Array(String(scalar).utf8) }
            guard first < 0xDC00, skip("\\u") else { throw error("a surrogate without its other half", at: start) }
            let second = try codeUnit(from: start)
            guard (0xDC00...0xDFFF).contains(second) else { throw error("a surrogate without its other half", at: start) }
            return Array(String(Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)!).utf8)
        case _ where isLenient: return [byte]
        default: throw error("unknown escape in a string", at: start)
        }
    }

    private mutating func codeUnit(from start: Int) throws(JSONPathError) -> UInt32 {
        let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
            let unit = UInt32(digits, radix: 16)
        else { throw error("\"\\u\" wants four hexadecimal digits", at: start) }
        position += 4
        return unit
    }

    /// JSON's numbers, and Jayway's with leading zeros.
    mutating func number() throws(JSONPathError) -> JSONNumber {
        let start = position
        while true {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
                UInt8(ascii: "-"):
                position += 1
                continue
            default: break
            }
            break
        }
        let text = bytes[start..<position]
        let sign = text.prefix { $0 == UInt8(ascii: "-") }
        let numerals = UInt8(ascii: "0")...UInt8(ascii: "9")
        var digits = text[sign.endIndex...]
        while isLenient, digits.first == UInt8(ascii: "0"), numerals.contains(digits.dropFirst().first ?? 0) { digits.removeFirst() }
        guard case .number(let number)? = try? JSONValue.parse(sign + digits) else {
            throw error("\"\(String(decoding: text, as: UTF8.self))\" is not a number", at: start)
        }
        return number
    }

    /// A list or an object; strings may be in single quotes (Jayway).
    mutating func container() throws(JSONPathError) -> JSONValue {
        let start = position
        var open = 0
        var quote: UInt8?
        while position < bytes.count {
            let byte = next
            position += 1
            if let end = quote {
                if byte == UInt8(ascii: "\\") { position += 1 } else if byte == end { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            default: break
            }
            guard open == 0 else { continue }
            do {
                return try JSONValue.parse(bytes[start..<position], mode: .fixture, maximumDepth: maximumDepth)
            } catch {
                throw self.error("a list or object that is not JSON: \(error.message)", at: start, repair: error.repair)
            }
        }
        throw error("the list or object that begins here is not closed", at: start)
    }

    /// `/…/flags` (Jayway).
    mutating func pattern() throws(JSONPathError) -> RegularExpression {
        let start = position
        guard skip("/") else { throw expected("a pattern", repair: "Write it between slashes: =~ /…/.") }
        while position < bytes.count, next != UInt8(ascii: "/") { position += next == UInt8(ascii: "\\") ? 2 : 1 }
        guard position < bytes.count else { throw error("the pattern that begins here is not closed", at: start) }
        var text = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
        position += 1
        var options: RegularExpression.Options = []
        while next.isASCIILetter {
            switch next {
            case UInt8(ascii: "i"): options.insert(.caseInsensitive)
            case UInt8(ascii: "s"): options.insert(.dotAll)
            case UInt8(ascii: "m"): options.insert(.multiline)
            case UInt8(ascii: "x"), UInt8(ascii: "U"): text = "(?\(Character(Unicode.Scalar(next))))" + text
            case UInt8(ascii: "u"), UInt8(ascii: "d"): break
            default: throw expected("a flag of a pattern (i, s, m, x, u, U, d)")
            }
            position += 1
        }
        do {
            return try RegularExpression(text, options: options, dialect: .java, limits: JSONPathPatterns.limits)
        } catch {
            throw self.error("the pattern /\(text)/ cannot be compiled: \(error.message)", at: start + 1)
        }
    }
}
