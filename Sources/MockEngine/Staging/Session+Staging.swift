internal import HTTPMessage
internal import LinkModel
internal import S3Dialect
internal import StubModel

/// What comes between a plan and the wire: a hold, and a clock that tests move.
extension Session {
    /// Gives the plan a regulator if the response is held or waits for a manual clock. Delays, dribbles and stalls in real time stay with
    /// the wire, unless something else can end the response at any time: a hold, or the end of a session that is not the server's own.
    func stage(_ serve: inout ServeEvent) {
        guard let plan = serve.plan else { return }
        let isSent = plan.response.sendsBody(to: serve.request)
        var script = StageScript(length: isSent ? plan.response.body.length : 0)
        var performance = plan.performance ?? Performance()
        let arrival = serve.arrivalMoment
        let delay = performance.initialDelay
        // A test that has seen the request may move the clock before the wire asks.
        if let arrival, clock.isManual { script.start = arrival }
        if arrival != nil || number != 0, delay > .zero || performance.pace != nil {
            script.isInRealTime = arrival == nil
            if delay > .zero {
                script.due = (arrival ?? clock.uptime) + delay
                serve.stagedDelay = arrival == nil ? delay : delay.scaled(by: clock.latencyFactor)
                performance.initialDelay = .zero
            }
            script.pace = isSent ? performance.pace : nil
            performance.pace = nil
        }
        if let (hold, timeout) = serve.hold {
            script.hold = StageScript.Hold(
                gate: GateHold(hold.gate, of: gates), position: hold.position(inBodyOf: script.length), moment: "\(hold.moment)",
                timeout: timeout)
        }
        script.stalls = number != 0 && performance.fault?.effect == .stall
        script.flow = responseLink(for: &serve, bodyBytes: script.length)
        guard !script.isEmpty else { return }
        script.faultPosition = performance.fault.flatMap { $0.moment == .end || $0.moment.position < 0 ? nil : $0.moment.position }
        let stage = StagedResponse(script, in: self)
        if script.waitsForTest, !stages.add(stage, limit: environment.heldResponseLimit) {
            script.flow?.ended()
            serve.flow = nil
            return refuseToHold(&serve)
        }
        stage.waitForClock()
        performance.regulator = stage
        serve.stage = stage
        serve.plan?.performance = performance
    }

    private func refuseToHold(_ serve: inout ServeEvent) {
        let sentence = "This session holds \(environment.heldResponseLimit) responses, and cannot hold more. Release some of them first."
        let response = Response.refusal(503, .slowDown, sentence, to: serve.request)
        serve.response = response
        serve.plan = WirePlan(response)
        serve.notes.append(.message(.error, sentence))
    }

    /// Calls back once, on any thread, when the wire has asked again about every woken response; before this returns if it already has.
    /// - Returns: a number for `stopWaitingForWire`.
    package func whenWireGoesOn(_ body: @escaping @Sendable () -> Void) -> UInt64 { stages.whenAllGoOn(body) }

    /// Stops waiting for the wire.
    /// - Returns: whether the wait was pending; nothing is called then.
    package func stopWaitingForWire(_ number: UInt64) -> Bool { stages.stopWaiting(number) }

    /// Ends everything that waits for a test: held responses, and those that wait for a manual clock, become 503s. Bytes that a link keeps
    /// back are sent at once.
    /// - Parameters:
    ///   - sentence: the reason.
    ///   - isStop: whether the server stops. Delays in real time are then left to the wire, which does not wait any more; else such a
    ///     response becomes a 503 too.
    func endWaiting(_ sentence: String, isStop: Bool = false) {
        options.order?.end(sentence)
        stages.end(sentence, isStop: isStop)
        gates.end()
        watch.end()
        network = .off
    }
}

extension Response {
    /// Whether the client of this request gets a body.
    func sendsBody(to request: Request) -> Bool {
        status != 204 && status != 304 && !request.methodBytes.elementsEqual("HEAD".utf8)
    }
}
