internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization

/// Regulation of an exchange: how much of its response may be sent, and how fast its request's body is read.
extension Exchange {
    // MARK: The response

    /// The result of asking a regulator.
    enum Clearance {
        /// Send at most this many bytes.
        case maySend(Int)
        /// The exchange is suspended; the regulator is asked again afterwards.
        case waits
        /// The client has left, or the server stops.
        case ends
        case replaces(WirePlan)
        case breaksOff(WireFault.Effect)
    }

    /// Keeps the regulator, to call `ended` when the exchange is over.
    func add(_ regulator: any ResponseRegulator) {
        if !regulators.contains(where: { $0 === regulator }) { regulators.append(regulator) }
    }

    func endRegulators() {
        guard !regulators.isEmpty else { return }
        let regulators = regulators
        self.regulators = []
        for regulator in regulators { regulator.ended() }
    }

    /// Asks the regulator, and suspends the exchange if it must wait.
    func ask(_ regulator: any ResponseRegulator, at place: SendingPlace) -> Clearance {
        let waker = Waker(self)
        switch regulator.allowance(at: place, wake: waker.wake) {
        case .bytes(let count): return .maySend(max(1, count))
        case .wait: return hold(waker, until: nil)
        case .waitUntil(let moment): return hold(waker, until: moment)
        case .replace(let plan): return .replaces(plan)
        case .breakOff(let effect): return .breaksOff(effect)
        }
    }

    private func hold(_ waker: Waker, until moment: Int64?) -> Clearance {
        switch suspend(forTime: moment != nil) {
        case .suspended(let generation):
            if let moment { core.reactor.wake(self, generation, at: moment) }
            waker.arm(generation)
            return .waits
        // The server stops without waiting for time.
        case .notSuspended(.due), .notSuspended(.ready): return .maySend(Int.max)
        case .notSuspended(.clientLeft), .notSuspended(.serverStops): return .ends
        }
    }

    /// - Returns: false to close the connection.
    func askBeforeHead(_ plan: WirePlan) -> Bool {
        guard let regulator = plan.performance?.regulator else { return false }
        switch ask(regulator, at: .head) {
        case .maySend:
            pending = nil
            return sendHead(plan)
        case .waits: return true
        // Settled when the exchange completes.
        case .ends: return false
        case .replaces(var replacement):
            pending = nil
            replacement.ticket = plan.ticket
            replacement.tellsDelivery = plan.tellsDelivery
            return perform(replacement)
        case .breaksOff(let effect):
            pending = nil
            return breakOff(plan, effect)
        }
    }

    // MARK: The request's body

    /// A piece of the body has been received. Suspends the connection until its sink wants the next one; if the sink does not pause, until
    /// its regulator lets reading continue. If both would wait, only the sink's pause counts: the regulator's moment after the next piece
    /// covers this piece, too. The exchange stays in the phase of receiving.
    ///
    /// Does not suspend when nothing more will be read from the socket: after a resume the library would read again, and close the
    /// connection of a client that has half-closed. Then the response waits (see `bodyIsWhole`), or the next piece.
    /// - Parameter waker: called by the sink; nil if it does not pause.
    /// - Returns: false to close the connection.
    func pauseBody(_ waker: Waker?) -> Bool {
        guard let reader else { return true }
        let resumption = askForResumption(reader)
        let isMoreToRead = reader.expected.map { reader.received < $0 } ?? socket.awaitsChunks
        guard isMoreToRead, waker != nil || resumption?.isAhead ?? false else { return true }
        switch suspendConnection(forTime: waker == nil) {
        case .suspended(let generation):
            current.isBodyPaused = true
            // Until then the client is not slow. `wake` knows when the sink's pause ended.
            bodyProgress.store(waker == nil ? resumption?.moment ?? .max : .max, ordering: .relaxed)
            if let waker { waker.arm(generation) } else if let resumption { wake(generation, for: resumption) }
        case .notSuspended(.due), .notSuspended(.ready): break
        case .notSuspended(let wake): return breakBodyOff(wake)
        }
        return true
    }

    /// Asks the body's regulator.
    /// - Returns: nil to go on at once.
    private func askForResumption(_ reader: BodyReader) -> Resumption? {
        guard let regulator = reader.regulator else { return nil }
        let waker = Waker(self)
        let moment = regulator.resumption(after: reader.received, changed: waker.wake)
        reader.resumption = moment.map { Resumption(moment: $0, changed: waker) }
        return reader.resumption
    }

    /// Ends that suspension when the moment comes, or no longer holds.
    private func wake(_ generation: UInt64, for resumption: Resumption) {
        core.reactor.wake(self, generation, at: resumption.moment)
        resumption.changed.arm(generation)
    }

    /// The request is complete. Waits until its last byte has passed.
    func awaitResumption(_ resumption: Resumption) -> Bool { wait(forTime: true) { [self] in wake($0, for: resumption) } }

    /// The moment of the last byte has come, or no longer holds.
    func resume(_ reader: BodyReader?, after wake: SuspensionState.Wake) -> Bool {
        if wake == .ready, let reader, let resumption = askForResumption(reader), resumption.isAhead {
            pending = Pending(.respond(after: resumption))
            return awaitResumption(resumption)
        }
        pending = nil
        return respond()
    }

    /// The library delivers more of the body, or its end, perhaps after a pause.
    /// - Returns: false to close the connection.
    @inline(__always)
    func readOn() -> Bool { current.isBodyPaused ? endPause() : true }

    private func endPause() -> Bool {
        current.isBodyPaused = false
        // The library delivers all chunks that it has read before it checks whether the connection is suspended.
        wake(.ready, only: nil)
        let wake = suspension.withLock { $0.takeWake() }
        return wake == .due || wake == .ready || breakBodyOff(wake)
    }

    /// - Returns: false.
    private func breakBodyOff(_ wake: SuspensionState.Wake) -> Bool {
        tellCutOff()
        isBroken = true
        guard wake == .clientLeft else { return false }
        isBrokenOff = true
        tellRefusal(.brokenOff)
        return false
    }

    // MARK: The delivery

    /// Notifies the responder when the peer has acknowledged all that was sent.
    func awaitDelivery(_ ticket: ExchangeTicket) {
        let isFirst = undelivered.withLock {
            $0.append(ticket)
            return $0.count == 1
        }
        if isFirst { core.reactor.tellDelivery(of: self) }
    }

    /// Any thread: notifies the responder of responses that have been delivered, or never will be.
    /// - Returns: whether none is left.
    func tellDeliveries() -> Bool {
        var isDelivered = true
        withOpenSocket { isDelivered = !$0.hasUnacknowledgedBytes }
        guard isDelivered else { return false }
        let tickets = undelivered.withLock { tickets in
            defer { tickets = [] }
            return tickets
        }
        for ticket in tickets { core.responder.delivered(ticket) }
        return true
    }
}

extension Performance {
    /// Whether head and body are sent at once and completely.
    var isPlain: Bool { pace == nil && regulator == nil && fault == nil }
}
