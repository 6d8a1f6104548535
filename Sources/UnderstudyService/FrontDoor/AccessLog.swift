internal import HTTPMessage
internal import Logging
internal import MockEngine
internal import StubModel

/// Writes the log lines of requests: all of them if `--access-log` is on, and always those that nothing matched, with the file that would
/// have matched.
struct AccessLog: ExchangeObserver {
    private static let longestSentence = 500
    private static let longestReason = 1_000
    private static let mark: Logger.Metadata = [StandardErrorLogHandler.missKey: "true"]

    let log: Logger
    let isOn: Bool
    /// Nil when there is no report at the end.
    private let record: ReportCollector?
    /// Whether heads and bodies are logged.
    private let isVerbose: Bool
    let counts = RunCounts()

    init(log: Logger, isOn: Bool, record: ReportCollector? = nil) {
        self.log = log
        self.record = record
        self.isOn = isOn
        isVerbose = log.logLevel <= .debug
    }

    var wantsExchanges: Bool { isOn || isVerbose }

    func finished(_ exchange: FinishedExchange) {
        let isMiss = exchange.stub == nil && !exchange.isFromFile && !exchange.isPreflight && exchange.operation == nil
        dump(exchange.request, exchange.plan, body: exchange.response?.body, repeatsRequests: isMiss)
        guard isOn else { return }
        let source: AccessLogLine.Source =
            if let stub = exchange.stub {
                .stub(stub.mapping.name ?? stub.mapping.origin.file ?? stub.id.description)
            } else if exchange.isPreflight {
                .preflight
            } else if exchange.isFromFile {
                if exchange.request.arrival.listener == .s3 {
                    .object(exchange.file ?? "s3")
                } else {
                    // Without a file it is the icon that browsers ask for.
                    exchange.file.map { .file($0) } ?? .nobody
                }
            } else {
                .nothing
            }
        let line = AccessLogLine(
            listener: exchange.request.arrival.listener, session: exchange.session,
            method: exchange.request.method, target: LogText.withoutSecrets(exchange.request.target),
            status: AccessLogLine.status(exchange.status),
            bodyBytes: exchange.outcome.bodyBytes, duration: exchange.duration, source: source, delay: exchange.delay,
            operation: exchange.operation, fault: exchange.fault,
            outcome: AccessLogLine.Outcome(exchange.outcome, fault: exchange.actingFault))
        log.info("\(line)", metadata: [StandardErrorLogHandler.accessKey: .stringConvertible(line)])
    }

    private func dump(_ request: Request, _ plan: WirePlan?, body: BodySource?, repeatsRequests: Bool) {
        guard isVerbose else { return }
        for line in ExchangeDump.lines(request, plan, body: body, repeatsRequests: repeatsRequests) { log.debug("\(line)") }
    }

    func foundNoSession(for request: Request, _ error: SessionError) {
        counts.addLostRequest()
        record?.takeLostRequest()
        // No session has taken the prefix: it is a part of what was asked for.
        log.warning("nothing answered \(Self.line(request, prefix: request.prefix)). \(Self.sentence(error.text))", metadata: Self.mark)
    }

    func forgets(_ session: Session) { record?.takeUse(in: session) }

    func dropsStubs(of session: Session) { record?.takeExpectations(of: session) }

    func ended(_ session: Session, isIdle: Bool) {
        counts.noteEnd(ofSessionWith: session.requestCount)
        record?.take(session)
        guard isIdle else { return }
        let report = session.report()
        guard !report.isOK else { return }
        let unmet = report.expectations.count { !$0.isMet }
        log.warning(
            """
            the session "\(LogText.shortened(report.name ?? report.id, to: 60))" was not ok, and has ended because it was not used: \
            \(report.unmatchedCount) unmatched, \(report.failureCount) failed responses, \(unmet) expectations not met. \
            A test that closes it gets its report: DELETE /__admin/sessions/<id>
            """)
    }

    func refused(_ refusal: WireRefusal, in session: SessionIdentity?) {
        // Without a status, the client had gone before a response.
        if session != nil, refusal.status > 0 { counts.addMiss() }
        if let sentence = Self.sentence(refusal) { log.warning("\(sentence)") }
        guard isOn, !refusal.request.methodBytes.isEmpty || refusal.status > 0 else { return }
        let line = AccessLogLine(
            listener: refusal.request.arrival.listener, method: refusal.request.method,
            target: LogText.withoutSecrets(refusal.request.target),
            status: AccessLogLine.status(refusal.status), bodyBytes: refusal.sentBytes, duration: refusal.duration,
            source: refusal.status == 0 ? .nobody : .refused(refusal.reason),
            outcome: AccessLogLine.Outcome(ExchangeOutcome(ending: refusal.cause.ending)))
        log.info("\(line)", metadata: [StandardErrorLogHandler.accessKey: .stringConvertible(line)])
    }

