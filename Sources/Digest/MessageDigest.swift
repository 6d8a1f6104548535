internal import CGnuTLS

/// The digest of some bytes.
public struct MessageDigest: Sendable, Hashable {
    public let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of bytes that lie in memory.
    public static func of(_ bytes: RawSpan, _ algorithm: DigestAlgorithm) -> MessageDigest {
        var result = [UInt8](repeating: 0, count: algorithm.byteCount)
        let status = unsafe bytes.withUnsafeBytes { input in
            unsafe result.withUnsafeMutableBytes { output in
                unsafe gnutls_hash_fast(algorithm.identifier, input.baseAddress, input.count, output.baseAddress!)
            }
        }
        precondition(status == 0, "GnuTLS has no \(algorithm): status \(status)")
        return MessageDigest(bytes: result)
    }

    public static func of(_ bytes: [UInt8], _ algorithm: DigestAlgorithm) -> MessageDigest {
        unsafe of(bytes.span.bytes, algorithm)
    }

    public static func of(_ bytes: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm) -> MessageDigest {
        unsafe of(bytes.span.bytes, algorithm)
    }

    /// The digest of a text's UTF-8 bytes.
    public static func of(_ text: String, _ algorithm: DigestAlgorithm) -> MessageDigest { of(Array(text.utf8), algorithm) }

    /// The keyed digest of RFC 2104 over SHA-256: what AWS's signatures are chains of.
    public static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> MessageDigest {
        var result = [UInt8](repeating: 0, count: DigestAlgorithm.sha256.byteCount)
        let status = unsafe key.withUnsafeBytes { key in
            unsafe message.withUnsafeBytes { message in
                unsafe result.withUnsafeMutableBytes { output in
                    unsafe gnutls_hmac_fast(
                        GNUTLS_MAC_SHA256, key.baseAddress, key.count, message.baseAddress, message.count, output.baseAddress!)
                }
            }
        }
        precondition(status == 0, "GnuTLS has no HMAC-SHA256: status \(status)")
        return MessageDigest(bytes: result)
    }

    /// Lower-case hexadecimal digits.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
