/// How the text of a document is encoded, so far as its cost needs it.
struct XMLEncoding {
    /// The text with markup in ASCII, without zeros.
    let text: [UInt8]
    /// Whether the bytes of markup may be parts of other characters.
    let isDoubtful: Bool
    /// Whether the markup cannot be found: it may be anywhere.
    let isUnknown: Bool

    /// Here each byte of ASCII is that character.
    private static let certain = ["UTF-8", "US-ASCII", "ASCII", "ISO-8859-", "LATIN", "WINDOWS-125", "CP125", "EUC-", "KOI8"]
    /// Here it may be the last byte of another one, but it is no `<`, `>` or quotation mark then.
    private static let doubtful = ["SHIFT_JIS", "SHIFT-JIS", "SJIS", "CP932", "GB", "CP936", "BIG5"]

    /// - Parameter isUTF8: whether it is valid UTF-8 without a zero, which is read as such, whatever it declares.
    init(_ bytes: [UInt8], isUTF8: Bool) {
        guard !isUTF8 else {
            (text, isDoubtful, isUnknown) = (bytes, false, false)
            return
        }
        let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0])
        let isWide = isLittle || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C])
        // With two more zeros it is UTF-32.
        if isWide, bytes.count > 3, (bytes[2], bytes[3]) != (0, 0) {
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
                UInt16(bytes[isLittle ? place + 1 : place]) << 8 | UInt16(bytes[isLittle ? place : place + 1])
            }
            let wide = String(decoding: units, as: UTF16.self).utf8.filter { $0 != 0 }
            // What follows a declaration that names another encoding is read in that one.
            let own = ["UTF-16", "UTF16", "UTF-8", "UTF8", isLittle ? "UTF-16LE" : "UTF-16BE"]
            if Self.declared(wide).map({ own.contains($0) }) ?? true {
                (text, isDoubtful, isUnknown) = (wide, false, false)
                return
            }
        }
        let hasZeros = bytes.contains(0)
        text = hasZeros ? bytes.filter { $0 != 0 } : bytes
        let name = Self.declared(text)
        let isCertain = name.map { name in Self.certain.contains { name.hasPrefix($0) } } ?? true
        isDoubtful = !isCertain
        let beginsWithTag = text.first { $0 > 0x20 } == UInt8(ascii: "<") || text.starts(with: Self.mark)
        isUnknown = hasZeros || !beginsWithTag || !isCertain && !Self.doubtful.contains { name?.hasPrefix($0) ?? false }
    }

    /// The name in the XML declaration, in capitals; empty if there may be two, nil without one.
    private static func declared(_ text: [UInt8]) -> String? {
        let text = text.starts(with: mark) ? text[mark.count...] : text[...]
        guard text.starts(with: "<?xml".utf8) else { return nil }
        let head = text[..<(text.firstRange(of: Array("?>".utf8))?.lowerBound ?? text.endIndex)]
        let names = head.ranges(of: Array("encoding".utf8))
        guard let name = names.first, names.count == 1 else { return names.isEmpty ? nil : "" }
        let value = head[name.upperBound...].drop { $0 <= 0x20 || quotes.contains($0) }
        return String(decoding: value.prefix { $0 > 0x20 && !quotes.contains($0) }, as: UTF8.self).uppercased()
    }

    private static let quotes = Array("=\"'".utf8)
    /// The byte order mark.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
