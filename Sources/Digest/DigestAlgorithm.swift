internal import CNettle

/// The available digests.
package enum DigestAlgorithm: Sendable, CaseIterable {
    /// For S3's entity tags only; not secure.
    case md5
    /// For S3's checksums and its signatures of version 2 only; not secure.
    case sha1
    /// For bodies that are too long to keep, and for signatures.
    case sha256
    /// For S3's checksums only.
    case sha512

    /// Length of a digest in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Length of the blocks that the algorithm works on, in bytes.
    var blockSize: Int { self == .sha512 ? 128 : 64 }

    /// Nettle's description: functions on a context of a given size.
    var hash: nettle_hash {
        switch self {
        case .md5: unsafe nettle_md5
        case .sha1: unsafe nettle_sha1
        case .sha256: unsafe nettle_sha256
        case .sha512: unsafe nettle_sha512
        }
    }
}
