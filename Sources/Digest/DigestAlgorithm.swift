internal import CGnuTLS

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

    var identifier: gnutls_digest_algorithm_t {
        switch self {
        case .md5: GNUTLS_DIG_MD5
        case .sha1: GNUTLS_DIG_SHA1
        case .sha256: GNUTLS_DIG_SHA256
        case .sha512: GNUTLS_DIG_SHA512
        }
    }
}
