internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization
internal import TLS

/// Sending of bodies, waiting, and calls from other threads.
extension Exchange {
    // MARK: For the body feeder

    /// Notes sent bytes.
    /// - Parameter later: a fault that could not be performed while the body was sent.
    func feed(_ bytes: Int, later effect: WireFault.Effect?) {
        current.isFed = true
        current.plannedBytes = bytes
        breaksOffLater = effect
    }

    var isVersion10: Bool { unsafe filler.pointee.request.version == .http10 }

    /// The body is complete, and the client sees that by the end of the connection.
    func bodyEndsByClosing() {
        current.ending = .performed
        isLast = true
    }

    func feederBrokeOff(_ effect: WireFault.Effect) {
        performs(effect)
        breaksOffLater = nil
    }

    /// Nothing may follow: the client would take it for the rest of the body.
    func feederCutOff() {
        current.ending = .cutOff
        breaksOffLater = nil
        isLast = true
    }

    /// The library asks for a piece of the body.
    /// - Returns: nil to continue; else the reason to stop.
    func streams() -> SuspensionState.Wake? {
        if phase == .suspended {
            let wake = suspension.withLock { $0.takeWake() }
            guard step({ $0.resume() }) else { return .serverStops }
            noteEndOfStall(wake)
            return wake == .due || wake == .ready ? nil : wake
        }
        guard step({ $0.stream() }) else { return .serverStops }
        return nil
    }

    // MARK: Waiting

    func wait(forTime: Bool, _ duration: Duration) -> Bool {
        wait(forTime: forTime) { [self] generation in
            core.reactor.wake(self, generation, after: duration.nanosecondsAhead)
        }
    }

    func wait(forTime: Bool, _ arrange: (UInt64) -> Void) -> Bool {
        switch suspend(forTime: forTime) {
        case .suspended(let generation):
            arrange(generation)
            return true
        case .notSuspended(let wake): return goOn(wake)
        }
    }

    /// Suspends first and lets the caller arrange the wake-up afterwards; in the other order the wake-up could come first.
    func suspend(forTime: Bool) -> SuspensionState.Entry {
        guard step({ $0.suspend() }) else { return .notSuspended(.serverStops) }
        let entry = suspendConnection(forTime: forTime)
        if case .notSuspended = entry { _ = step { $0.resume() } }
        return entry
    }

    /// The same without changing the phase.
    func suspendConnection(forTime: Bool) -> SuspensionState.Entry {
        if watch == 0 { watch = core.reactor.watch(self) }
        return suspension.withLock { suspension in
            let entry = suspension.enter(forTime: forTime, mode: core.mode)
            if case .suspended = entry { unsafe MHD_suspend_connection(connection) }
            return entry
        }
    }

    /// Any thread. Resumes under the lock, which the end of a connection takes as well: without it, the daemon could stop and be freed while
    /// the library's call still wakes its worker.
    /// - Parameter prepare: called first if the connection is suspended.
    /// - Returns: whether it was suspended.
    @discardableResult
    func wake(_ reason: SuspensionState.Wake, only generation: UInt64?, _ prepare: () -> Void = {}) -> Bool {
        suspension.withLock { suspension in
            let waited = suspension.leave(reason, only: generation)
            if waited {
                prepare()
                // From now on the client may be slow again.
                if phase == .receiving { bodyProgress.store(MonotonicClock.now(), ordering: .relaxed) }
                unsafe MHD_resume_connection(connection)
            }
            return waited
        }
    }

    /// Any thread: whether the connection is suspended.
    var isSuspended: Bool { suspension.withLock { $0.isSuspended } }

    /// Any thread: whether that suspension is over.
    func isPast(_ generation: UInt64) -> Bool { suspension.withLock { !$0.isSuspended || $0.generation != generation } }

    /// Any thread, while the socket is open: the state of the client.
    var peer: RawSocket.Peer {
        guard let tls else { return socket.peer }
        // The plain end shows that the client has ended its side, and not whether it still reads.
        return tls.link.clientHasLeft || socket.peer == .ended && tls.hasClosed ? .gone : socket.peer
    }

    /// The reactor's thread: the peer has half-closed or reset the connection, now or since the last call.
    ///
    /// A client that only half-closes still reads and gets its response. The wait of one that has left ends.
    func lookAtPeer() {
        var peer = RawSocket.Peer.open
        withOpenSocket { _ in peer = self.peer }
        switch peer {
        case .open: return
        case .ended:
            guard !peerHasEnded.exchange(true, ordering: .relaxed) else { return }
            withOpenSocket { $0.probePeer() }
        case .gone:
            suspension.withLock { $0.noteClientLeft() }
            wake(.clientLeft, only: nil)
        }
    }

