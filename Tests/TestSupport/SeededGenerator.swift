internal import HTTPMessage

/// Random numbers that come again with their seed, which a test that fails names.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var base: SplitMix64

    /// - Parameter seed: another one each time when none is given.
    public init(seed: UInt64 = .random(in: 0 ... .max)) {
        self.seed = seed
        base = SplitMix64(seed: seed)
    }

    public mutating func next() -> UInt64 { base.next() }
}
