internal import Handlebars
package import HTTPMessage
internal import S3Dialect
internal import StubModel

/// A request's whole life, from its arrival to the end of its exchange. docs/architecture.md follows it.
extension Session {
    /// Matches the request, renders the response, decides what happens on the wire, and opens the journal entry. Waits for nothing but
    /// short locks and the disk: files up to 256 KiB are read here. What takes longer continues on the work pool.
    /// - Parameter admitted: the result of `admit` for the request's head.
    /// - Parameter arrival: how the request reached this session; nil for the server's own.
    package func respond(to request: Request, admitted: (any AdmittedRequest)? = nil, arrival: SessionArrival? = nil) -> Reply {
        if let response = environment.filters.preflight(request) { return .plan(allow(request, response, arrival)) }
        if number != 0 { activity.noteRequest(at: realUptime) }
        if let admitted = admitted as? AdmittedUpload, let upload = admitted.event?.upload {
            return respond(to: request, admitted, arrival, behind: upload)
        }
        if request.body.count > Self.longBodyBytes, let work = environment.work {
            return respond(to: request, admitted: admitted, arrival, on: work)
        }
        return respondHere(to: request, admitted: admitted, arrival, pausingAfter: environment.work == nil ? nil : Self.stepsOfWorker)
    }

    /// The same on this thread, whatever the length of the body.
    /// - Parameter steps: after this many the work continues on the work pool; nil on a thread that may take its time.
    func respondHere(
        to request: Request, admitted: (any AdmittedRequest)?, _ arrival: SessionArrival?, pausingAfter steps: Int? = nil
    ) -> Reply {
        var serve = ServeEvent(request, in: self, arrival)
        if request.hasConditions { serve.takePlainTags() }
        serve.pausesAfter = steps
        if serve.view.isOnLink, let plan = breakConnection(&serve) { return .plan(plan) }
        if let admitted = admitted as? AdmittedUpload {
            // The session may have ended meanwhile, and the request belong to another one.
            if admitted.session === self {
                if let event = admitted.event { serve = event.completed(by: request, pausingAfter: steps) }
                serve.flow = admitted.flow
                serve.flowNetwork = admitted.network
            }
            serve.upload = admitted.event?.upload
        }
        if request.arrival.listener == .s3 {
            serve.unchunkBody()
            serve.readForm()
        }
        return proceed(&serve)
    }

    /// Chooses the stub, and everything after that.
    func proceed(_ serve: inout ServeEvent) -> Reply {
        if !serve.isChosen { serve.choose() }
        if serve.isPaused, let work = environment.work { return proceed(serve, on: work) }
        if let stop = serve.stop {
            refuse(&serve, stop)
            return .plan(conclude(&serve))
        }
        noteChoice(serve)
        let source = render(&serve)
        // The templates of modifiers take as long as others, and are rendered when the rest of the response is known.
        let pool = serve.rendersModifiers ? environment.work : nil
        if let order = options.order, order.takesPart(serve.request, serve.form, at: serve.arrivedAt) {
            let turn = order.turn(after: source)
            return wait(for: pool.map { turn.ending(on: $0) } ?? turn, serve, needsTicket: true)
        }
        if let source { return wait(for: pool.map { source.ending(on: $0) } ?? source, serve) }
        if let work = pool ?? (takesLongToCode(serve) ? environment.work : nil) { return wait(for: .elsewhere(work), serve) }
        let plan = conclude(&serve)
        return .plan(plan)
    }

    /// Counts the stub and its modifiers, for the expectations. Modifiers without a stub are counted when a file or an object is found
    /// for them.
    @inline(__always)
    func noteChoice(_ serve: borrowing ServeEvent) {
        guard let stub = serve.stub else { return }
        ledger.note(stub)
        noteModifiers(serve)
    }

    /// Counts the modifiers.
    @inline(__always)
    func noteModifiers(_ serve: borrowing ServeEvent) {
        for modifier in serve.modifiers { ledger.note(modifier) }
    }

