internal import Synchronization

/// A plan that is not there yet.
///
/// One side fulfils, once; the wire waits. Either may be first. Any thread.
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

    /// Names the exchange while it waits: the wire reports its end under it when the client leaves first. The plan that fulfils this one
    /// has the same ticket, or none. Nil when nobody wants to know.
    package let ticket: ExchangeTicket?
    private let box = Mutex(Box())

    package init(ticket: ExchangeTicket? = nil) { self.ticket = ticket }

    /// Gives the plan.
    /// - Returns: whether it was taken: false after the first call, and when the client has gone. True before the wire has begun to wait;
    ///   if the client leaves between the two, the wire reports that as the end of the plan.
    @discardableResult
    package func fulfil(_ plan: WirePlan) -> Bool {
        // What was to be called on abandonment is let go of, outside the lock: it holds on to the work, and the work to this plan.
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

    /// For the wire: calls back once, at once if the plan is there already.
    /// - Parameter body: gives whether the plan was taken.
    package func whenFulfilled(_ body: @escaping @Sendable (WirePlan) -> Bool) {
        let plan: WirePlan? = box.withLock { box in
            if case .fulfilled(let plan) = box.state {
                box.state = .done
                return plan
            }
            if case .open = box.state { box.state = .waiting(body) }
            return nil
        }
        // One that was not taken is there for whoever abandons this.
        if let plan, !body(plan) { box.withLock { $0.state = .fulfilled(plan) } }
    }

    /// A plan that is made of this one as soon as it is there. Who abandons it abandons this one.
    package func map(_ transform: @escaping @Sendable (WirePlan) -> WirePlan) -> DeferredPlan {
        let result = DeferredPlan(ticket: ticket)
        result.onAbandoned { self.abandon() }
        whenFulfilled { result.fulfil(transform($0)) }
        return result
    }

    /// For whoever fulfils: called once when the client leaves first, at once if it has left. Takes the place of what was set before; does
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

    /// For the wire: the client has gone, or the server stops.
    /// - Returns: a plan that had come and was not taken.
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
