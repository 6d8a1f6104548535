internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization
internal import TLS

/// From the complete request to the last byte of its response. Runs on the worker thread, except for `fulfilled`.
extension Exchange {
    // MARK: Sending the response

    func decide() -> Bool {
        guard step({ $0.receivedAll() }) else { return false }
        return respond()
    }

    func respond() -> Bool {
        reader?.handOver()
        switch withRequest({ core.responder.respond(to: $0, admitted: current.admitted) }) {
        case .plan(let plan): return perform(plan)
        case .later(let deferred):
            pending = Pending(.await(deferred))
            return true
        }
    }

    /// The second call for a complete request: only now, with a response that waits, is the connection suspended.
    ///
    /// Until its first call has returned without a response, the library considers the connection as reading. After a resume it would read
    /// again, find that the client has half-closed, and close the connection instead of sending the response.
    func suspendBeforeResponse() -> Bool {
        switch pending?.step {
        case .perform(let plan): return wait(forTime: true, plan.performance?.initialDelay ?? .zero)
        case .await(let deferred):
            return wait(forTime: false) { [self] generation in
                deferred.whenFulfilled { plan in self.fulfilled(plan, generation) }
            }
        case .regulate(let plan): return askBeforeHead(plan)
        case .respond(let resumption): return awaitResumption(resumption)
        case .close, nil: return false
        }
    }

    /// Any thread: the deferred plan has arrived. It is performed on the worker thread.
    /// - Returns: whether the connection still waits for it.
    func fulfilled(_ plan: WirePlan, _ generation: UInt64) -> Bool {
        wake(.ready, only: generation) { arrived.withLock { $0 = plan } }
    }

    func goOn() -> Bool {
        let wake = suspension.withLock { $0.takeWake() }
        guard step({ $0.resume() }) else { return false }
        return goOn(wake)
    }

    func goOn(_ wake: SuspensionState.Wake) -> Bool {
        // What is not done here is settled when the exchange completes.
        guard wake == .due || wake == .ready, let step = pending?.step else { return false }
        switch step {
        case .perform(let plan):
            pending = nil
            return performAfterDelay(plan)
        case .await(let deferred):
            guard var plan = arrived.withLock({ $0.take() }) else { return false }
            plan.ticket = plan.ticket ?? deferred.ticket
            pending = nil
            return perform(plan)
        case .regulate(let plan): return askBeforeHead(plan)
        case .respond: return resume(reader, after: wake)
        case .close: return false
        }
    }

    func perform(_ plan: WirePlan) -> Bool {
        guard let performance = plan.performance else { return queue(plan) }
        if let regulator = performance.regulator { add(regulator) }
        guard performance.initialDelay > .zero else { return performAfterDelay(plan) }
        pending = Pending(.perform(plan))
        return phase == .deciding ? true : wait(forTime: true, performance.initialDelay)
    }

    func performAfterDelay(_ plan: WirePlan) -> Bool {
        guard plan.performance?.regulator != nil else { return sendHead(plan) }
        pending = Pending(.regulate(plan))
        return phase == .deciding ? true : askBeforeHead(plan)
    }

    func sendHead(_ plan: WirePlan) -> Bool {
        guard let fault = plan.performance?.fault, fault.moment == .beforeHeaders else { return queue(plan) }
        return breakOff(plan, fault.effect)
    }

    /// Performs a fault in place of the response.
    func breakOff(_ plan: WirePlan, _ effect: WireFault.Effect) -> Bool {
        take(ticketOf: plan)
        performs(effect)
        return breakOff(effect)
    }

    /// Notes that the exchange ends by a planned fault.
    func performs(_ effect: WireFault.Effect) {
        current.ending = .performed
        core.faults.note(effect)
    }

    func take(ticketOf plan: WirePlan) {
        ticket = plan.ticket
        tellsDelivery = plan.tellsDelivery
    }

    func queue(_ plan: WirePlan) -> Bool {
        guard plan.response.status >= 200, plan.response.status <= 999 else { return queueReplacement(for: plan) }
        guard LibraryHooks.heads || plan.hasNoOwnFields else { return queue(plan.withOwnFieldsInResponse) }
        take(ticketOf: plan)
        if plan.ticket != nil { startedSending = MonotonicClock.now() }
        guard step({ $0.queue() }) else { return false }
        current.sentStatus = plan.response.status
        // For a 2xx to CONNECT the library sends no length, because a tunnel would follow. Our body ends with the connection.
        let opensTunnel = unsafe filler.pointee.isConnect && plan.response.status < 300
        let closes = plan.closesConnection || opensTunnel || !acceptsRequests
        isLast = unsafe closes || respondsEarly || filler.pointee.isLast
        if opensTunnel, LibraryHooks.isVersion1 { return respondToTunnel(plan.response) }
        let hasBody = sendsBody(plan.response)
        let isPlain = plan.performance?.isPlain ?? true
        if isPlain, hasBody || plan.response.framing == .length && !hasLengthOfItsOwn(plan.response) {
            let isQueued = PreparedResponse.with(plan.response) { prepared in
                if hasBody { current.plannedBytes = prepared.count }
                return (closes ? prepared.closing(plan.response) : prepared)?.queue(on: self, plan) ?? false
            }
            if let isQueued { return isQueued }
        }
        return BodyFeeder.queue(plan, on: self, closes: closes)
    }

