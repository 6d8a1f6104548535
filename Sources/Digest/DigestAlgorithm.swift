internal import CNettle

/// The digests that HTTP and S3 speak of.
public enum DigestAlgorithm: Sendable, CaseIterable {
    /// For S3's entity tags and Content-MD5 only: it protects nothing.
    case md5
    /// For old signatures and checksums only: it protects nothing.
    case sha1
    case sha256
    case sha512

    /// Length of a digest in bytes.
    public var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Nettle's description of it: functions over a context of a given size.
    var hash: nettle_hash {
        switch self {
        case .md5: unsafe nettle_md5
        case .sha1: unsafe nettle_sha1
        case .sha256: unsafe nettle_sha256
        case .sha512: unsafe nettle_sha512
        }
    }
}
