internal import CGnuTLS

/// A digest of bytes that come piece by piece. Used by one thread at a time.
@safe public struct IncrementalDigest: ~Copyable {
    private let algorithm: DigestAlgorithm
    /// Released with the value.
    private let handle: gnutls_hash_hd_t

    public init(_ algorithm: DigestAlgorithm) {
        self.algorithm = algorithm
        var handle: gnutls_hash_hd_t?
        let status = unsafe gnutls_hash_init(&handle, algorithm.identifier)
        guard status == 0, let opened = unsafe handle else { preconditionFailure("GnuTLS has no \(algorithm): status \(status)") }
        unsafe self.handle = opened
    }

    deinit { unsafe gnutls_hash_deinit(handle, nil) }

    public mutating func update(_ bytes: RawSpan) {
        let status = unsafe bytes.withUnsafeBytes { input in
            unsafe input.isEmpty ? 0 : gnutls_hash(handle, input.baseAddress!, input.count)
        }
        precondition(status == 0, "GnuTLS failed in \(algorithm): status \(status)")
    }

    public mutating func update(_ bytes: [UInt8]) { unsafe update(bytes.span.bytes) }

    public mutating func update(_ bytes: ArraySlice<UInt8>) { unsafe update(bytes.span.bytes) }

    /// The digest of everything so far. The value starts anew afterwards.
    public mutating func finish() -> MessageDigest {
        var result = [UInt8](repeating: 0, count: algorithm.byteCount)
        unsafe result.withUnsafeMutableBytes { output in unsafe gnutls_hash_output(handle, output.baseAddress!) }
        return MessageDigest(bytes: result)
    }
}
