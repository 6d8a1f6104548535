package import HTTPMessage

/// Is told what becomes of requests: the log. Called on many threads at once; must not block.
package protocol ExchangeObserver: Sendable {
    /// Whether `finished` is to be called: keeping what it is told has a price.
    var wantsExchanges: Bool { get }
    /// An exchange is over, in whatever way.
    func finished(_ exchange: FinishedExchange)
    /// No stub, file or object answered.
    func missed(_ report: MissReport)
    /// A source of content says itself that it has nothing: an S3 object, or its bucket, is not there.
    func missed(_ request: Request, _ absence: ContentAbsence)
    /// A request gets a 500 of this server's own: a template fails, a body file is gone or cannot be read, a target is denied or cannot be
    /// reached. Called once for each such request.
    /// - Parameter reason: why, and what to do.
    func failed(_ request: Request, _ reason: String)
    /// A webhook was not sent, or got no response.
    /// - Parameters:
    ///   - url: the target; nil when it could not be made.
    ///   - reason: as for `failed`.
    func webhookFailed(to url: String?, _ reason: String)
    /// The wire refused the request itself, or its client broke it off.
    func refused(_ refusal: WireRefusal)
    /// A request names a session that is not alive, or names none where all have to. No journal has it.
    func foundNoSession(for request: Request, _ error: SessionError)
    /// A session's journal is about to be emptied; it can still be read.
    func forgets(_ session: Session)
    /// The stubs of a session that did not come from files are about to go.
    func dropsStubs(of session: Session)
    /// A session that is not the server's own ends; it can still be read.
    func ended(_ session: Session)
}

extension ExchangeObserver {
    package func ended(_ session: Session) {}
    package func forgets(_ session: Session) {}
    package func dropsStubs(of session: Session) {}
    package func foundNoSession(for request: Request, _ error: SessionError) {}
}

/// An exchange that is over, as the access log tells it.
package struct FinishedExchange: Sendable {
    package let request: Request
    package let arrivedAt: Timestamp
    /// The session's id; nil for the server's own.
    package let session: String?
    package let status: Int
    /// Nil when the client left before it was made.
    package let plan: WirePlan?
    /// Before it was compressed; nil as for the plan.
    package let response: Response?
    /// The stub that answered; nil for a file, an object, a refusal, and when nothing did.
    package let stub: CompiledStub?
    /// A file or an object answered.
    package let isAnsweredByFile: Bool
    /// Its path in the mocks folder, where it is known.
    package let file: String?
    /// The planned faults.
    package let faults: [WireFault]
    /// Scripted silence before the first byte.
    package let delay: Duration
    /// The planned fault, as the journal names it.
    package let fault: String?
    /// From the request's arrival to the end.
    package let duration: Duration
    package let outcome: ExchangeOutcome

    init(_ serve: ServeEvent, _ outcome: ExchangeOutcome) {
        request = serve.request
        arrivedAt = serve.arrivedAt
        session = serve.session.number == 0 ? nil : serve.session.identity.id
        status = serve.plan?.response.status ?? 0
        plan = serve.plan
        response = serve.response
        stub = serve.stub
        isAnsweredByFile = serve.isAnsweredByFile
        file = serve.isAnsweredByFile ? serve.session.environment.contents?.path(answering: serve.request) : nil
        faults = serve.plan?.performance?.faults ?? []
        delay = serve.addedDelay
        fault = serve.details?.fault
        duration = serve.sinceArrival
        self.outcome = outcome
    }
}
