internal import Handlebars
package import HTTPMessage
internal import StubModel

/// A request's whole life, from its arrival to the end of its exchange. docs/architecture.md follows it.
extension Session {
    /// Matches the request, renders the response, decides what happens on the wire, and opens the journal entry. Does not block.
    /// - Parameter admitted: the result of `admit` for the request's head.
    /// - Parameter arrival: how the request reached this session; nil for the server's own.
    package func respond(to request: Request, admitted: (any AdmittedRequest)? = nil, arrival: SessionArrival? = nil) -> Reply {
        if let response = environment.filters.preflight(request) { return .plan(WirePlan(response)) }
        if number != 0 { activity.noteRequest(at: realUptime) }
        if let work = environment.work, request.body.count > Self.longBodyBytes {
            return respond(to: request, admitted: admitted, arrival, on: work)
        }
        return respondHere(to: request, admitted: admitted, arrival)
    }

    private func respondHere(to request: Request, admitted: (any AdmittedRequest)?, _ arrival: SessionArrival?) -> Reply {
        var serve = ServeEvent(request, in: self, arrival)
        if serve.view.isOnLink, let plan = breakConnection(&serve) { return .plan(plan) }
        // The session may have ended meanwhile, and the request belong to another one.
        if let admitted = admitted as? AdmittedUpload, admitted.session === self {
            if let event = admitted.event { serve = event.completed(by: request) }
            serve.flow = admitted.flow
        }
        if !serve.isChosen { serve.choose() }
        noteChoice(serve)
        let source = render(&serve)
        if let order = options.order, order.takesPart(serve.request, at: serve.arrivedAt) {
            return wait(for: order.turn(after: source), serve, needsTicket: true)
        }
        if let source { return wait(for: source, serve) }
        if let work = environment.work, takesLongToCode(serve) { return wait(for: .elsewhere(work), serve) }
        let plan = conclude(&serve)
        return .plan(plan)
    }

    /// Counts the stub and the modifiers, for the expectations.
    func noteChoice(_ serve: borrowing ServeEvent) {
        if let stub = serve.stub { ledger.note(stub) }
        for modifier in serve.modifiers { ledger.note(modifier) }
    }

    /// Makes the response: of a stub, a file, an object, or the explanation of a miss.
    /// - Returns: nil if the response or the plan is known; otherwise what gives it later.
    private func render(_ serve: inout ServeEvent) -> ResponseSource? {
        guard let stub = serve.stub, let compiled = serve.compiled else { return lookUp(&serve) }
        if let response = stub.immediateResponse {
            serve.response = response
        } else if compiled.isProxied {
            return proxy(&serve)
        } else if let response = compiled.fileResponse {
            serve.response = response
        } else {
            serve.response = compiled.response(for: serve.request, in: serve.renderContext())
        }
        return nil
    }

    /// Decides what the wire does, and opens the journal entry, or completes the one that was opened while the response was pending.
    func conclude(_ serve: inout ServeEvent) -> WirePlan {
        decide(&serve)
        if serve.isScripted || serve.view.isOnLink || serve.flow != nil { stage(&serve) }
        if let reason = serve.failure { environment.observer?.failed(serve.request, reason) }
        if let ticket = serve.ticket {
            serve.completeEntry()
            if let stub = serve.stub, !stub.webhooks.isEmpty { announce(stub.webhooks, &serve) }
            openExchanges.update(serve, for: ticket)
        } else {
            serve.openEntry()
            if let stub = serve.stub, !stub.webhooks.isEmpty { announce(stub.webhooks, &serve) }
            keepOpenIfAwaited(&serve)
        }
        serve.stage?.begin(serve)
        return serve.plan ?? WirePlan(.text(500, ""))
    }

    /// Delays, pace and faults refer to the bytes that are sent, so they are decided after the filters.
    private func decide(_ serve: inout ServeEvent) {
        defer { if serve.tellsDelivery { serve.plan?.tellsDelivery = true } }
        if serve.isRefused { return }
        if let compiled = serve.compiled, let response = serve.response {
            // A 500 from this server itself explains the failure, so modifiers do not change it.
            let said = serve.failure == nil ? serve.modified(response) : response
            let sent = compiled.mayBeCoded ? environment.filters.coded(said, for: serve.request) : said
            if compiled.isImmediate, !serve.view.delaysEverything, serve.modifiers.isEmpty {
                serve.plan = WirePlan(sent)
            } else {
                plan(&serve, sending: sent, settings: serve.view.settings)
            }
        } else if serve.isAnsweredByFile, !serve.modifiers.isEmpty, serve.failure == nil, let response = serve.plan?.response {
            // The settings' delays apply to stubs only.
            plan(&serve, sending: serve.modified(response), settings: EngineSettings())
        }
        if let arrival = serve.arrival, !arrival.urlPrefix.isEmpty, !serve.request.prefixBytes.isEmpty, let plan = serve.plan {
            serve.plan?.response = plan.response.insideSession(prefix: arrival.urlPrefix)
        }
        guard environment.filters.allowsOrigins, let response = serve.plan?.response else { return }
        serve.plan?.ownFields.append(contentsOf: environment.filters.originFields(for: response, to: serve.request))
    }

