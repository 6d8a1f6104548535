internal import Budget
internal import HTTPMessage
internal import S3Dialect

/// Responses that follow after `respond` has returned.
extension Session {
    /// Opens the journal entry now, and completes it when the source gives its response.
    /// - Parameter needsTicket: whether the exchange needs a ticket even without a journal.
    func wait(for source: ResponseSource, _ serve: ServeEvent, needsTicket: Bool = false) -> Reply {
        var serve = serve
        openEntry(&serve)
        if needsTicket { _ = serve.ticketOrNew() }
        keepOpenIfAwaited(&serve)
        let deferred = DeferredPlan(ticket: serve.ticket)
        let number = pendingSources.add()
        @Sendable func give(_ serve: ServeEvent) {
            var serve = serve
            let plan = conclude(&serve)
            // The wire has not taken the plan, so it does not report its end either.
            if !deferred.fulfil(plan) { plan.performance?.regulator?.ended() }
        }
        let cancel = source.start(self, serve) { [pendingSources] serve in if pendingSources.take(number) { give(serve) } }
        if let cancel {
            deferred.onAbandoned { [pendingSources] in
                cancel()
                _ = pendingSources.take(number)
            }
        }
        let waiting = serve
        pendingSources.set(
            {
                var serve = waiting
                let sentence = "The session has ended."
                serve.refuse(with: .refusal(503, .slowDown, sentence, to: serve.request), because: sentence)
                give(serve)
                cancel?()
            }, for: number)
        return .later(deferred)
    }

    /// Requests with longer bodies may take a millisecond: the body is hashed, and every matcher may read it.
    static let longBodyBytes = 64 << 10

    /// The work that a worker of the wire does for one request, in steps of its budget: about ten milliseconds.
    static let stepsOfWorker = 1_000_000

    /// The response where the pool's queue is full, in the listener's form: S3's clients repeat a request that gets `SlowDown`.
    static func busy(_ request: Request) -> Response {
        .refusal(503, .slowDown, Response.busySentence, headers: [("Retry-After", "1")], to: request)
    }

    /// Refuses a request whose work takes more than its budget allows.
    func refuse(_ serve: inout ServeEvent, _ stop: WorkBudget.Stop) {
        let sentence = "The request was not processed: \(stop)."
        let response = Response.refusal(500, .internalError, sentence, to: serve.request)
        serve.response = response
        serve.plan = WirePlan(response)
        serve.fail(sentence)
    }

    /// Begins again on the work pool, where matching has taken too long.
    func proceed(_ event: ServeEvent, on work: any WorkQueue) -> Reply {
        let deferred = DeferredPlan()
        let isQueued = work.submit { [self] in
            var serve = event
            serve.resume()
            give(proceed(&serve), to: deferred)
        }
        if isQueued { return .later(deferred) }
        var serve = event
        serve.resume()
        serve.refuse(with: Self.busy(serve.request), because: "The request was not processed: the queue of the work pool is full.")
        return .plan(conclude(&serve))
    }

    /// Processes the request on the work pool, however full its queue is: the client has sent a long body, and should not send it again.
    func respond(
        to request: Request, admitted: (any AdmittedRequest)?, _ arrival: SessionArrival?, on work: any WorkQueue
    ) -> Reply {
        let deferred = DeferredPlan()
        work.submitInAnyCase { [self] in give(respondHere(to: request, admitted: admitted, arrival), to: deferred) }
        return .later(deferred)
    }

    /// Processes the request when the source has finished with its body: at once if that is quick, otherwise on the thread where it has.
    /// If the pool is full, that may be the wire's worker: what takes long is submitted then, as for every request there.
    func respond(
        to request: Request, _ admitted: AdmittedUpload, _ arrival: SessionArrival?, behind upload: any ContentUpload
    ) -> Reply {
        let stepsOfWorker = environment.work == nil ? nil : Self.stepsOfWorker
        if let body = upload.finishQuickly() {
            var request = request
            request.body = body
            return respondHere(to: request, admitted: admitted, arrival, pausingAfter: stepsOfWorker)
        }
        let deferred = DeferredPlan()
        upload.finish { [self] body in
            var request = request
            request.body = body
            let steps = upload.isRefused ? stepsOfWorker : nil
            give(respondHere(to: request, admitted: admitted, arrival, pausingAfter: steps), to: deferred)
        }
        return .later(deferred)
    }

    private func give(_ reply: Reply, to deferred: DeferredPlan) {
        switch reply {
        case .plan(let plan): give(plan, to: deferred)
        case .later(let inner):
            deferred.onAbandoned { [self] in
                // A plan that was fulfilled and not taken is ended here.
                inner.abandon()?.performance?.regulator?.ended()
                if let ticket = inner.ticket { finished(ticket, ExchangeOutcome(ending: .clientLeft, status: 0)) }
            }
            inner.whenFulfilled { [self] in give($0, to: deferred) }
        }
    }

    /// Fulfils a deferred plan. If the wire no longer waits for it, ends the plan's exchange here.
    @discardableResult
    private func give(_ plan: WirePlan, to deferred: DeferredPlan) -> Bool {
        let isTaken = deferred.fulfil(plan)
        if !isTaken {
            plan.performance?.regulator?.ended()
            if let ticket = plan.ticket { finished(ticket, ExchangeOutcome(ending: .clientLeft, status: 0)) }
        }
        return isTaken
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

    /// For a response whose rendering takes too long for this thread: renders it on the work pool.
    static var rendering: ResponseSource {
        ResponseSource { session, event, complete in
            let cancellation = Cancellation()
            let isQueued = session.environment.work?.submit {
                var serve = event
                serve.resume()
                if let source = session.render(&serve) {
                    // Another server's response, whose target has taken long to render.
                    cancellation.set(source.start(session, serve, complete))
                } else {
                    complete(serve)
                }
            }
            if isQueued != true {
                var serve = event
                serve.refuse(
                    with: Session.busy(serve.request), because: "The response was not rendered: the queue of the work pool is full.")
                complete(serve)
            }
            return { cancellation.cancel() }
        }
    }

    /// The same response, which takes a while to prepare when it is known: that is done on the work pool, however full its queue is.
    func ending(on work: any WorkQueue) -> ResponseSource {
        ResponseSource { [start] session, serve, complete in
            start(session, serve) { serve in work.submitInAnyCase { complete(serve) } }
        }
    }

    /// For a response that is known but takes a while to prepare: continues on the work pool, however full its queue is.
    static func elsewhere(_ work: any WorkQueue) -> ResponseSource {
        ResponseSource { _, serve, complete in
            work.submitInAnyCase { complete(serve) }
            return nil
        }
    }
}