    /// Any thread: the server is stopping, in that mode.
    func drain(_ mode: ServerMode) {
        suspension.withLock { suspension in
            guard !suspension.isClosed else { return }
            if suspension.leave(in: mode) { unsafe MHD_resume_connection(connection) }
            if mode == .aborting { socket.shutDown() } else { endIfIdle() }
        }
    }

    /// Any thread: accepts no further request, because the port is closed.
    func endSoon() {
        isEnding.store(true, ordering: .relaxed)
        withOpenSocket { _ in endIfIdle() }
    }

    /// Any thread: whether the connection ends after the current exchange.
    var endsSoon: Bool { isEnding.load(ordering: .relaxed) }

    /// Any thread: whether another request may come on this connection.
    @inline(__always) var acceptsRequests: Bool { core.isServing && !endsSoon }

    /// Any thread, while the socket is open: stops reading unless a request has begun to arrive, or the first one may be on its way. A
    /// client that falls silent within a head has no request yet.
    func endIfIdle() {
        guard hasBegunRequest ? isSilentInHead : phase == .idle && !isInUse else { return }
        isEndedIdle.store(true, ordering: .relaxed)
        socket.stopReading()
    }

    /// Whether the server ends the connection, and not the client. A request that begins at that moment, or whose head is incomplete, gets
    /// no response, so that its client sends it again (RFC 9112, 9.5).
    var endsIdle: Bool { isEndedIdle.load(ordering: .relaxed) }

    /// Any thread, while the socket is open, when a request has begun to arrive: whether its head is incomplete, and no more of it has
    /// come for a while.
    private var isSilentInHead: Bool {
        (phase == .idle || phase == .receiving) && lastBodyProgress == 0 && !socket.hasUnreadBytes
            && isClientSilent(for: core.options.headPatience)
    }

    /// Any thread, while the socket is open: whether the server stops, and the client may have sent a request that has not arrived: the
    /// connection is new, or had a response a moment ago.
    private var isInUse: Bool {
        if core.isServing { return false }
        if requestCount == 0 { return MonotonicClock.now() - openedAt < core.options.newcomerPatience.nanosecondsAhead }
        let patience = core.options.pausePatience
        if kernelKnowsSending { return socket.hasSent(within: patience) }
        return MonotonicClock.now() - endedAt.load(ordering: .relaxed) < patience.nanosecondsAhead
    }

    /// Whether the kernel knows when a response was sent. It does not of a Unix socket, which is also the plain side of TLS.
    var kernelKnowsSending: Bool { tls == nil && localPort != 0 }

    /// Any thread: calls the body with the socket unless it is closed.
    func withOpenSocket(_ body: (RawSocket) -> Void) {
        suspension.withLock { if !$0.isClosed { body(socket) } }
    }

    /// Any thread: makes the library notice that the client has left. It misses an end that arrives together with the last bytes: on the
    /// single event for both it only reads the bytes. Shutting down our side of reading causes another event.
    func closeIfPeerLeft() {
        withOpenSocket { if !$0.isOpen { $0.stopReading() } }
    }

    /// Any thread: whether a request is incomplete and the client must send the rest. False when there are unread bytes: then the worker is
    /// busy with other connections.
    var awaitsBytes: Bool {
        var awaits = false
        withOpenSocket { awaits = (phase == .receiving || hasBegunRequest) && !$0.hasUnreadBytes }
        return awaits
    }

    /// The reactor's thread: the client was too slow.
    func timeOut(_ part: TimeOut) {
        if part == .head { begunAt.store(sweep.incompleteSince, ordering: .relaxed) }
        withOpenSocket {
            timedOut.store(part.rawValue, ordering: .relaxed)
            $0.stopReading()
        }
    }

    // MARK: Seen from other threads

    var phase: ExchangeState.Phase { ExchangeState(bits: state.load(ordering: .relaxed)).phase }
    var requestCount: Int { requests.load(ordering: .relaxed) }
    var sentBodyBytes: Int { sentBytes.load(ordering: .relaxed) }
    var heldBodyBytes: Int { heldBytes.load(ordering: .relaxed) }
    var lastBodyProgress: Int64 { bodyProgress.load(ordering: .relaxed) }

    /// The worker thread: one step of the state machine.
    /// - Returns: whether the step is legal.
    @inline(__always)
    func step(_ transition: (inout ExchangeState) -> Bool) -> Bool {
        var current = ExchangeState(bits: state.load(ordering: .relaxed))
        let isLegal = transition(&current)
        state.store(current.bits, ordering: .relaxed)
        return isLegal
    }
}
