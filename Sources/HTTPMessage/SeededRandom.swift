/// A generator of numbers that are the same for the same seed, on every machine: xoshiro256** (Blackman and Vigna, 2018), its state
/// filled by SplitMix64 from the seed. Not for secrets.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    package init(seed: UInt64) {
        var filler = SplitMix64(seed: seed)
        state = (filler.next(), filler.next(), filler.next(), filler.next())
    }

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

    /// Evenly in 0 ..< 1, with 53 bits.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// From the standard normal distribution (Marsaglia's polar method; the second value of each pair is not used, so that
    /// the state stays one word of meaning).
    package mutating func gaussian() -> Double {
        while true {
            let x = 2 * fraction() - 1
            let y = 2 * fraction() - 1
            let square = x * x + y * y
            if square > 0, square < 1 { return x * (-2 * Mathematics.naturalLogarithm(square) / square).squareRoot() }
        }
    }
}
