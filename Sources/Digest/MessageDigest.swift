internal import CNettle

/// The digest of a sequence of bytes.
package struct MessageDigest: Sendable, Hashable {
    /// The digest itself; its length depends on the algorithm.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of these bytes. For many bytes call it off the wire's workers: about 2 ms per megabyte.
    package static func of(_ bytes: RawSpan, _ algorithm: DigestAlgorithm) -> MessageDigest {
        var digest = IncrementalDigest(algorithm)
        digest.update(bytes)
        return digest.finish()
    }

    /// The digest of these bytes.
    package static func of(_ bytes: [UInt8], _ algorithm: DigestAlgorithm) -> MessageDigest {
        var digest = IncrementalDigest(algorithm)
        digest.update(bytes)
        return digest.finish()
    }

    /// The digest of these bytes.
    package static func of(_ bytes: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm) -> MessageDigest {
        var digest = IncrementalDigest(algorithm)
        digest.update(bytes)
        return digest.finish()
    }

    /// The digest of a text in UTF-8.
    package static func of(_ text: String, _ algorithm: DigestAlgorithm) -> MessageDigest { of(Array(text.utf8), algorithm) }

    /// The digest in lower-case hexadecimal digits.
    package var hex: String { Hexadecimal.text(bytes) }
}