    /// Version 1 of the library refuses a 2xx for CONNECT, so it is written to the descriptor. A body that is not in memory is left out,
    /// and so is what does not fit into the socket's buffer: then the exchange is cut off.
    private func respondToTunnel(_ response: Response) -> Bool {
        let last = LastResponse(response: response, announcesLength: false)
        respondsEarly = true
        isBroken = true
        let unsent = send(last)
        feed(max(0, last.body.count - unsent), later: nil)
        if unsent == 0 {
            current.ending = .performed
        } else {
            current.ending = .cutOff
            core.options.log(
                .warning,
                "Responding to CONNECT — a body of \(last.body.count) bytes: the last \(min(unsent, last.body.count)) did not fit into the "
                    + "socket's buffer and were not sent. Use a shorter body.")
        }
        return false
    }

    func queueReplacement(for plan: WirePlan) -> Bool {
        core.options.log(.warning, "Responding — status \(plan.response.status): cannot be sent; 500 was sent.")
        var replacement = plan
        replacement.response = StandardResponses.unsendableStatus(plan.response.status)
        return queue(replacement)
    }

    /// Whether a response without a body announces another `Content-Length` than that of its body, or must not announce one.
    private func hasLengthOfItsOwn(_ response: Response) -> Bool {
        response.status != 204 && lengthWithoutBody(of: response) != response.body.length
    }

    /// The `Content-Length` of a response without a body, which is the length of a GET's body: the written one (as in WireMock), or else
    /// that of the body. Nil, for none, with a 304 without either, and to a HEAD of an empty body in chunks, whose length nobody knows: 0
    /// would be the length of the client's cached body.
    func lengthWithoutBody(of response: Response) -> Int? {
        if let written = response.headers.contentLength { return written }
        return (response.status == 304 || response.framing == .chunked) && response.body.length == 0 ? nil : response.body.length
    }

    func sendsBody(_ response: Response) -> Bool { unsafe !filler.pointee.isHead && response.status != 204 && response.status != 304 }

    // MARK: Breaking

    /// Performs a fault in place of a response, or of the rest of one.
    /// - Returns: false to close the connection; true to keep it open in silence.
    func breakOff(_ effect: WireFault.Effect) -> Bool {
        isBroken = true
        switch effect {
        // RST discards unsent bytes; the client must get them first. A stop does not cut this wait short.
        case .reset where socket.hasUnsentBytes:
            pending = Pending(.close)
            return wait(forTime: false) { [self] _ in core.reactor.resetWhenSent(self) }
        case .reset: reset()
        case .close: socket.finish()
        case .garbage(let bytes):
            socket.send(bytes)
            socket.finish()
        case .stall:
            isStalling = true
            pending = Pending(.close)
            return wait(forTime: true) { [self] generation in
                core.reactor.wake(self, generation, after: core.options.stallTimeout.nanosecondsAhead)
                // Weakly: the regulator may keep it longer than the stall lasts.
                for regulator in regulators { regulator.stalls { [weak self] in self?.wake(.ready, only: generation) } }
            }
        }
        return false
    }

    /// Notes whether the regulator has ended the stall.
    func noteEndOfStall(_ wake: SuspensionState.Wake) { if isStalling, wake == .ready { current.ending = .cutOff } }

    /// Handles a request on a connection that was broken off after the last response, and the end of a stall.
    func refuseFurther() -> Bool {
        if isStalling { noteEndOfStall(suspension.withLock { $0.takeWake() }) }
        guard let effect = breaksOffLater else { return false }
        breaksOffLater = nil
        return breakOff(effect)
    }

    // MARK: The end

    func complete(_ code: MHD_RequestTerminationCode) {
        if let step = pending?.step {
            settle(step)
            pending = nil
        }
        // It became complete after all.
        if phase != .receiving { timedOut.store(0, ordering: .relaxed) }
        let isDone = code == .REQUEST_TERMINATED_COMPLETED_OK
        if !isDone { tellFailure(code) }
        if isDone {
            sentBytes.store(sentBytes.load(ordering: .relaxed) &+ current.plannedBytes, ordering: .relaxed)
        }
        endRegulators()
        if let ticket { report(ticket, code) }
        if isDone, let effect = breaksOffLater { breakOffAfterwards(effect) }
        forgetRequest()
        if !kernelKnowsSending { endedAt.store(MonotonicClock.now(), ordering: .relaxed) }
        _ = step { $0.complete() }
        if !acceptsRequests { endIfIdle() }
    }

