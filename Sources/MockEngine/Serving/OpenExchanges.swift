internal import HTTPMessage
internal import Synchronization

/// Serve events whose end somebody waits for: webhooks that are sent after the response, the access log.
final class OpenExchanges: Sendable {
    private let events = Mutex<[UInt64: ServeEvent]>([:])
    private let count = Atomic<Int>(0)

    /// Whether there is anything to look up. Costs no lock.
    @inline(__always)
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func add(_ event: ServeEvent, for ticket: ExchangeTicket) {
        if events.withLock({ $0.updateValue(event, forKey: ticket.number) }) == nil { count.add(1, ordering: .releasing) }
    }

    /// Takes what has become known of an exchange since. Does nothing when it is over.
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
