internal import Handlebars
package import HTTPMessage
package import JSONDocument

/// Draws random numbers for one request. Records the draws for the journal (`EntryDetails.draws`), and errors in making the response. Not
/// thread-safe: used by one thread at a time.
package final class DrawLog {
    private let source: RandomSource
    /// What was drawn for this request, in order.
    package private(set) var draws: [EntryDetails.Draw] = []
    /// Notes for the journal, in order.
    package private(set) var events: [SubEvent] = []
    /// Why the response could not be rendered, so that the request gets a 500 from this server itself; nil if it could.
    private(set) var failure: TemplateError?
    /// Mistakes of helper calls that show in the response, each once, the first of them.
    private(set) var mistakes: [TemplateError] = []
    private static let mostMistakes = 8

    package init(_ source: RandomSource) { self.source = source }

    /// Adds a note for the journal.
    package func note(_ event: SubEvent) { events.append(event) }

    /// Notes why the request gets a 500.
    func fail(_ error: TemplateError) {
        failure = error
        note(.message(.error, error.message))
    }

    /// Notes what shows as `[ERROR: …]` in the response.
    func note(_ mistake: TemplateError) {
        guard mistakes.count < Self.mostMistakes, !mistakes.contains(mistake) else { return }
        mistakes.append(mistake)
        note(.message(.error, mistake.message))
    }

    /// What was recorded until a moment.
    struct Mark {
        fileprivate let draws: Int
        fileprivate let events: Int
        fileprivate let mistakes: Int
    }

    /// This moment, to return to if the response is rendered again.
    var mark: Mark { Mark(draws: draws.count, events: events.count, mistakes: mistakes.count) }

    /// Forgets what was recorded since then. The random numbers stay drawn.
    func forget(since mark: Mark) {
        draws.removeLast(draws.count - mark.draws)
        events.removeLast(events.count - mark.events)
        mistakes.removeLast(mistakes.count - mark.mistakes)
        failure = nil
    }

    /// Draws from the session's random numbers and records the result.
    /// - Parameters:
    ///   - what: what the draw decides, as the journal names it.
    ///   - show: turns the drawn value into what the journal shows.
    package func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        let value = source.draw { body(&$0) }
        draws.append(EntryDetails.Draw(what, show(value)))
        return value
    }
}
