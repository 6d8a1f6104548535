package import HTTPMessage
internal import S3Dialect

/// Receives what happens to requests, for the log. Any thread; must not block.
package protocol ExchangeObserver: Sendable {
    /// Whether to call `finished`, which costs something for each request.
    var wantsExchanges: Bool { get }
    /// An exchange is over, whatever its outcome.
    func finished(_ exchange: FinishedExchange)
    /// No stub, file or object matched.
    func missed(_ report: MissReport, in session: SessionIdentity)
    /// A content source responded that it has nothing: an S3 object or bucket does not exist.
    func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity)
    /// A request gets a 500 from this server itself: a template fails, a body file is missing or unreadable, a target is denied or
    /// unreachable. Called once for each such request.
    /// - Parameter reason: the reason, and what to do.
    func failed(_ request: Request, _ reason: String)
    /// A helper in a template got an argument that it cannot use, and the response shows that.
    /// - Parameter mistake: where, and what is wrong.
    func rendered(_ request: Request, with mistake: String)
    /// A response that had begun was broken off: a gate was not released in time.
    /// - Parameter reason: which one, and how long it was waited for.
    func brokeOff(_ request: Request, _ reason: String)
    /// A content source refused a request: a signature of S3 does not fit.
    /// - Parameter reason: what is wrong with the request.
    func refused(_ request: Request, _ status: Int, _ reason: String)
    /// A webhook was not sent or got no response.
    /// - Parameters:
    ///   - url: the target; nil if it could not be rendered.
    ///   - reason: as for `failed`.
    func webhookFailed(to url: String?, _ reason: String)
    /// The wire refused the request itself, or the client broke it off.
    /// - Parameter session: the session that counts it; nil for a call of the admin API and for a request to no open session.
    func refused(_ refusal: WireRefusal, in session: SessionIdentity?)
    /// A request names an unknown or ended session, or names none where one is required. No journal contains it.
    func foundNoSession(for request: Request, _ error: SessionError)
    /// A session's journal is about to be emptied; it can still be read.
    func forgets(_ session: Session)
    /// The stubs of a session that did not come from files are about to be removed.
    func dropsStubs(of session: Session)
    /// A session other than the server's own ends; it can still be read.
    /// - Parameter isIdle: whether it ends because it was not used for its `ttlMilliseconds`, so that nobody gets its report.
    func ended(_ session: Session, isIdle: Bool)
}

extension ExchangeObserver {
    /// Does nothing.
    package func rendered(_ request: Request, with mistake: String) {}
    /// Does nothing.
    package func refused(_ request: Request, _ status: Int, _ reason: String) {}
    /// Does nothing.
    package func brokeOff(_ request: Request, _ reason: String) {}
    /// Does nothing.
    package func ended(_ session: Session, isIdle: Bool) {}
    /// Does nothing.
    package func forgets(_ session: Session) {}
    /// Does nothing.
    package func dropsStubs(of session: Session) {}
    /// Does nothing.
    package func foundNoSession(for request: Request, _ error: SessionError) {}
}

/// A finished exchange, for the access log.
package struct FinishedExchange: Sendable {
    /// The request.
    package let request: Request
    /// The civil time of arrival, by the session's clock.
    package let arrivedAt: Timestamp
    /// The session's id; nil for the server's own.
    package let session: String?
    /// The status that was sent; 0 if none was. The planned one where the wire does not say.
    package let status: Int
    /// Nil if the client left before there was one.
    package let plan: WirePlan?
    /// The response before compression; nil like the plan.
    package let response: Response?
    /// The stub that matched; nil for a file, an object, a refusal, and a miss.
    package let stub: CompiledStub?
    /// Whether it is a preflight that the server itself responded to.
    package let isPreflight: Bool
    /// Whether a file or an object responded.
    package let isFromFile: Bool
    /// The file's path in the mocks folder, if known.
    package let file: String?
    /// What a request on the S3 listener asked for, for the access log: `UploadPart 3`. Nil on another listener and without such an
    /// operation.
    package let operation: String?
    /// The planned fault that happens, of those of the plan; nil for none.
    package let actingFault: WireFault?
    /// The delay that was added before the first byte: as much of the planned one as has passed.
    package let delay: Duration
    /// The planned fault, as the journal names it; nil for none.
    package let fault: String?
    /// The time from the request's arrival to the end.
    package let duration: Duration
    /// How the exchange ended, and what was sent.
    package let outcome: ExchangeOutcome

    init(_ serve: ServeEvent, _ outcome: ExchangeOutcome) {
        request = serve.request
        arrivedAt = serve.arrivedAt
        session = serve.session.number == 0 ? nil : serve.session.identity.id
        status = outcome.status ?? serve.plan?.response.status ?? 0
        plan = serve.plan
        response = serve.response
        stub = serve.stub
        isPreflight = serve.isPreflight
        isFromFile = serve.isFromFile
        file = serve.isFromFile ? serve.session.environment.contents?.filePath(for: serve.request) : nil
        operation = S3RequestSummary(serve.request, baseDomains: serve.session.environment.s3BaseDomains)?.title
        actingFault = serve.plan?.performance?.fault
        delay = serve.delay(until: outcome)
        fault = serve.details?.details.fault
        duration = serve.sinceArrival
        self.outcome = outcome
    }
}
