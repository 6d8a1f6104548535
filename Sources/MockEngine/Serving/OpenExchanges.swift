internal import HTTPMessage
internal import Synchronization

/// Serve events that are needed again when their exchange ends: for webhooks after the response, and the access log.
final class OpenExchanges: Sendable {
    private struct State: Sendable {
        var events: [UInt64: ServeEvent] = [:]
        var isOver = false
    }

    private let state = Mutex(State())
    private let count = Atomic<Int>(0)

    /// Whether there are any. Costs no lock.
    @inline(__always)
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// - Returns: false if the session has ended; its exchanges are no longer reported.
    func add(_ event: ServeEvent, for ticket: ExchangeTicket) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            if state.events.updateValue(event, forKey: ticket.number) == nil { count.add(1, ordering: .releasing) }
            return true
        }
    }

    /// Replaces the event of an exchange. Does nothing if the exchange is over.
    func update(_ event: ServeEvent, for ticket: ExchangeTicket) {
        if isEmpty { return }
        state.withLock { state in
            if state.events[ticket.number] != nil { state.events[ticket.number] = event }
        }
    }

    func take(_ ticket: ExchangeTicket) -> ServeEvent? {
        let event = state.withLock { $0.events.removeValue(forKey: ticket.number) }
        if event != nil { count.subtract(1, ordering: .relaxed) }
        return event
    }

    /// Stops adding events, because the session has ended. Events refer to the session, so keeping them would keep it alive.
    /// - Returns: the exchanges in progress.
    func end() -> [ServeEvent] {
        let events = state.withLock { state in
            defer { state.events = [:] }
            state.isOver = true
            return state.events
        }
        count.store(0, ordering: .relaxed)
        return events.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Exchanges that are needed again at their end.
extension Session {
    /// Whether there are webhooks that are sent after the response.
    @inline(__always)
    private func hasWebhooksAfterwards(_ serve: borrowing ServeEvent) -> Bool {
        serve.hasWebhooks && serve.webhooks.contains { !$0.comesFirst }
    }

    /// Keeps the event until the end of its exchange, if it is needed then.
    @inline(__always)
    func keepOpenIfAwaited(_ serve: inout ServeEvent) {
        guard keepsOpenExchanges || hasWebhooksAfterwards(serve), let ticket = serve.ticketOrNew() else { return }
        if !openExchanges.add(serve, for: ticket) { finish(serve, ExchangeOutcome(ending: .aborted)) }
    }

    /// Sends the webhooks that come after the response, and reports the exchange to the access log.
    func finish(_ serve: ServeEvent, _ outcome: ExchangeOutcome) {
        var serve = serve
        sendWebhooks(after: &serve)
        if keepsOpenExchanges { environment.observer?.finished(FinishedExchange(serve, outcome)) }
    }

    /// Finishes the exchanges in progress, because the session has ended and their end will not be reported.
    func endExchanges() { for serve in openExchanges.end() { finish(serve, ExchangeOutcome(ending: .aborted)) } }
}
