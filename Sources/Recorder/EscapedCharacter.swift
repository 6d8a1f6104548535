internal import HTTPMessage

/// One character of a text, or one byte of a character that is not escaped, with the escapes of JSON and then those of HTML undone.
struct EscapedCharacter {
    /// 0 for an escaped character that is not in ASCII.
    let byte: UInt8
    /// The escaped character, if it is not in ASCII.
    let scalar: Unicode.Scalar?
    /// The place behind it.
    let end: Int
    /// How HTML writes it: `&amp;`; nil for one that is not escaped there.
    let reference: String?

    private static let named: [String: UInt32] = ["amp": 0x26, "quot": 0x22, "apos": 0x27, "lt": 0x3C, "gt": 0x3E, "nbsp": 0xA0]
    /// The most characters between `&` and `;`, in `&#x10FFFF;`.
    private static let longestName = 8

    /// - Returns: nil for an escape of JSON that no URL has: `\n`, `\"`, half of a surrogate pair.
    init?(in bytes: [UInt8], at place: Int) {
        guard var (code, end) = Self.character(in: bytes, at: place) else { return nil }
        let beginning = end
        // What was escaped twice has `&amp;amp;`. More is another text.
        for _ in 0..<2 {
            guard code == 0x26, let next = Self.reference(bytes[end...]) else { break }
            (code, end) = next
        }
        reference = end == beginning ? nil : "&" + String(decoding: bytes[beginning..<end], as: UTF8.self)
        let isByte = code < 0x80 || bytes[place] >= 0x80
        byte = isByte ? UInt8(code) : 0
        scalar = isByte ? nil : Unicode.Scalar(code)
        self.end = end
    }

    /// A character with its escape of JSON undone: `\/`, `\u0026`, `\ud83d\ude00`. One that is not escaped is a byte.
    private static func character(in bytes: [UInt8], at place: Int) -> (code: UInt32, end: Int)? {
        guard bytes[place] == UInt8(ascii: "\\") else { return (UInt32(bytes[place]), place + 1) }
        if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/") { return (0x2F, place + 2) }
        guard let unit = codeUnit(in: bytes, at: place) else { return nil }
        let end = place + 6
        switch unit {
        case 0xD800..<0xDC00:
            guard let low = codeUnit(in: bytes, at: end), (0xDC00..<0xE000).contains(low) else { return nil }
            return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), end + 6)
        case 0xDC00..<0xE000: return nil
        default: return (unit, end)
        }
    }

    /// The code unit of UTF-16 that `\u00e9` at a place stands for; nil when none is there.
    private static func codeUnit(in bytes: [UInt8], at place: Int) -> UInt32? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt32 = 0
        for digit in bytes[(place + 2)..<(place + 6)] {
            guard let value = ASCII.hexValue(digit) else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }

    /// The character that a reference of HTML stands for; nil when none begins there.
    /// - Parameter rest: what follows `&`.
    private static func reference(_ rest: ArraySlice<UInt8>) -> (code: UInt32, end: Int)? {
        let name = rest.prefix(longestName + 1).prefix { $0 != UInt8(ascii: ";") }
        guard name.count <= longestName, name.endIndex < rest.endIndex else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        let end = name.endIndex + 1
        if let code = named[text] { return (code, end) }
        guard text.hasPrefix("#") else { return nil }
        let number = text.dropFirst()
        guard let code = number.lowercased().hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number) else { return nil }
        return (code, end)
    }
}
