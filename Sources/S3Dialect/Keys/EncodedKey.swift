internal import HTTPMessage

/// A key as S3 writes it in events, and in listings with `encoding-type=url`.
package enum EncodedKey {
    /// The key percent-encoded, but for its slashes, with `+` for a blank.
    package static func text(_ key: String) -> String {
        let blank = UInt8(ascii: " ")
        let encoded = PercentCoding.encode(key.utf8, keeping: "/ ")
        guard encoded.utf8.contains(blank) else { return encoded }
        return String(decoding: encoded.utf8.map { $0 == blank ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
    }
}
