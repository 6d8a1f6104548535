/// Hashes a target byte by byte, so that one pass gives the keys of the target, the path, and every prefix.
///
/// Keys may collide: a stub that is found under a key is still compared byte for byte.
struct RouteHash {
    /// What a key stands for.
    enum Kind: UInt64 { case target = 1, path, prefix, shape }

    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 }

    /// - Parameter detail: distinguishes keys of the same bytes: a prefix's length, a template's shape.
    @inline(__always)
    func key(_ kind: Kind, _ detail: UInt64 = 0) -> RouteKey {
        var mixed = state ^ (kind.rawValue << 56 &+ detail &* 0xD1B5_4A32_D192_ED03)
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return RouteKey(value: mixed ^ mixed >> 32)
    }

    static func key(of bytes: some Sequence<UInt8>, _ kind: Kind, _ detail: UInt64 = 0) -> RouteKey {
        var hash = RouteHash()
        for byte in bytes { hash.add(byte) }
        return hash.key(kind, detail)
    }
}

/// The key of a bucket in the route table.
struct RouteKey: Hashable, Sendable {
    let value: UInt64
}
