internal import Synchronization

/// A plan that is made later. One side fulfils it, once; the wire waits for it. Either may come first. Any thread.
package final class DeferredPlan: Sendable {
    private enum State {
        case open
        case waiting(@Sendable (WirePlan) -> Bool)
        case fulfilled(WirePlan)
        case done
        case abandoned
    }

    private struct Box: Sendable {
        var state = State.open
        var onAbandoned: (@Sendable () -> Void)?
    }

    /// Identifies the exchange while it waits: if the client leaves first, the wire reports the end under this ticket. The fulfilling plan
    /// has the same ticket or none. Nil when the end need not be reported.
    package let ticket: ExchangeTicket?
    private let box = Mutex(Box())

    package init(ticket: ExchangeTicket? = nil) { self.ticket = ticket }

    /// Provides the plan.
    /// - Returns: whether it was taken. False after the first call, and when the client has left. True before the wire has begun to wait;
    ///   if the client leaves between the two, the wire reports that as the end of the plan.
    @discardableResult
    package func fulfil(_ plan: WirePlan) -> Bool {
        // The abandonment callback is released outside the lock: it holds the work, and the work holds this plan.
        let (isOpen, waiter, _): (Bool, (@Sendable (WirePlan) -> Bool)?, (@Sendable () -> Void)?) = box.withLock { box in
            defer { box.onAbandoned = nil }
            switch box.state {
            case .open:
                box.state = .fulfilled(plan)
                return (true, nil, box.onAbandoned)
            case .waiting(let waiter):
                box.state = .done
                return (true, waiter, box.onAbandoned)
            case .fulfilled, .done, .abandoned: return (false, nil, nil)
            }
        }
        return waiter?(plan) ?? isOpen
    }

    /// For the wire: calls back once; at once if the plan has been fulfilled.
    /// - Parameter body: returns whether it took the plan.
    package func whenFulfilled(_ body: @escaping @Sendable (WirePlan) -> Bool) {
        let plan: WirePlan? = box.withLock { box in
            if case .fulfilled(let plan) = box.state {
                box.state = .done
                return plan
            }
            if case .open = box.state { box.state = .waiting(body) }
            return nil
        }
        // A plan that was not taken is kept for `abandon`.
        if let plan, !body(plan) { box.withLock { $0.state = .fulfilled(plan) } }
    }

    /// For the fulfilling side: called once when the client leaves first; at once if it has left. Replaces an earlier callback. Does
    /// nothing once the plan is fulfilled.
    package func onAbandoned(_ body: @escaping @Sendable () -> Void) {
        let isAbandoned = box.withLock { box in
            switch box.state {
            case .open, .waiting: box.onAbandoned = body
            case .fulfilled, .done: break
            case .abandoned: return true
            }
            return false
        }
        if isAbandoned { body() }
    }

    /// For the wire: the client has left, or the server stops.
    /// - Returns: a plan that was provided and not taken; nil if there is none.
    @discardableResult
    package func abandon() -> WirePlan? {
        let (plan, callback) = box.withLock { box -> (WirePlan?, (@Sendable () -> Void)?) in
            switch box.state {
            case .done, .abandoned: return (nil, nil)
            case .fulfilled(let plan):
                box.state = .done
                return (plan, nil)
            case .open, .waiting:
                box.state = .abandoned
                defer { box.onAbandoned = nil }
                return (nil, box.onAbandoned)
            }
        }
        callback?()
        return plan
    }
}
