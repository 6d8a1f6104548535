internal import HTTPMessage
internal import Synchronization

/// Serve events whose end somebody waits for: webhooks that are sent after the response, the access log.
final class OpenExchanges: Sendable {
    private struct State: Sendable {
        var events: [UInt64: ServeEvent] = [:]
        var isOver = false
    }

    private let state = Mutex(State())
    private let count = Atomic<Int>(0)

    /// Whether there is anything to look up. Costs no lock.
    @inline(__always)
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// - Returns: false when the session has ended: nobody will tell of the end of this exchange.
    func add(_ event: ServeEvent, for ticket: ExchangeTicket) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            if state.events.updateValue(event, forKey: ticket.number) == nil { count.add(1, ordering: .releasing) }
            return true
        }
    }

    /// Takes what has become known of an exchange since. Does nothing when it is over.
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

    /// The session ends: nothing is added any more. The events refer to the session, so they must not stay.
    /// - Returns: the exchanges that are under way.
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