    private func plan(_ serve: inout ServeEvent, sending response: Response, settings: EngineSettings) {
        if !serve.modifiers.isEmpty { serve.response = response }
        let behavior = ResponseBehavior(sources: serve.behaviors)
        if behavior.hold != nil, serve.arrivalMoment == nil { serve.arrivalMoment = clock.moment(atUptime: serve.arrivalUptime) }
        serve.plan = behavior.plan(
            sending: response, draws: serve.log(), latencyScale: serve.arrivalMoment == nil ? clock.latencyFactor : 1, settings: settings,
            counts: faultCounts)
        serve.hold = behavior.hold
        serve.network = behavior.network
        serve.bitsPerSecond = behavior.bitsPerSecond
        serve.isScripted = true
        serve.measure()
    }

    private func takesLongToCode(_ serve: borrowing ServeEvent) -> Bool {
        guard let compiled = serve.compiled, let response = serve.response, compiled.mayBeCoded else { return false }
        return environment.filters.takesLong(response, for: serve.request)
    }

    /// The exchange of a plan with a ticket is over.
    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        journal.close(ticket, outcome)
        if number != 0 { activity.touch(at: realUptime) }
        guard !openExchanges.isEmpty, let serve = openExchanges.take(ticket) else { return }
        finish(serve, outcome)
    }

    private func finish(_ serve: ServeEvent, _ outcome: ExchangeOutcome) {
        var serve = serve
        sendWebhooks(after: &serve)
        if keepsOpenExchanges { environment.observer?.finished(FinishedExchange(serve, outcome)) }
    }

    /// Finishes the exchanges in progress, because the session has ended and their end will not be reported.
    func endExchanges() { for serve in openExchanges.end() { finish(serve, ExchangeOutcome(ending: .aborted)) } }

    // MARK: Without a stub

    /// Looks for a file or an object when no stub matches.
    private func lookUp(_ serve: inout ServeEvent) -> ResponseSource? {
        let content = environment.contents?.content(for: serve.request) ?? .none
        guard case .later(let start) = content else {
            take(content, &serve)
            return nil
        }
        return ResponseSource { session, serve, complete in
            start { content in
                var serve = serve
                session.take(content, &serve)
                complete(serve)
            }
            return nil
        }
    }

    private func take(_ content: Content, _ serve: inout ServeEvent) {
        switch content {
        case .found(let plan):
            if serve.request.arrival.listener == .s3, let absence = absenceOfOperation(plan, serve) {
                take(.missing(plan, absence), &serve)
                return
            }
            serve.isAnsweredByFile = true
            serve.response = plan.response
            serve.plan = plan
        case .missing(var plan, var absence):
            absence.hint = otherListener(for: serve).map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? absence.hint
            if let hint = absence.hint { plan.ownFields.append(name: MissReport.hintField, value: MissReport.fieldText(hint)) }
            serve.response = plan.response
            serve.plan = plan
            activity.noteMiss()
            environment.observer?.missed(serve.request, absence)
        case .failed(let plan, let reason):
            serve.isAnsweredByFile = true
            serve.response = plan.response
            serve.plan = plan
            serve.fail(reason)
        case .none, .later: explain(&serve)
        }
        serve.measure()
    }

    /// Why S3 has no such operation; nil if it has. Then nothing matches the request, which may be meant for the other listener.
    private func absenceOfOperation(_ plan: WirePlan, _ serve: borrowing ServeEvent) -> ContentAbsence? {
        guard [400, 405, 501].contains(plan.response.status) else { return nil }
        if let hint = otherListener(for: serve) { return ContentAbsence(hint: hint) }
        guard plan.response.status != 400 else { return nil }
        return ContentAbsence(
            hint: "The S3 listener only reads. A stub with \"listener\": \"s3\" and \"method\": \"\(serve.request.method)\" answers it.")
    }

    private func otherListener(for serve: borrowing ServeEvent) -> String? {
        otherListener(for: serve.request, at: serve.arrivedAt, serve.view.routes, serve.board)
    }

    /// Makes the page that explains the miss.
    private func explain(_ serve: inout ServeEvent) {
        activity.noteMiss()
        let report = missReport(for: serve.request, at: serve.arrivedAt, serve.view.routes, serve.board)
        environment.observer?.missed(report)
        serve.notes.append(report.subEvent)
        let response = report.response()
        serve.response = response
        serve.plan = WirePlan(response)
    }

    // MARK: Later

    /// Opens the journal entry now, and completes it when the source gives its response.
    /// - Parameter needsTicket: whether the exchange needs a ticket even without a journal.
    private func wait(for source: ResponseSource, _ serve: ServeEvent, needsTicket: Bool = false) -> Reply {
        var serve = serve
        serve.openEntry()
        if needsTicket { _ = serve.ticketOrNew() }
        keepOpenIfAwaited(&serve)
        let deferred = DeferredPlan(ticket: serve.ticket)
        let cancel = source.start(self, serve) { [self] serve in
            var serve = serve
            let plan = conclude(&serve)
            // The wire has not taken the plan, so it does not report its end either.
            if !deferred.fulfil(plan) { plan.performance?.regulator?.ended() }
        }
        if let cancel { deferred.onAbandoned(cancel) }
        return .later(deferred)
    }

    /// Requests with longer bodies may take a millisecond: the body is hashed, and every matcher may read it.
    private static let longBodyBytes = 64 << 10

    /// Processes the request on the work pool; on this thread if its queue is full.
    private func respond(
        to request: Request, admitted: (any AdmittedRequest)?, _ arrival: SessionArrival?, on work: any WorkQueue
    ) -> Reply {
        let deferred = DeferredPlan()
        let isQueued = work.submit { [self] in
            switch respondHere(to: request, admitted: admitted, arrival) {
            case .plan(let plan): give(plan, to: deferred)
            case .later(let inner):
                deferred.onAbandoned { [self] in
                    inner.abandon()
                    if let ticket = inner.ticket { finished(ticket, ExchangeOutcome(ending: .clientLeft)) }
                }
                inner.whenFulfilled { [self] in give($0, to: deferred) }
            }
        }
        return isQueued ? .later(deferred) : respondHere(to: request, admitted: admitted, arrival)
    }

    @discardableResult
    private func give(_ plan: WirePlan, to deferred: DeferredPlan) -> Bool {
        let isTaken = deferred.fulfil(plan)
        if !isTaken {
            plan.performance?.regulator?.ended()
            if let ticket = plan.ticket { finished(ticket, ExchangeOutcome(ending: .clientLeft)) }
        }
        return isTaken
    }

    // MARK: Exchanges that are needed at their end

    private var keepsOpenExchanges: Bool { environment.observer?.wantsExchanges ?? false }

    private func hasWebhooksAfterwards(_ serve: borrowing ServeEvent) -> Bool {
        guard let stub = serve.stub, !stub.webhooks.isEmpty else { return false }
        return stub.webhooks.contains { !$0.comesFirst }
    }

    func keepOpenIfAwaited(_ serve: inout ServeEvent) {
        guard keepsOpenExchanges || hasWebhooksAfterwards(serve), let ticket = serve.ticketOrNew() else { return }
        if !openExchanges.add(serve, for: ticket) { finish(serve, ExchangeOutcome(ending: .aborted)) }
    }
}

/// Gives a response later: from another server, or from a slow source of content.
struct ResponseSource {
    /// Starts. The closure gets the event once, on any thread, with its response known.
    /// - Returns: what to call if the client leaves first; nil for nothing.
    let start: (Session, ServeEvent, @escaping @Sendable (ServeEvent) -> Void) -> (@Sendable () -> Void)?

    init(_ start: @escaping (Session, ServeEvent, @escaping @Sendable (ServeEvent) -> Void) -> (@Sendable () -> Void)?) {
        self.start = start
    }

    /// For a response that is known but takes a while to prepare: continues on the work pool, or on this thread if its queue is full.
    static func elsewhere(_ work: any WorkQueue) -> ResponseSource {
        ResponseSource { _, serve, complete in
            if !work.submit({ complete(serve) }) { complete(serve) }
            return nil
        }
    }
}
