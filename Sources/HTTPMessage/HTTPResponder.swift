internal import Synchronization

/// Who answers requests: the one thing that the wire knows of the rest of the house.
///
/// Called on the wire's worker threads, for several connections at once. Must not block: an answer that takes time is a
/// `Performance` with a delay, or `.later`.
public protocol HTTPResponder: AnyObject, Sendable {
    /// A request's head has arrived and announces a body. Called before the body is read (and before `100 Continue` is sent); not
    /// called for requests without a body.
    func admit(_ head: Request) -> Admission
    /// The request has arrived, whole.
    func respond(to request: Request) -> Reply
    /// The exchange of a plan with a ticket is over, in whatever way. Called once for each such plan.
    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome)
}

extension HTTPResponder {
    public func admit(_ head: Request) -> Admission { .receive(maximumBytes: nil) }
    public func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {}
}

/// What to do with a body that is about to come.
public enum Admission: Sendable {
    /// Take it; 413 when it is longer. Nil means the wire's own limit.
    case receive(maximumBytes: Int?)
    /// Answer without it, and close the connection.
    case refuse(WirePlan)
    /// Take this many bytes of it, then perform the effect.
    case breakBody(afterBytes: Int, WireFault.Effect, ticket: ExchangeTicket?)
}

public enum Reply: Sendable {
    case plan(WirePlan)
    /// The answer comes from another thread, later; the connection costs no thread meanwhile.
    case later(DeferredPlan)
}

/// A plan that is not there yet.
///
/// One side fulfils, once; the wire waits. Either may be first. Any thread.
public final class DeferredPlan: Sendable {
    private enum State {
        case open
        case waiting(@Sendable (WirePlan) -> Void)
        case fulfilled(WirePlan)
        case done
    }

    private struct Box: Sendable {
        var state = State.open
        var onAbandoned: (@Sendable () -> Void)?
    }

    private let box = Mutex(Box())

    public init() {}

    /// Gives the answer. A second call is ignored, and so is one after the client has gone.
    public func fulfil(_ plan: WirePlan) {
        // What was to be called on abandonment is let go of, outside the lock: it holds on to the work, and the work to this plan.
        let callbacks: (waiter: (@Sendable (WirePlan) -> Void)?, onAbandoned: (@Sendable () -> Void)?) = box.withLock { box in
            defer { box.onAbandoned = nil }
            switch box.state {
            case .open:
                box.state = .fulfilled(plan)
                return (nil, box.onAbandoned)
            case .waiting(let waiter):
                box.state = .done
                return (waiter, box.onAbandoned)
            case .fulfilled, .done: return (nil, nil)
            }
        }
        callbacks.waiter?(plan)
    }

    /// For the wire: calls back once, at once if the plan is there already.
    public func whenFulfilled(_ body: @escaping @Sendable (WirePlan) -> Void) {
        let plan: WirePlan? = box.withLock { box in
            if case .fulfilled(let plan) = box.state {
                box.state = .done
                return plan
            }
            if case .open = box.state { box.state = .waiting(body) }
            return nil
        }
        if let plan { body(plan) }
    }

    /// A plan that is made of this one as soon as it is there. Who abandons it abandons this one.
    public func map(_ transform: @escaping @Sendable (WirePlan) -> WirePlan) -> DeferredPlan {
        let result = DeferredPlan()
        result.onAbandoned { self.abandon() }
        whenFulfilled { result.fulfil(transform($0)) }
        return result
    }

    /// For whoever fulfils: called once when the client leaves first. To be set before the plan is handed out; does nothing once it
    /// is fulfilled.
    public func onAbandoned(_ body: @escaping @Sendable () -> Void) {
        box.withLock { box in
            switch box.state {
            case .open, .waiting: box.onAbandoned = body
            case .fulfilled, .done: break
            }
        }
    }

    /// For the wire: the client has gone, or the server stops.
    public func abandon() {
        let callback = box.withLock { box -> (@Sendable () -> Void)? in
            if case .done = box.state { return nil }
            box.state = .done
            defer { box.onAbandoned = nil }
            return box.onAbandoned
        }
        callback?()
    }
}

/// Names one exchange to whoever made its plan.
public struct ExchangeTicket: Sendable, Hashable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// How an exchange ended.
public struct ExchangeOutcome: Sendable, Equatable {
    public enum Ending: Sendable, Equatable {
        /// The answer went out as planned, a planned fault included.
        case performed
        /// The client left first.
        case clientLeft
        /// The time-out came.
        case timedOut
        /// The server stopped, or could not read the body's source.
        case aborted
    }

    public var ending: Ending
    /// Bytes of the body handed to the socket.
    public var bodyBytes: Int
    /// From the moment at which the first byte was due to the end.
    public var sending: Duration

    public init(ending: Ending, bodyBytes: Int = 0, sending: Duration = .zero) {
        self.ending = ending
        self.bodyBytes = bodyBytes
        self.sending = sending
    }
}
