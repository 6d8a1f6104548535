/// Sixteen neighbouring bytes in one register, all compared at once. The compiler makes one load of them and one instruction of each
/// comparison, but only in this module, where it is inlined.
struct SixteenBytes: Sendable {
    /// For each of the bytes whether it matches.
    typealias Places = SIMDMask<SIMD16<Int8>>

    var bytes: SIMD16<UInt8>

    /// The sixteen bytes from an index on.
    @inline(__always)
    init(_ span: Span<UInt8>, at index: Int) {
        let span = span.extracting(index..<index &+ 16)
        bytes = SIMD16(
            span[0], span[1], span[2], span[3], span[4], span[5], span[6], span[7], span[8], span[9], span[10], span[11], span[12],
            span[13], span[14], span[15])
    }

    /// Which bytes are equal to that one.
    @inline(__always)
    func places(of byte: UInt8) -> Places { bytes .== SIMD16(repeating: byte) }

    /// Which bytes are less than that one.
    @inline(__always)
    func places(below byte: UInt8) -> Places { bytes .< SIMD16(repeating: byte) }

    /// Which bytes are that one or greater.
    @inline(__always)
    func places(from byte: UInt8) -> Places { bytes .>= SIMD16(repeating: byte) }
}

extension SIMDMask<SIMD16<Int8>> {
    /// Whether no byte matches. Written to compile to one instruction; `any` would be a call of a generic function.
    @inline(__always)
    var isEmpty: Bool {
        let all = SIMD16<UInt8>(repeating: 0).replacing(with: 0xFF, where: self)
        let eight = all.lowHalf | all.highHalf
        let four = eight.lowHalf | eight.highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y == 0
    }
}
