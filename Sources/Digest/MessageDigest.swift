internal import CNettle

/// The digest of some bytes.
package struct MessageDigest: Sendable, Hashable {
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of bytes that lie in memory.
    package static func of(_ bytes: RawSpan, _ algorithm: DigestAlgorithm) -> MessageDigest {
        var digest = IncrementalDigest(algorithm)
        digest.update(bytes)
        return digest.finish()
    }

    package static func of(_ bytes: [UInt8], _ algorithm: DigestAlgorithm) -> MessageDigest {
        unsafe of(bytes.span.bytes, algorithm)
    }

    package static func of(_ bytes: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm) -> MessageDigest {
        unsafe of(bytes.span.bytes, algorithm)
    }

    /// The digest of a text's UTF-8 bytes.
    package static func of(_ text: String, _ algorithm: DigestAlgorithm) -> MessageDigest { of(Array(text.utf8), algorithm) }

    /// Lower-case hexadecimal digits.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
