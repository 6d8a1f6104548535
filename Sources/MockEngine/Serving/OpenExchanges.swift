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
