internal import Synchronization

/// A plan that is made later. One side fulfils it, once; the wire waits for it. Either may come first. Any thread.
package final class DeferredPlan: Sendable {
    private enum State {
        case open
        case waiting(@Sendable (WirePlan) -> Bool)
        case fulfilled(WirePlan)
        /// The wire is being asked whether it takes the plan.
        case delivering
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
        let before = box.withLock { box in
            let before = box
            switch box.state {
            case .open: box = Box(state: .fulfilled(plan))
            case .waiting: box = Box(state: .done)
            case .fulfilled, .delivering, .done, .abandoned: break
            }
            return before
        }
        // The abandonment callback holds the work, and the work holds this plan: it is released here, without the lock.
        switch before.state {
        case .open: return true
        case .waiting(let waiter): return waiter(plan)
        case .fulfilled, .delivering, .done, .abandoned: return false
        }
    }

    /// For the wire: calls back once; at once if the plan has been fulfilled. A plan that is not taken at once is kept for `abandon`,
    /// unless that was called meanwhile.
    /// - Parameter body: returns whether it took the plan.
    package func whenFulfilled(_ body: @escaping @Sendable (WirePlan) -> Bool) {
        let plan: WirePlan? = box.withLock { box in
            if case .fulfilled(let plan) = box.state {
                box.state = .delivering
                return plan
            }
            if case .open = box.state { box.state = .waiting(body) }
            return nil
        }
        guard let plan else { return }
        let isTaken = body(plan)
        box.withLock { box in
            if case .delivering = box.state { box.state = isTaken ? .done : .fulfilled(plan) }
        }
    }

    /// For the fulfilling side: called once when the client leaves first; at once if it has left. Replaces an earlier callback. Does
    /// nothing once the plan is fulfilled.
    package func onAbandoned(_ body: @escaping @Sendable () -> Void) {
        let isAbandoned = box.withLock { box in
            switch box.state {
            case .open, .waiting: box.onAbandoned = body
            case .fulfilled, .delivering, .done: break
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
            case .delivering:
                box.state = .done
                return (nil, nil)
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