    /// Makes the response: of a stub, a file, an object, or the explanation of a miss.
    /// - Returns: nil if the response or the plan is known; otherwise what gives it later.
    func render(_ serve: inout ServeEvent) -> ResponseSource? {
        guard let stub = serve.stub, let compiled = serve.compiled else { return lookUp(&serve) }
        if let response = stub.immediateResponse {
            serve.response = response
        } else if compiled.isProxied {
            return proxy(&serve)
        } else if let response = compiled.fileResponse {
            serve.response = response
        } else {
            let context = serve.renderContext()
            let mark = context.draws.mark
            serve.response = compiled.response(for: serve.request, in: context)
            if serve.isPaused {
                context.draws.forget(since: mark)
                serve.response = nil
                return .rendering
            }
        }
        return nil
    }

    /// Decides what the wire does, and opens the journal entry, or completes the one that was opened while the response was pending.
    func conclude(_ serve: inout ServeEvent) -> WirePlan {
        decide(&serve)
        if clock.isManual, serve.request.arrival.listener == .s3 { date(&serve) }
        if serve.isScripted || serve.view.isOnLink || serve.flow != nil { stage(&serve) }
        let failure = serve.failure
        environment.tally.note(serve, isFailure: failure != nil)
        if failure != nil || serve.stub == nil, let setting = serve.exceededSetting { environment.tally.note(exceeded: setting) }
        if let reason = failure {
            environment.observer?.failed(serve.request, reason)
            activity.note(SessionReport.Failure(of: serve, reason))
        } else if let mistakes = serve.draws?.mistakes, !mistakes.isEmpty, let observer = environment.observer {
            for (index, mistake) in mistakes.enumerated() { observer.rendered(serve.request, with: serve.sentence(of: mistake, at: index)) }
        }
        if let ticket = serve.ticket {
            serve.completeEntry()
            if serve.hasWebhooks { announceWebhooks(&serve) }
            openExchanges.update(serve, for: ticket)
        } else {
            openEntry(&serve)
            if serve.hasWebhooks { announceWebhooks(&serve) }
            keepOpenIfAwaited(&serve)
        }
        serve.stage?.begin(serve)
        // Taken out, because a copy counts references.
        return serve.plan.take() ?? refuseWithoutPlan(serve)
    }

    /// Responds to a preflight. The access log and the metrics have it; as with WireMock, no journal does.
    private func allow(_ request: Request, _ response: Response, _ arrival: SessionArrival?) -> WirePlan {
        let plan = WirePlan(response)
        environment.tally.note(.preflight, request)
        guard keepsOpenExchanges else { return plan }
        var serve = ServeEvent(request, in: self, arrival)
        serve.isPreflight = true
        serve.response = response
        serve.plan = plan
        keepOpenIfAwaited(&serve)
        return serve.plan ?? plan
    }

    /// Opens the journal entry.
    func openEntry(_ serve: inout ServeEvent) {
        let ticket = journal.open(serve)
        serve.take(ticket)
        if watch.isAwaited { watch.arrived(serve) }
    }

    /// Nothing has made a plan, which is a mistake of this server: tells it, and makes one that says so.
    private func refuseWithoutPlan(_ serve: ServeEvent) -> WirePlan {
        let sentence = "The request was not processed: no response was planned for it. That is a mistake of the server: please report it."
        environment.observer?.failed(serve.request, sentence)
        let plan = WirePlan(.refusal(500, .internalError, sentence, to: serve.request), ticket: serve.ticket)
        if let ticket = serve.ticket { journal.refuse(ticket, plan.response, because: sentence) }
        return plan
    }

    /// The planned response cannot be sent, and a 500 of the wire takes its place.
    func replaced(_ request: Request, _ ticket: ExchangeTicket, by response: Response, because sentence: String) {
        let stub = journal.stub(of: ticket)?.mapping
        let reason = stub.map { "\($0.label): \(sentence)" } ?? sentence
        environment.observer?.failed(request, reason)
        activity.note(SessionReport.Failure(request, stub, reason))
        journal.refuse(ticket, response, because: reason)
    }

    /// The exchange of a plan with a ticket is over.
    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        journal.close(ticket, outcome)
        if number != 0 { activity.touch(at: realUptime) }
        guard !openExchanges.isEmpty, let serve = openExchanges.take(ticket) else { return }
        finish(serve, outcome)
    }
}
