internal import HTTPMessage
internal import Synchronization

/// Serve events that are needed again when their exchange ends: for webhooks after the response, and the access log.
final class OpenExchanges: Sendable {
    /// Events refer to their session, and keep it alive until their exchanges are over.
    private let events = Mutex<[UInt64: ServeEvent]>([:])
    private let count = Atomic<Int>(0)

    /// Whether there are any. Costs no lock.
    @inline(__always)
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func add(_ event: ServeEvent, for ticket: ExchangeTicket) {
        events.withLock { events in
            if events.updateValue(event, forKey: ticket.number) == nil { count.add(1, ordering: .releasing) }
        }
    }

    /// Replaces the event of an exchange. Does nothing if the exchange is over.
    func update(_ event: ServeEvent, for ticket: ExchangeTicket) {
        if isEmpty { return }
        events.withLock { events in
            if events[ticket.number] != nil { events[ticket.number] = event }
        }
    }

    func take(_ ticket: ExchangeTicket) -> ServeEvent? {
        let event = events.withLock { $0.removeValue(forKey: ticket.number) }
        if event != nil { count.subtract(1, ordering: .relaxed) }
        return event
    }
}

/// Exchanges that are needed again at their end.
extension Session {
    /// Keeps the event until the end of its exchange, if it is needed then.
    @inline(__always)
    func keepOpenIfAwaited(_ serve: inout ServeEvent) {
        guard keepsOpenExchanges || serve.hasWebhooks, let ticket = serve.ticketOrNew() else { return }
        openExchanges.add(serve, for: ticket)
    }

    /// Sends the webhooks, and reports the exchange to the access log.
    func finish(_ serve: ServeEvent, _ outcome: ExchangeOutcome) {
        var serve = serve
        sendWebhooks(after: &serve)
        if keepsOpenExchanges { environment.observer?.finished(FinishedExchange(serve, outcome)) }
    }
}
