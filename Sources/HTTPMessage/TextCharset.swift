/// A text encoding, as the `charset` of a content type names it.
package enum TextCharset: Sendable, Hashable {
    case utf8, ascii, latin1, latin9, windows1252, utf16, utf16BigEndian, utf16LittleEndian

    /// By one of its names, in any case; nil for an unknown one.
    package init?(name: String) {
        switch name.lowercased() {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1": self = .latin1
        case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "l9": self = .latin9
        case "windows-1252", "cp1252": self = .windows1252
        case "utf-16", "utf16": self = .utf16
        case "utf-16be": self = .utf16BigEndian
        case "utf-16le": self = .utf16LittleEndian
        default: return nil
        }
    }

    /// The charset that a content type names. UTF-8 when it names none; nil for an unknown one.
    package init?(contentType: String?) {
        self = .utf8
        guard let contentType, contentType.utf8.contains(UInt8(ascii: ";")),
            !ASCII.equalsIgnoringCase(String(contentType.suffix(14)), " charset=utf-8"),
            let name = MediaType(contentType).parameter("charset")
        else { return }
        self.init(name: name)
    }

    /// Decodes bytes to text. Invalid bytes become U+FFFD.
    package func decode(_ bytes: some Collection<UInt8>) -> String {
        switch self {
        case .utf8, .ascii: return String(decoding: bytes, as: UTF8.self)
        case .latin1, .latin9, .windows1252:
            let table = exceptions
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(table.first { $0.byte == byte }?.scalar ?? Unicode.Scalar(byte)) }
            return String(scalars)
        case .utf16:
            let mark = Array(bytes.prefix(2))
            if mark == [0xFF, 0xFE] { return Self.utf16LittleEndian.decode(bytes.dropFirst(2)) }
            return Self.utf16BigEndian.decode(mark == [0xFE, 0xFF] ? bytes.dropFirst(2) : bytes.dropFirst(0))
        case .utf16BigEndian, .utf16LittleEndian:
            let all = Array(bytes)
            let units = stride(from: 0, to: all.count & ~1, by: 2).map { place in
                let (first, second) = (UInt16(all[place]), UInt16(all[place + 1]))
                return self == .utf16BigEndian ? first << 8 | second : second << 8 | first
            }
            return String(decoding: units, as: UTF16.self) + (all.count.isMultiple(of: 2) ? "" : "\u{FFFD}")
        }
    }

    /// Encodes text as bytes. Characters that the charset does not have become question marks.
    package func encode(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: return Array(text.utf8)
        case .ascii: return text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }
        case .latin1, .latin9, .windows1252:
            let table = exceptions
            return text.unicodeScalars.map { scalar in
                if let entry = table.first(where: { $0.scalar == scalar }) { return entry.byte }
                guard let byte = UInt8(exactly: scalar.value), !table.contains(where: { $0.byte == byte }) else { return UInt8(ascii: "?") }
                return byte
            }
        case .utf16: return [0xFE, 0xFF] + Self.utf16BigEndian.encode(text)
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
    }

    /// The bytes whose character is not the scalar of the same number.
    private var exceptions: [(byte: UInt8, scalar: Unicode.Scalar)] {
        switch self {
        case .latin9: Self.latin9Exceptions
        case .windows1252: Self.windows1252Exceptions
        default: []
        }
    }

    private static let latin9Exceptions: [(UInt8, Unicode.Scalar)] = [
        (0xA4, "€"), (0xA6, "Š"), (0xA8, "š"), (0xB4, "Ž"), (0xB8, "ž"), (0xBC, "Œ"), (0xBD, "œ"), (0xBE, "Ÿ"),
    ]
    private static let windows1252Exceptions: [(UInt8, Unicode.Scalar)] = [
        (0x80, "€"), (0x82, "‚"), (0x83, "ƒ"), (0x84, "„"), (0x85, "…"), (0x86, "†"), (0x87, "‡"), (0x88, "ˆ"), (0x89, "‰"), (0x8A, "Š"),
        (0x8B, "‹"), (0x8C, "Œ"), (0x8E, "Ž"), (0x91, "‘"), (0x92, "’"), (0x93, "“"), (0x94, "”"), (0x95, "•"), (0x96, "–"), (0x97, "—"),
        (0x98, "˜"), (0x99, "™"), (0x9A, "š"), (0x9B, "›"), (0x9C, "œ"), (0x9E, "ž"), (0x9F, "Ÿ"),
    ]
}
