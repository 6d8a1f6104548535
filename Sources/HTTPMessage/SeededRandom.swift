/// A random number generator whose numbers depend on the seed only, on every machine: xoshiro256** (Blackman and Vigna, 2018), with its
/// state filled by SplitMix64. Not for secrets.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// The same seed gives the same numbers.
    package init(seed: UInt64) {
        var filler = SplitMix64(seed: seed)
        state = (filler.next(), filler.next(), filler.next(), filler.next())
    }

    /// The next number, all 64 bits of it random.
    package mutating func next() -> UInt64 {
        func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
        let result = rotated(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, 45)
        return result
    }

    /// A number in 0 ..< 1, evenly distributed, with 53 bits.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number from the standard normal distribution (Marsaglia's polar method). The second number of each pair is dropped, so that the
    /// four words are the whole state.
    package mutating func gaussian() -> Double {
        while true {
            let x = 2 * fraction() - 1
            let y = 2 * fraction() - 1
            let square = x * x + y * y
            if square > 0, square < 1 { return x * (-2 * Mathematics.naturalLogarithm(square) / square).squareRoot() }
        }
    }
}
