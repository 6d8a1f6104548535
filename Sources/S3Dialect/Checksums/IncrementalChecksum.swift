internal import Compression
internal import Digest

/// A checksum of bytes that arrive in pieces. For one thread at a time.
package struct IncrementalChecksum: ~Copyable {
    /// The algorithm.
    package let algorithm: ChecksumAlgorithm
    private var crc32 = CRC32()
    private var register: CyclicCode.Register?
    private var digest: IncrementalDigest?

    package init(_ algorithm: ChecksumAlgorithm) {
        self.algorithm = algorithm
        switch algorithm {
        case .crc32: digest = nil
        case .crc32c: register = CyclicCode.crc32c.register
        case .crc64nvme: register = CyclicCode.crc64nvme.register
        case .md5: digest = IncrementalDigest(.md5)
        case .sha1: digest = IncrementalDigest(.sha1)
        case .sha256: digest = IncrementalDigest(.sha256)
        case .sha512: digest = IncrementalDigest(.sha512)
        }
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        if digest != nil {
            digest?.update(bytes)
        } else if register != nil {
            register?.update(bytes)
        } else {
            crc32.update(bytes)
        }
    }

    /// The checksum of all bytes. Then the value starts again without any.
    package mutating func finish() -> Checksum {
        if let digest = digest?.finish() { return Checksum(algorithm, digest.bytes) }
        if let code = algorithm.code, let value = register?.value {
            register = code.register
            return Checksum(algorithm, code.bytes(of: value))
        }
        let value = UInt64(crc32.value)
        crc32 = CRC32()
        return Checksum(algorithm, CyclicCode.crc32.bytes(of: value))
    }
}
