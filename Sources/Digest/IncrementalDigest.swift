internal import CNettle

/// A digest of bytes that arrive in pieces. For one thread at a time.
@safe package struct IncrementalDigest: ~Copyable {
    private let hash: nettle_hash
    /// Nettle's state. Released with the value.
    private let context: UnsafeMutableRawPointer

    /// A digest of no bytes yet.
    package init(_ algorithm: DigestAlgorithm) {
        unsafe hash = algorithm.hash
        unsafe context = .allocate(byteCount: Int(hash.context_size), alignment: 16)
        unsafe hash.`init`(context)
    }

    deinit { unsafe context.deallocate() }

    /// Adds the next bytes.
    package mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { input in
            guard let first = input.baseAddress else { return }
            unsafe hash.update(context, input.count, first.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) { unsafe update(bytes.bytes) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: ArraySlice<UInt8>) { update(bytes.span) }

    /// The digest of all bytes so far. Then the value starts again without any.
    package mutating func finish() -> MessageDigest {
        let size = unsafe Int(hash.digest_size)
        return MessageDigest(
            bytes: unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
                unsafe hash.digest(context, size, output.baseAddress!)
                count = size
            })
    }
}
