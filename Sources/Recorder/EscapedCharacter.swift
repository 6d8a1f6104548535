/// One character of a text, with the escapes of JSON and then those of HTML undone.
struct EscapedCharacter {
    /// 0 for a reference to one that is not in ASCII.
    let byte: UInt8
    /// The place behind it.
    let end: Int
    /// How HTML writes it: `&amp;`; nil for one that is not escaped there.
    let reference: String?

    private static let named: [String: UInt8] = ["amp": 0x26, "quot": 0x22, "apos": 0x27, "lt": 0x3C, "gt": 0x3E, "nbsp": 0]
    /// The most characters between `&` and `;`, in `&#x10FFFF;`.
    private static let longestName = 8

    /// - Returns: nil for an escape of JSON that no URL has: `\n`, `\"`.
    init?(in bytes: [UInt8], at place: Int) {
        guard var (byte, end) = Self.character(in: bytes, at: place) else { return nil }
        let beginning = end
        // What was escaped twice has `&amp;amp;`. More is another text.
        for _ in 0..<2 {
            guard byte == UInt8(ascii: "&"), let next = Self.reference(bytes[end...]) else { break }
            (byte, end) = next
        }
        reference = end == beginning ? nil : "&" + String(decoding: bytes[beginning..<end], as: UTF8.self)
        (self.byte, self.end) = (byte, end)
    }

    /// A character with its escape of JSON undone: `\/`, `\u0026`.
    private static func character(in bytes: [UInt8], at place: Int) -> (byte: UInt8, end: Int)? {
        guard bytes[place] == UInt8(ascii: "\\") else { return (bytes[place], place + 1) }
        let rest = bytes[place...].dropFirst()
        if rest.first == UInt8(ascii: "/") { return (UInt8(ascii: "/"), place + 2) }
        guard rest.first == UInt8(ascii: "u"), rest.count >= 5,
            let code = UInt8(String(decoding: rest.dropFirst().prefix(4), as: UTF8.self), radix: 16), code < 0x80
        else { return nil }
        return (code, place + 6)
    }

    /// The character that a reference of HTML stands for; nil when none begins there.
    /// - Parameter rest: what follows `&`.
    private static func reference(_ rest: ArraySlice<UInt8>) -> (byte: UInt8, end: Int)? {
        let name = rest.prefix(longestName + 1).prefix { $0 != UInt8(ascii: ";") }
        guard name.count <= longestName, name.endIndex < rest.endIndex else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        let end = name.endIndex + 1
        if let byte = named[text] { return (byte, end) }
        guard text.hasPrefix("#") else { return nil }
        let number = text.dropFirst()
        guard let code = number.lowercased().hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number) else { return nil }
        return (code < 0x80 ? UInt8(code) : 0, end)
    }
}
