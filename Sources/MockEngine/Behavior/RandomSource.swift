package import HTTPMessage
internal import Synchronization

/// A session's random numbers: one seeded generator, shared by all requests in the order in which they draw. Any thread.
package final class RandomSource: Sendable {
    /// What the sequence starts from.
    package let seed: UInt64
    private let generator: Mutex<SeededRandom>

    package init(seed: UInt64) {
        self.seed = seed
        generator = Mutex(SeededRandom(seed: seed))
    }

    /// Draws. Several numbers drawn in one call are adjacent in the sequence.
    package func draw<T>(_ body: (inout SeededRandom) -> sending T) -> sending T { generator.withLock { body(&$0) } }
}