    /// The library did not complete the exchange: tells the client and the responder why, if the request was incomplete or too long.
    private func tellFailure(_ code: MHD_RequestTerminationCode) {
        if phase == .receiving {
            refuseExcess()
            tellCutOff()
            if code != .REQUEST_TERMINATED_WITH_ERROR { endedTooEarly(code) }
        }
        guard code == .REQUEST_TERMINATED_WITH_ERROR else { return }
        switch phase {
        case .receiving: givenUp(for: reasonOfRefusal)
        case .queued where !LibraryHooks.memory: giveUpResponse()
        default: break
        }
    }

    /// The next request begins with nothing of this one.
    private func forgetRequest() {
        if let reader {
            reader.abandon()
            self.reader = nil
            unsafe filler.pointee.dropBody()
            heldBytes.store(0, ordering: .relaxed)
            bodyProgress.store(0, ordering: .relaxed)
            begunAt.store(0, ordering: .relaxed)
        }
        current = CurrentRequest()
    }

    /// The request is incomplete and will stay so: the client left, or was too slow.
    private func endedTooEarly(_ code: MHD_RequestTerminationCode) {
        guard !isBroken, core.mode != .aborting else { return }
        if let slow = TimeOut(rawValue: timedOut.load(ordering: .relaxed)) ?? (code == .REQUEST_TERMINATED_TIMEOUT_REACHED ? .body : nil) {
            refuse(slow)
        } else {
            isBrokenOff = true
            // For a plan that was made from the request's head, the responder gets the end by its ticket.
            if ticket == nil { tellRefusal(.brokenOff) }
        }
    }

    /// The exchange ends while it waits: the maker of the plan must be notified.
    func settle(_ step: Pending.Step) {
        switch step {
        case .perform(let plan), .regulate(let plan): take(ticketOf: plan)
        case .await(let deferred):
            let untaken = deferred.abandon()
            // It may have been fulfilled just before.
            if let plan = arrived.withLock({ $0.take() }) ?? untaken {
                if let regulator = plan.performance?.regulator { add(regulator) }
                take(ticketOf: plan)
            }
            ticket = ticket ?? deferred.ticket
        case .respond: if core.mode == .aborting { tellCutOff() } else { tellRefusal(.brokenOff) }
        case .close: break
        }
    }

    func report(_ ticket: ExchangeTicket, _ code: MHD_RequestTerminationCode) {
        self.ticket = nil
        let ending: ExchangeOutcome.Ending =
            switch code {
            case _ where current.ending == .cutOff || isStalling && !core.isServing: .aborted
            case _ where current.ending == .performed, .REQUEST_TERMINATED_COMPLETED_OK: .performed
            case .REQUEST_TERMINATED_TIMEOUT_REACHED: .timedOut
            case _ where timedOut.load(ordering: .relaxed) != 0: .timedOut
            case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .aborted
            case _ where core.mode == .aborting: .aborted
            default: .clientLeft
            }
        let sending: Duration = startedSending == 0 ? .zero : .nanoseconds(MonotonicClock.now() - startedSending)
        startedSending = 0
        var outcome = ExchangeOutcome(
            ending: ending, bodyBytes: ending == .performed || current.isFed ? current.plannedBytes : 0, sending: sending,
            status: current.sentStatus)
        outcome.leftStall = isStalling && ending == .performed && suspension.withLock { $0.clientLeft }
        core.responder.finished(ticket, outcome)
        if tellsDelivery { awaitDelivery(ticket) }
        tellsDelivery = false
    }

    /// Any thread, while the socket is open: the client sees a reset.
    func reset() {
        tls?.link.reset()
        socket.reset()
    }

    /// Ends the connection behind everything that was written. Where not all of that is sent, or the client has sent further requests, a
    /// close would reset the connection: then the library closes its descriptor when the client has ended, or the time is over.
    private func endBehindResponse() {
        guard socket.hasUnsentBytes || socket.hasUnreadBytes, core.reactor.linger(socket) else { return socket.shutDown() }
    }

    /// The response has been sent, and its fault follows now.
    func breakOffAfterwards(_ effect: WireFault.Effect) {
        isBroken = true
        core.faults.note(effect)
        switch effect {
        case .reset where socket.hasUnsentBytes: core.reactor.resetWhenSent(self)
        case .reset:
            breaksOffLater = nil
            reset()
        case .close:
            breaksOffLater = nil
            endBehindResponse()
        case .garbage(let bytes):
            breaksOffLater = nil
            socket.send(bytes)
            endBehindResponse()
        case .stall: break
        }
    }
}

extension WirePlan {
    /// The same plan with its own fields in a response that no other plan has.
    fileprivate var withOwnFieldsInResponse: WirePlan {
        var fields = ownFields
        for field in response.headers { fields.append(name: field.name, value: field.value) }
        var plan = self
        plan.response = response.with(headers: fields)
        plan.ownFields = []
        return plan
    }
}
