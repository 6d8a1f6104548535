internal import HTTPMessage
internal import JSONDocument

/// The encoded words of RFC 2047, by which user metadata may have any characters.
package enum EncodedWord {
    /// A text as a header field has it: as it is, if it is ASCII without control characters other than tabs, and else one encoded word. As
    /// in S3, the word has the form `Q` where more than half of the characters need no code, and `B` elsewhere.
    package static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: needsCode) else { return text }
        let coded = text.utf16.count { $0 > 0x7E || needsCode(UInt8(truncatingIfNeeded: $0)) }
        guard 2 * coded < text.utf16.count else { return "=?UTF-8?B?\(Base64.encode(Array(text.utf8)) as String)?=" }
        return "=?UTF-8?Q?\(text.utf8.map(quoted).joined())?="
    }

    /// A text with its encoded words decoded. They stand between blanks, and those between two of them go. What is no encoded word stays.
    package static func decode(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        var rest = Array(text.utf8)[...]
        var result = ""
        var followsWord = false
        while !rest.isEmpty {
            let blanks = rest.prefix(while: isBlank)
            let word = rest[blanks.endIndex...].prefix { !isBlank($0) }
            rest = rest[word.endIndex...]
            let decoded = Self.decoded(word)
            if !followsWord || decoded == nil { result += String(decoding: blanks, as: UTF8.self) }
            result += decoded ?? String(decoding: word, as: UTF8.self)
            followsWord = decoded != nil
        }
        return result
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 9 }

    private static func needsCode(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 9 || byte >= 0x7F }

    /// A byte in the form `Q`.
    private static func quoted(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: " "): return "_"
        case 0x21...0x7E where byte != UInt8(ascii: "=") && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "?"):
            return String(Unicode.Scalar(byte))
        default: return (byte < 0x10 ? "=0" : "=") + String(byte, radix: 16, uppercase: true)
        }
    }

    /// The text of `=?charset?form?code?=`, with what follows it; nil for another word.
    private static func decoded(_ word: ArraySlice<UInt8>) -> String? {
        guard word.starts(with: "=?".utf8) else { return nil }
        let parts = word.dropFirst(2).split(separator: UInt8(ascii: "?"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let end = parts[2].indices.first(where: { parts[2][$0...].starts(with: "?=".utf8) }) else { return nil }
        let code = parts[2][..<end]
        let bytes: [UInt8]? =
            switch String(decoding: parts[1], as: UTF8.self).uppercased() {
            case "B": base64(code)
            case "Q": unquoted(code)
            default: nil
            }
        guard let bytes, let text = Self.text(bytes, charset: String(decoding: parts[0], as: UTF8.self)) else { return nil }
        return text + String(decoding: parts[2][(end + 2)...], as: UTF8.self)
    }

    /// What is not in the charset becomes U+FFFD.
    private static func text(_ bytes: [UInt8], charset: String) -> String? {
        switch charset.uppercased() {
        case "UTF-8", "US-ASCII": String(decoding: bytes, as: UTF8.self)
        case "ISO-8859-1": String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: nil
        }
    }

    /// Base64 in whole groups. As in S3, a sign that is no digit has all bits set.
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: text.startIndex, to: text.endIndex, by: 4) {
            let group = text[start..<(start + 4)].reduce(0 as UInt32) { $0 << 6 | UInt32(digit($1)) }
            for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
        }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        return Array(bytes.dropLast(padding))
    }

    private static func digit(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        default: 63
        }
    }

    /// The form `Q`; nil for a `=` without two hexadecimal digits behind it.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
