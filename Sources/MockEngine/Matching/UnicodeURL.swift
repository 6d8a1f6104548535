internal import HTTPMessage
internal import JSONDocument

/// A URL or path that is written with other characters than ASCII's, such as `/주소`. Clients send those percent-encoded, composed or
/// decomposed; all of these are the same here. Escapes of ASCII characters stay as they are: `%2F` is no slash.
struct UnicodeURL: Sendable {
    /// As it was written.
    let written: String
    private let decoded: String

    /// Nil for a text of ASCII alone.
    init?(_ text: String) {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        written = text
        decoded = Self.decode(text.utf8)
    }

    /// What every URL that meets it begins with.
    var prefix: [UInt8] {
        let prefix = Array(written.utf8.prefix { $0 < 0x80 && $0 != UInt8(ascii: "%") })
        // A letter before the first other character may be composed with it.
        return prefix.last == UInt8(ascii: "/") ? prefix : prefix.dropLast()
    }

    func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Strings are equal when they are canonically equivalent.
        Self.decode(bytes) == decoded
    }

    /// The escapes of bytes beyond ASCII decoded.
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
