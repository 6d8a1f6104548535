internal import CNettle

/// The available digests.
package enum DigestAlgorithm: Sendable, CaseIterable {
    /// For S3's entity tags only; not secure.
    case md5
    /// For bodies that are too long to keep.
    case sha256

    /// Length of a digest in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha256: 32
        }
    }

    /// Nettle's description: functions on a context of a given size.
    var hash: nettle_hash {
        switch self {
        case .md5: unsafe nettle_md5
        case .sha256: unsafe nettle_sha256
        }
    }
}
