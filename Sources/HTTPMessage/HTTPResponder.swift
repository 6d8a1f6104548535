/// Responds to requests. The wire knows the rest of the server only through this protocol.
///
/// Called on the wire's worker threads and its reactor, for several connections at once. Must not block: a response that takes time is a
/// `Performance` with a delay, or `.later`.
package protocol HTTPResponder: AnyObject, Sendable {
    /// The head of a request with a body has arrived. Called before the body is read and before `100 Continue` is sent; not called for
    /// requests without a body.
    func admit(_ head: Request) -> Admission
    /// The whole request has arrived.
    /// - Parameter admitted: what `admit` decided on its head; nil for a request without a body.
    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply
    /// The planned response cannot be sent, and another one takes its place. Called before `finished`.
    /// - Parameters:
    ///   - ticket: of the plan; nil if it has none.
    ///   - sentence: the reason, and what to do.
    func replaced(_ request: Request, _ ticket: ExchangeTicket?, by response: Response, because sentence: String)
    /// The exchange of a plan with a ticket has ended, in whatever way. Called once for each such plan.
    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome)
    /// The peer has acknowledged the last byte of a response whose plan asks for this (`WirePlan.tellsDelivery`), or the connection is
    /// closed. Called once for each such plan, after `finished`, on any thread.
    func delivered(_ ticket: ExchangeTicket)
    /// The wire refused a request itself, or the client left before the request was complete. Called once for each such request; `respond`
    /// is not called for it.
    func refused(_ refusal: WireRefusal)
    /// The listener is about to stop. Fulfil all deferred plans now; otherwise the stop waits for them, up to its time limit. Called once,
    /// before the first connection is drained.
    func stopping()
}

extension HTTPResponder {
    /// Accepts every body up to the wire's own limit.
    package func admit(_ head: Request) -> Admission { .receive(maximumBytes: nil) }
    /// Ignores the replacement.
    package func replaced(_ request: Request, _ ticket: ExchangeTicket?, by response: Response, because sentence: String) {}
    /// Ignores the end.
    package func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {}
    /// Ignores the delivery.
    package func delivered(_ ticket: ExchangeTicket) {}
    /// Ignores the refusal.
    package func refused(_ refusal: WireRefusal) {}
    /// Does nothing: this responder holds no plans.
    package func stopping() {}
}

/// What a responder decided from a request's head. The wire keeps it while the body arrives and passes it to `respond`.
package protocol AdmittedRequest: AnyObject, Sendable {}

/// What to do with a request body.
package enum Admission: Sendable {
    /// Read it; respond with 413 when it is longer. A nil maximum means the wire's own limit. Without a regulator it is read as fast as it
    /// arrives.
    case receive(maximumBytes: Int?, as: (any AdmittedRequest)? = nil, regulator: (any UploadRegulator)? = nil)
    /// The same, but pass it to the sink while it arrives. The request that `respond` gets has an empty body.
    case stream(
        to: any BodySink, maximumBytes: Int?, as: (any AdmittedRequest)? = nil, regulator: (any UploadRegulator)? = nil)
    /// Respond without reading it, and close the connection.
    case refuse(WirePlan)
    /// Read this many bytes of it, then perform the effect.
    case breakBody(afterBytes: Int, WireFault.Effect, ticket: ExchangeTicket?)
}

/// A responder's decision on a request.
package enum Reply: Sendable {
    case plan(WirePlan)
    /// Another thread makes the plan later. The connection occupies no thread until then.
    case later(DeferredPlan)
}