    /// What to do for a client that speaks another protocol; nil for other refusals.
    private static func sentence(_ refusal: WireRefusal) -> String? {
        let arrival = refusal.request.arrival
        let host = arrival.localAddress.contains(":") ? "[\(arrival.localAddress)]" : arrival.localAddress
        let address = host.isEmpty ? "a Unix socket" : "\(host):\(arrival.localPort)"
        return switch refusal.cause {
        case .tls: "a client spoke TLS to \(address), which is plain HTTP. Use http://."
        case .http2: "a client spoke HTTP/2 to \(address), which is HTTP/1.1. Switch HTTP/2 off, or let the client ask for it."
        default: nil
        }
    }

    func missed(_ report: MissReport, in session: SessionIdentity) {
        counts.addMiss()
        let method = LogText.shortened(report.request.method, to: 20)
        let target = LogText.shortened(LogText.withoutSecrets(report.request.target), to: AccessLogLine.longestTarget)
        // A target that was cut off cannot be explained.
        guard !target.hasSuffix("…") else {
            log.warning("nothing answered \(method) \(target)\(Self.place(session))", metadata: Self.mark)
            return
        }
        let files = (report.file.map { "\($0) would have answered." } ?? report.noFile).map { " " + LogText.escaped($0) } ?? ""
        let slips = report.hints.isEmpty ? report.closest.map { [$0] } ?? [] : report.hints
        let sentences = slips.map { slip in
            " " + LogText.sentence(slip.prefix(1).uppercased() + slip.dropFirst(), to: Self.longestSentence)
        }.joined()
        log.warning("nothing answered \(method) \(target)\(Self.place(session)).\(sentences)\(files)", metadata: Self.mark)
    }

    func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity) {
        counts.addMiss()
        let listener = request.arrival.listener == .s3 ? " on the S3 listener" : ""
        let file = absence.file.map { " \(LogText.shortened($0, to: AccessLogLine.longestTarget)) would have answered." } ?? ""
        let hint = absence.hint.map { " " + LogText.sentence($0, to: Self.longestSentence) } ?? ""
        let line = "nothing answered \(Self.line(request))\(listener)\(Self.place(session)).\(file)\(hint)"
        // Clients ask whether an object exists before they write it.
        if absence.isProbe { log.info("\(line)") } else { log.warning("\(line)", metadata: Self.mark) }
    }

    /// Empty for the server's own session.
    private static func place(_ session: SessionIdentity) -> String {
        if session.id.isEmpty { return "" }
        return " in session \(session.id)" + (session.name.map { " (\"\(LogText.shortened($0, to: 60))\")" } ?? "")
    }

    func failed(_ request: Request, _ reason: String) { log.error("\(Self.line(request)) got a 500: \(Self.sentence(reason))") }

    func rendered(_ request: Request, with mistake: String) { log.error("\(Self.line(request)): \(Self.sentence(mistake))") }

    func brokeOff(_ request: Request, _ reason: String) {
        log.warning("\(Self.line(request)) was broken off: \(Self.sentence(reason))")
    }

    func refused(_ request: Request, _ status: Int, _ reason: String) {
        log.warning("\(Self.line(request)) got a \(status): \(Self.sentence(reason))")
    }

    func webhookFailed(to url: String?, _ reason: String) {
        let target = url.map { " to " + LogText.sentence($0, to: AccessLogLine.longestTarget) } ?? ""
        log.error("a webhook\(target) failed: \(Self.sentence(reason))")
    }

    private static func line(_ request: Request, prefix: String = "") -> String {
        LogText.shortened(request.method, to: 20) + " "
            + LogText.shortened(prefix + LogText.withoutSecrets(request.target), to: AccessLogLine.longestTarget)
    }

    private static func sentence(_ reason: String) -> String {
        var reason = reason[...]
        while let last = reason.last, last.isNewline { reason.removeLast() }
        return LogText.sentence(reason, to: longestReason)
    }
}

extension AccessLog: AdminExchangeObserver {
    func finished(_ request: Request, _ plan: WirePlan?, _ reason: String?, after duration: Duration, _ outcome: ExchangeOutcome) {
        dump(request, plan, body: plan?.response.body, repeatsRequests: true)
        guard isOn else { return }
        let line = AccessLogLine(
            listener: request.arrival.listener, method: request.method,
            // No session has taken the prefix of a request that is refused.
            target: (reason == nil ? "" : request.prefix) + LogText.withoutSecrets(request.target),
            status: AccessLogLine.status(outcome.status ?? plan?.response.status), bodyBytes: outcome.bodyBytes, duration: duration,
            source: reason.map { .refused($0) } ?? .admin, outcome: AccessLogLine.Outcome(outcome))
        log.info("\(line)", metadata: [StandardErrorLogHandler.accessKey: .stringConvertible(line)])
    }
}

extension StubMapping.Origin {
    /// Nil for the admin API.
    fileprivate var file: String? { if case .file(let path) = self { path } else { nil } }
}
