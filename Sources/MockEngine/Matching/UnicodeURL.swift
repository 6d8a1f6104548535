internal import HTTPMessage
internal import JSONDocument

/// A URL or path written with non-ASCII characters, such as `/주소`. Clients send these percent-encoded, composed or decomposed; all forms
/// are equal here. Escapes of ASCII characters stay as they are: `%2F` is not a slash.
struct UnicodeURL: Sendable {
    /// As written in the pattern.
    let written: String
    private let decoded: String

    /// Nil for pure ASCII.
    init?(_ text: String) {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        written = text
        decoded = Self.decode(text.utf8)
    }

    /// What every matching URL begins with.
    var prefix: [UInt8] {
        let prefix = Array(written.utf8.prefix { $0 < 0x80 && $0 != UInt8(ascii: "%") })
        // The letter before the first non-ASCII character may be composed with it.
        return prefix.last == UInt8(ascii: "/") ? prefix : prefix.dropLast()
    }

    func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Swift compares strings by canonical equivalence.
        Self.decode(bytes) == decoded
    }

    /// Decodes the escapes of non-ASCII bytes.
    private static func decode(_ text: some Sequence<UInt8>) -> String {
        let bytes = Array(text)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = ASCII.hexValue(bytes[place + 1]), high >= 8,
                let low = ASCII.hexValue(bytes[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
