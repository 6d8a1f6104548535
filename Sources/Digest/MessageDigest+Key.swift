extension MessageDigest {
    /// The digest of these bytes under a key: HMAC (RFC 2104).
    /// - Parameter key: of any length.
    package static func of(_ bytes: [UInt8], _ algorithm: DigestAlgorithm, key: [UInt8]) -> MessageDigest {
        let size = algorithm.blockSize
        var block = key.count > size ? of(key, algorithm).bytes : key
        block += [UInt8](repeating: 0, count: size - block.count)
        var digest = IncrementalDigest(algorithm)
        digest.update(block.map { $0 ^ 0x36 })
        digest.update(bytes)
        let inner = digest.finish()
        digest.update(block.map { $0 ^ 0x5C })
        digest.update(inner.bytes)
        return digest.finish()
    }

    /// The digest of a text in UTF-8 under a key: HMAC (RFC 2104).
    package static func of(_ text: String, _ algorithm: DigestAlgorithm, key: [UInt8]) -> MessageDigest {
        of(Array(text.utf8), algorithm, key: key)
    }
}
