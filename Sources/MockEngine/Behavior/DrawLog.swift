package import HTTPMessage
package import JSONDocument

/// Draws for one request, and keeps what was drawn, for the journal (`EntryDetails.draws`), and what went wrong while the response was
/// made. Used by one thread.
package final class DrawLog {
    private let source: RandomSource
    package private(set) var draws: [EntryDetails.Draw] = []
    package private(set) var events: [SubEvent] = []
    /// Why the request gets a 500 of this server's own; nil when it does not.
    private(set) var failure: String?

    package init(_ source: RandomSource) { self.source = source }

    package func note(_ event: SubEvent) { events.append(event) }

    /// Notes why the request gets a 500.
    func fail(_ reason: String) {
        failure = reason
        note(.message(.error, reason))
    }

    /// - Parameters:
    ///   - what: what is decided, in the journal's words.
    ///   - show: the outcome as the journal shows it.
    package func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        let value = source.draw { body(&$0) }
        draws.append(EntryDetails.Draw(what, show(value)))
        return value
    }
}
