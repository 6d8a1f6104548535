package import HTTPMessage
internal import Synchronization

/// A session's source of random numbers: one seed, drawn from by all its requests in the order in which they come.
package final class RandomSource: Sendable {
    package let seed: UInt64
    private let generator: Mutex<SeededRandom>

    package init(seed: UInt64) {
        self.seed = seed
        generator = Mutex(SeededRandom(seed: seed))
    }

    /// Draws; several numbers drawn in one call are neighbours in the sequence.
    package func draw<T>(_ body: (inout SeededRandom) -> sending T) -> sending T { generator.withLock { body(&$0) } }

    /// Begins again from the seed.
    package func restart() { generator.withLock { $0 = SeededRandom(seed: seed) } }
}
