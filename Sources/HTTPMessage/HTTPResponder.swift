/// Who answers requests: the one thing that the wire knows of the rest of the house.
///
/// Called on the wire's worker threads and its reactor, for several connections at once. Must not block: a response that takes time
/// is a `Performance` with a delay, or `.later`.
package protocol HTTPResponder: AnyObject, Sendable {
    /// A request's head has arrived and announces a body. Called before the body is read (and before `100 Continue` is sent); not
    /// called for requests without a body.
    func admit(_ head: Request) -> Admission
    /// The request has arrived, whole.
    /// - Parameter admitted: what `admit` decided on its head; nil for a request without a body.
    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply
    /// The exchange of a plan with a ticket is over, in whatever way. Called once for each such plan.
    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome)
    /// The peer has acknowledged the last byte of a response whose plan asked for that (`WirePlan.tellsDelivery`), or the connection is
    /// closed. Called once for each such plan, after `finished`, on any thread.
    func delivered(_ ticket: ExchangeTicket)
    /// The wire refused a request itself, or the client broke it off. Called once for each such request; `respond` is not called for it.
    func refused(_ refusal: WireRefusal)
    /// The listener is about to stop: whoever holds deferred plans fulfils them now, or the stop waits for them until its bound.
    /// Called once, before the first connection is drained.
    func stopping()
}

extension HTTPResponder {
    package func admit(_ head: Request) -> Admission { .receive(maximumBytes: nil) }
    package func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {}
    package func delivered(_ ticket: ExchangeTicket) {}
    package func refused(_ refusal: WireRefusal) {}
    package func stopping() {}
}

/// What a responder decided on a request's head. The wire keeps it while the body comes in, and hands it back.
package protocol AdmittedRequest: AnyObject, Sendable {}

/// What to do with a body that is about to come.
package enum Admission: Sendable {
    /// Take it; 413 when it is longer. A nil maximum means the wire's own limit. Without a regulator it is read as fast as it comes.
    case receive(maximumBytes: Int?, as: (any AdmittedRequest)? = nil, regulator: (any UploadRegulator)? = nil)
    /// Answer without it, and close the connection.
    case refuse(WirePlan)
    /// Take this many bytes of it, then perform the effect.
    case breakBody(afterBytes: Int, WireFault.Effect, ticket: ExchangeTicket?)
}

package enum Reply: Sendable {
    case plan(WirePlan)
    /// The plan comes from another thread, later; the connection costs no thread meanwhile.
    case later(DeferredPlan)
}

/// Names one exchange to whoever made its plan.
package struct ExchangeTicket: Sendable, Hashable {
    /// Which of those that share a responder made the plan: a session. 0 where there is only one.
    package var owner: UInt64
    /// Which of its exchanges.
    package var number: UInt64

    package init(owner: UInt64 = 0, number: UInt64) {
        self.owner = owner
        self.number = number
    }
}

/// How an exchange ended.
package struct ExchangeOutcome: Sendable, Equatable {
    package enum Ending: Sendable, Equatable {
        /// The answer went out as planned, a planned fault included.
        case performed
        /// The client left first.
        case clientLeft
        /// The time-out came.
        case timedOut
        /// The server stopped, or could not read the body's source.
        case aborted
    }

    package var ending: Ending
    /// Bytes of the body handed to the socket.
    package var bodyBytes: Int
    /// From the moment at which the first byte was due to the end.
    package var sending: Duration

    package init(ending: Ending, bodyBytes: Int = 0, sending: Duration = .zero) {
        self.ending = ending
        self.bodyBytes = bodyBytes
        self.sending = sending
    }
}
