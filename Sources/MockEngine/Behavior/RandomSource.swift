public import HTTPMessage
internal import Synchronization

/// A session's source of random numbers: one seed, drawn from by all its requests in the order in which they come.
public final class RandomSource: Sendable {
    public let seed: UInt64
    private let generator: Mutex<SeededRandom>

    public init(seed: UInt64) {
        self.seed = seed
        generator = Mutex(SeededRandom(seed: seed))
    }

    /// Draws; several numbers drawn in one call are neighbours in the sequence.
    public func draw<T>(_ body: (inout SeededRandom) -> sending T) -> sending T { generator.withLock { body(&$0) } }

    /// Begins again from the seed.
    public func restart() { generator.withLock { $0 = SeededRandom(seed: seed) } }
}
