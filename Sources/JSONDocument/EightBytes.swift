/// Eight neighbouring bytes in one register, all compared at once (after "Hacker's Delight", 6-1). The compiler makes one load of them.
struct EightBytes {
    private var word: UInt64 = 0

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    init() {}

    @inline(__always)
    init(_ bytes: Span<UInt8>, at index: Int) {
        let bytes = bytes.extracting(index..<index &+ 8)
        let low = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
        let high = UInt32(bytes[4]) | UInt32(bytes[5]) << 8 | UInt32(bytes[6]) << 16 | UInt32(bytes[7]) << 24
        word = UInt64(low) | UInt64(high) << 32
    }

    mutating func formUnion(_ other: EightBytes) { word |= other.word }

    /// Whether any byte is beyond ASCII.
    var hasHighBit: Bool { word & Self.highBits != 0 }

    /// The first `count` bytes, 0 to 7, followed by zeros.
    func first(_ count: Int) -> EightBytes {
        var result = self
        result.word &= 1 << UInt64(count * 8) &- 1
        return result
    }

    /// The place of the first quote, backslash or control character.
    @inline(__always)
    func endOfPlainText(_ quote: UInt8) -> Int? {
        // A byte borrows from the next one only when it matches itself, so the first match is always right.
        let finds =
            zeros(word ^ Self.ones &* UInt64(quote)) | zeros(word ^ Self.ones &* UInt64(UInt8(ascii: "\\")))
            | ((word &- Self.ones &* 0x20) & ~word & Self.highBits)
        return finds == 0 ? nil : finds.trailingZeroBitCount >> 3
    }

    /// The high bit of each byte that is zero. The bits of bytes after the first zero may be wrong.
    private func zeros(_ word: UInt64) -> UInt64 { (word &- Self.ones) & ~word & Self.highBits }
}
