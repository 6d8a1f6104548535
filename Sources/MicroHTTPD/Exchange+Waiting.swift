internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization

/// Feeding, waiting, and what other threads may ask for.
extension Exchange {
    // MARK: For the body feeder

    /// - Parameter later: the fault that could not be performed while the body was sent.
    func feed(_ bytes: Int, later effect: WireFault.Effect?) {
        isFed = true
        plannedBytes = bytes
        breaksOffLater = effect
    }

    var isVersion10: Bool { unsafe filler.pointee.request.version == .http10 }

    /// There is nothing more to come, and the client knows it by the end of the connection.
    func bodyEndsByClosing() { isComplete = true }

    func feederBrokeOff() {
        faultIsPerformed = true
        breaksOffLater = nil
    }

    /// Lets the head of the answer that is queued next have that block, and holds it until the answer is over.
    func hand(over block: HeadBlock?) {
        keptBlock = block
        LibraryHooks.setHeadBlock(block)
    }

    /// The library asks for a piece of the body.
    /// - Returns: nil to go on; else why not.
    func streams() -> SuspensionState.Wake? {
        if phase == .suspended {
            let wake = suspension.withLock { $0.takeWake() }
            guard step({ $0.resume() }) else { return .serverStops }
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
        case .goesOn(let wake): return goOn(wake)
        }
    }

    /// First suspends, then lets the caller arrange the wake-up; the other way round the wake-up could be first.
    func suspend(forTime: Bool) -> SuspensionState.Entry {
        guard step({ $0.suspend() }) else { return .goesOn(.serverStops) }
        let entry = suspendConnection(forTime: forTime)
        if case .goesOn = entry { _ = step { $0.resume() } }
        return entry
    }

    /// The same without a step of the state machine.
    func suspendConnection(forTime: Bool) -> SuspensionState.Entry {
        if watch == 0 { watch = core.reactor.watch(self) }
        return suspension.withLock { suspension in
            let entry = suspension.enter(forTime: forTime, mode: core.mode)
            if case .suspended = entry { unsafe MHD_suspend_connection(connection) }
            return entry
        }
    }

    /// Any thread. Resumes under the lock: once it is let go, the connection may be gone.
    /// - Parameter prepare: is called first if the connection waits.
    /// - Returns: whether it waited.
    @discardableResult
    func wake(_ reason: SuspensionState.Wake, only generation: UInt64?, _ prepare: () -> Void = {}) -> Bool {
        suspension.withLock { suspension in
            let waited = suspension.leave(reason, only: generation)
            if waited {
                prepare()
                unsafe MHD_resume_connection(connection)
            }
            return waited
        }
    }

    /// Any thread.
    var isSuspended: Bool { suspension.withLock { $0.isSuspended } }

    /// Any thread: whether nobody waits for that any more.
    func isPast(_ generation: UInt64) -> Bool { suspension.withLock { !$0.isSuspended || $0.generation != generation } }

    /// The reactor's thread: the peer has ended its side, or reset the connection; or it had ended its side when this was asked last.
    ///
    /// A client that only ends its side still reads, and gets its response. One that is gone ends the wait.
    func lookAtPeer() {
        var peer = RawSocket.Peer.open
        withOpenSocket { peer = $0.peer }
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

    /// Any thread: the server is about to stop, and has begun that mode.
    func drain(_ mode: ServerMode) {
        suspension.withLock { suspension in
            guard !suspension.isClosed else { return }
            if suspension.leave(in: mode) { unsafe MHD_resume_connection(connection) }
            if mode == .aborting { socket.shutDown() } else { endIfIdle() }
        }
    }

    /// Any thread: no further request is taken in, for the port is closed.
    func endSoon() {
        isEnding.store(true, ordering: .relaxed)
        withOpenSocket { _ in endIfIdle() }
    }

    /// Any thread.
    var endsSoon: Bool { isEnding.load(ordering: .relaxed) }

    /// Any thread: whether a further request may come on this connection.
    @inline(__always) var goesOn: Bool { core.isServing && !endsSoon }

    /// Any thread, while the socket is open: nothing more is taken in, unless a request has begun to come.
    func endIfIdle() {
        if phase == .idle, !hasBegunRequest { socket.stopReading() }
    }

    /// Any thread: does something to the socket unless it is closed.
    func withOpenSocket(_ body: (RawSocket) -> Void) {
        suspension.withLock { if !$0.isClosed { body(socket) } }
    }

    /// Any thread: has the library see that the client has gone. It misses an end that came together with the last bytes: the one
    /// event for both made it read the bytes only. Ending our side of reading makes another event.
    func closeIfPeerLeft() {
        withOpenSocket { if !$0.isOpen { $0.stopReading() } }
    }

    /// Any thread: whether a request has begun, and the rest of it is the client's to send. What lies unread is not: then a worker is
    /// busy elsewhere.
    var awaitsBytes: Bool {
        var awaits = false
        withOpenSocket { awaits = (phase == .receiving || hasBegunRequest) && !$0.hasUnreadBytes }
        return awaits
    }

    /// Any thread: the client took too long.
    func timeOut(_ part: TimeOut) {
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
    /// - Returns: whether it was a legal one.
    @inline(__always)
    func step(_ transition: (inout ExchangeState) -> Bool) -> Bool {
        var current = ExchangeState(bits: state.load(ordering: .relaxed))
        let isLegal = transition(&current)
        state.store(current.bits, ordering: .relaxed)
        return isLegal
    }
}
