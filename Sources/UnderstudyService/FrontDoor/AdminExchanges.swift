internal import HTTPMessage
internal import MockEngine
internal import Synchronization

/// Observes calls of the admin API, and requests that reach no session, for the access log.
protocol AdminExchangeObserver: Sendable {
    /// - Parameters:
    ///   - plan: nil when the client left before the response was made.
    ///   - reason: why the request reached neither a session nor the admin API; nil for a call of the admin API.
    func finished(_ request: Request, _ plan: WirePlan?, _ reason: String?, after duration: Duration, _ outcome: ExchangeOutcome)
}

/// Calls of the admin API and requests without a session that are in progress, for the access log.
final class AdminExchanges: Sendable {
    /// The owner of their tickets; no session has this number.
    static let owner = UInt64.max

    private struct Entry: Sendable {
        var request: Request
        var reason: String?
        var arrivedAt: Duration
        var plan: WirePlan?
    }

    private struct State: Sendable {
        var entries: [UInt64: Entry] = [:]
        var lastNumber: UInt64 = 0
    }

    private let observer: any AdminExchangeObserver
    private let clock: any EngineClock
    private let state = Mutex(State())

    init(_ observer: any AdminExchangeObserver, _ clock: any EngineClock) {
        self.observer = observer
        self.clock = clock
    }

    /// The refusal of a request without a session, with a ticket, which reports its end.
    func noted(_ refusal: WirePlan, to request: Request, because reason: String) -> WirePlan { noted(refusal, add(request, reason)) }

    /// The reply with a ticket, which reports its end.
    func noted(_ reply: Reply, to request: Request) -> Reply {
        let ticket = add(request, nil)
        switch reply {
        case .plan(let plan): return .plan(noted(plan, ticket))
        case .later(let deferred):
            let result = DeferredPlan(ticket: ticket)
            result.onAbandoned { deferred.abandon() }
            deferred.whenFulfilled { [self] in result.fulfil(noted($0, ticket)) }
            return .later(result)
        }
    }

    private func add(_ request: Request, _ reason: String?) -> ExchangeTicket {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(request: request, reason: reason, arrivedAt: clock.uptime)
            return state.lastNumber
        }
        return ExchangeTicket(owner: Self.owner, number: number)
    }

    private func noted(_ plan: WirePlan, _ ticket: ExchangeTicket) -> WirePlan {
        state.withLock { $0.entries[ticket.number]?.plan = plan }
        var plan = plan
        plan.ticket = ticket
        return plan
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        guard let entry = state.withLock({ $0.entries.removeValue(forKey: ticket.number) }) else { return }
        observer.finished(entry.request, entry.plan, entry.reason, after: clock.uptime - entry.arrivedAt, outcome)
    }
}
