public import HTTPMessage
public import JSONDocument
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

/// Draws for one request, and keeps what was drawn, for the journal (`EntryDetails.draws`), and what went wrong while the answer was
/// made. Used by one thread.
public final class DrawLog {
    private let source: RandomSource
    public private(set) var draws: [EntryDetails.Draw] = []
    public private(set) var events: [SubEvent] = []

    public init(_ source: RandomSource) { self.source = source }

    public func note(_ event: SubEvent) { events.append(event) }

    /// - Parameters:
    ///   - what: what is decided, in the journal's words.
    ///   - show: the outcome as the journal shows it.
    public func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        let value = source.draw { body(&$0) }
        draws.append(EntryDetails.Draw(what, show(value)))
        return value
    }
}
