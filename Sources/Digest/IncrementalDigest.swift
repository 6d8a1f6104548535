internal import CNettle

/// A digest of bytes that come piece by piece. Used by one thread at a time.
@safe package struct IncrementalDigest: ~Copyable {
    private let hash: nettle_hash
    /// Nettle's state. Released with the value.
    private let context: UnsafeMutableRawPointer

    package init(_ algorithm: DigestAlgorithm) {
        unsafe hash = algorithm.hash
        unsafe context = .allocate(byteCount: Int(hash.context_size), alignment: 16)
        unsafe hash.`init`(context)
    }

    deinit { unsafe context.deallocate() }

    package mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { input in
            guard let first = input.baseAddress else { return }
            unsafe hash.update(context, input.count, first.assumingMemoryBound(to: UInt8.self))
        }
    }

    package mutating func update(_ bytes: [UInt8]) { unsafe update(bytes.span.bytes) }

    package mutating func update(_ bytes: ArraySlice<UInt8>) { unsafe update(bytes.span.bytes) }

    /// The digest of everything so far. The value starts anew afterwards.
    package mutating func finish() -> MessageDigest {
        let size = unsafe Int(hash.digest_size)
        return MessageDigest(
            bytes: unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
                unsafe hash.digest(context, size, output.baseAddress!)
                count = size
            })
    }
}
