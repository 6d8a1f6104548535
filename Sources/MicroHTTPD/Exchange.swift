internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization

/// One connection, and the request that is on it just now: one object for all its requests, one after the other.
///
/// Owned by the library's connection from its start to its end. All but the marked members belong to the connection's worker thread.
@safe final class Exchange: @unchecked Sendable {
    // Unchecked: the mutable members belong to one thread; what others may touch is atomic, or in `gate`.
    let core: DaemonCore
    let connection: OpaquePointer
    let socket: RawSocket

    // Any thread.
    private let gate = Mutex(Gate())
    /// Written by the worker thread only.
    private let state = Atomic<UInt16>(ExchangeState().bits)
    private let requests = Atomic<Int>(0)
    private let sentBytes = Atomic<Int>(0)
    private let heldBytes = Atomic<Int>(0)
    /// Bytes of all requests that were taken; as many as can be when they cannot be counted (chunks).
    private let consumedBytes = Atomic<Int>(0)
    /// When body bytes came last; 0 while no body is awaited.
    private let bodyProgress = Atomic<Int64>(0)
    private let timedOut = Atomic<UInt8>(0)
    /// Guarded by the connection table's lock.
    var tableIndex = 0
    /// The sweeper's notes; only its thread.
    var sweep = SweepNotes()

    // The worker thread.
    /// At an address of its own, so that a request is filled and shown without being copied.
    private let filler: UnsafeMutablePointer<RequestFiller>
    private var headIsTaken = false
    private var reader: BodyReader?
    private var pending: Pending?
    private var watch: UInt64 = 0
    private var ticket: ExchangeTicket?
    private var startedSending: Int64 = 0
    private var plannedBytes = 0
    private var faultIsPerformed = false
    private var isComplete = false
    private var breaksOffLater: WireFault.Effect?
    private var answersEarly = false
    /// No further request is served on this connection.
    private var isBroken = false

    /// What happens when a suspension ends. An object, for most exchanges have none.
    private final class Pending {
        enum Step {
            case perform(WirePlan)
            case await(DeferredPlan)
            /// A stall has lasted long enough.
            case close
        }

        let step: Step
        init(_ step: Step) { self.step = step }
    }

    init(_ core: DaemonCore, connection: OpaquePointer) {
        self.core = core
        unsafe self.connection = connection
        socket = RawSocket(descriptor: unsafe wire_connection_descriptor(connection))
        unsafe filler = .allocate(capacity: 1)
        unsafe filler.initialize(to: RequestFiller(arrival: core.arrival(descriptor: socket.descriptor)))
    }

    deinit {
        unsafe filler.deinitialize(count: 1)
        unsafe filler.deallocate()
    }

    // MARK: The connection's life

    func opened() {
        core.table.add(self)
        core.connectionOpened()
        if !core.isServing { socket.stopReading() }
    }

    /// The library is about to close the descriptor.
    func closed() {
        sayWhyClosed()
        _ = step { $0.close() }
        gate.withLock { $0.isClosed = true }
        if watch != 0 { core.reactor.unwatch(watch) }
        core.table.remove(self)
        core.connectionClosed()
    }

    /// The library closes without a word when it gives a request up and on time-outs; the words are ours. A client that has not
    /// finished sending must be able to read them, so the connection lingers.
    private func sayWhyClosed() {
        guard !isBroken, core.mode != .aborting else { return }
        var mustLinger = answersEarly
        if let slow = TimeOut(rawValue: timedOut.load(ordering: .relaxed)) {
            socket.send(slow == .head ? StandardAnswers.headTimeout : StandardAnswers.bodyTimeout)
            mustLinger = true
        } else if phase == .receiving || phase == .idle && hasBegunRequest {
            let error = LibraryOverrides.takeError() ?? .malformed
            guard socket.isOpen else { return }
            if error != .answered { socket.send(core.answers.raw(error, hasTarget: phase == .receiving)) }
            mustLinger = true
        }
        if mustLinger || socket.hasUnreadBytes { core.reactor.linger(socket) }
    }

    /// Any thread: whether bytes have come in that belong to no request so far. An empty line more is none.
    var hasBegunRequest: Bool {
        guard let received = socket.receivedBytes else { return false }
        return received - consumedBytes.load(ordering: .relaxed) > 2
    }

    // MARK: The request comes in

    func begin(target: UnsafeRawBufferPointer) {
        _ = step { $0.begin() }
        unsafe filler.pointee.begin(target: target)
        headIsTaken = false
        requests.store(requests.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// The head is there, or everything, or a suspension has ended.
    /// - Returns: false to have the connection closed.
    func proceed(method: UnsafeRawBufferPointer, isVersion10: Bool) -> Bool {
        guard !isBroken else { return refuseFurther() }
        switch phase {
        case .receiving where !headIsTaken:
            headIsTaken = true
            unsafe filler.pointee.take(method: method, isVersion10: isVersion10, connection: connection)
            if unsafe filler.pointee.lacksHost { return refuse(WirePlan(StandardAnswers.missingHost)) }
            if unsafe filler.pointee.hasSpaceInTarget { return refuse(WirePlan(StandardAnswers.spaceInTarget)) }
            countConsumed()
            return unsafe filler.pointee.announcesBody || filler.pointee.hasUnknownCoding ? admitBody() : true
        case .receiving:
            if reader != nil { return bodyIsWhole() }
            return decide()
        case .suspended: return goOn()
        case .idle, .deciding, .queued, .streaming, .closed: return false
        }
    }

    private func countConsumed() {
        let length = unsafe filler.pointee.isChunked ? uncountable : Int(wire_head_size(connection)) + (filler.pointee.announcedLength ?? 0)
        consumedBytes.store(min(uncountable, consumedBytes.load(ordering: .relaxed) + length), ordering: .relaxed)
    }

    private var uncountable: Int { Int.max / 4 }

    /// Shows the request without copying it: takes it out of its place, and puts it back.
    @inline(__always)
    private func withRequest<Result>(_ body: (Request) -> Result) -> Result {
        let taken = unsafe filler.move()
        let result = body(taken.request)
        unsafe filler.initialize(to: taken)
        return result
    }

    private func admitBody() -> Bool {
        guard unsafe !filler.pointee.hasUnknownCoding else { return refuse(WirePlan(StandardAnswers.transferCoding)) }
        var limit = core.options.maximumBodyBytes
        var breaksAfter: Int?
        switch withRequest(core.responder.admit) {
        case .receive(let maximumBytes): limit = maximumBytes ?? limit
        case .refuse(let plan): return refuse(plan)
        case .breakBody(let afterBytes, let effect, let ticket):
            breaksAfter = afterBytes
            breaksOffLater = effect
            self.ticket = ticket
        }
        if let length = unsafe filler.pointee.announcedLength, length > limit, breaksAfter == nil {
            return refuse(WirePlan(core.answers.bodyTooLong(limit: limit)))
        }
        reader = unsafe BodyReader(
            limit: limit, breaksAfter: breaksAfter, expected: filler.pointee.announcedLength, options: core.options)
        bodyProgress.store(MonotonicClock.now(), ordering: .relaxed)
        return true
    }

    /// Answers before the body, which the library then does not read.
    private func refuse(_ plan: WirePlan) -> Bool {
        answersEarly = true
        return perform(plan)
    }

    /// A piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, left: inout Int) -> Bool {
        if phase == .suspended { return goOn() }
        guard !isBroken, reader != nil else { return refuseFurther() }
        bodyProgress.store(MonotonicClock.now(), ordering: .relaxed)
        let step = unsafe reader!.take(bytes)
        switch step {
        case .more: break
        case .breaks:
            guard let effect = breaksOffLater else { return false }
            faultIsPerformed = true
            return breakOff(effect)
        case .tooLong:
            // The library takes no answer in the middle of a body, so this one is written raw. What still comes is read away.
            answersEarly = true
            isBroken = true
            socket.send(core.answers.rawBodyTooLong(limit: reader!.limit))
            core.reactor.linger(socket)
            return false
        case .failed(let error):
            core.options.log(.error, error.description)
            return false
        }
        heldBytes.store(reader!.received, ordering: .relaxed)
        left = 0
        return true
    }

    private func bodyIsWhole() -> Bool {
        if let effect = breaksOffLater {
            // The body was shorter than the point at which it was to break.
            faultIsPerformed = true
            return breakOff(effect)
        }
        unsafe filler.pointee.setBody(reader!.finish())
        bodyProgress.store(0, ordering: .relaxed)
        return decide()
    }

    // MARK: The answer goes out

    private func decide() -> Bool {
        guard step({ $0.receivedAll() }) else { return false }
        switch withRequest({ core.responder.respond(to: $0) }) {
        case .plan(let plan): return perform(plan)
        case .later(let deferred):
            pending = Pending(.await(deferred))
            return wait(forTime: false) { [self] generation in
                deferred.whenFulfilled { plan in self.fulfilled(plan, generation) }
            }
        }
    }

    /// Any thread: the deferred plan is there. It is taken up on the worker thread.
    private func fulfilled(_ plan: WirePlan, _ generation: UInt64) {
        arrived.withLock { $0 = plan }
        wake(.ready, only: generation)
    }

    private let arrived = Mutex<WirePlan?>(nil)

    private func goOn() -> Bool {
        let wake = gate.withLock { $0.takeWake() }
        guard step({ $0.resume() }) else { return false }
        return goOn(wake)
    }

    private func goOn(_ wake: Gate.Wake) -> Bool {
        // What is not done now is settled when the exchange completes.
        guard wake == .due || wake == .ready, let step = pending?.step else { return false }
        switch step {
        case .perform(let plan):
            pending = nil
            return performAfterDelay(plan)
        case .await:
            guard let plan = arrived.withLock({ $0.take() }) else { return false }
            pending = nil
            return perform(plan)
        case .close: return false
        }
    }

    private func perform(_ plan: WirePlan) -> Bool {
        guard let performance = plan.performance else { return queue(plan) }
        guard performance.initialDelay > .zero else { return performAfterDelay(plan) }
        pending = Pending(.perform(plan))
        return wait(forTime: true, performance.initialDelay)
    }

    private func performAfterDelay(_ plan: WirePlan) -> Bool {
        guard let fault = plan.performance?.earliestFault, fault.moment == .beforeHeaders else { return queue(plan) }
        ticket = plan.ticket
        faultIsPerformed = true
        return breakOff(fault.effect)
    }

    private func queue(_ plan: WirePlan) -> Bool {
        guard plan.response.status >= 200, plan.response.status <= 999 else { return queueReplacement(for: plan) }
        ticket = plan.ticket
        if plan.ticket != nil { startedSending = MonotonicClock.now() }
        guard step({ $0.queue() }) else { return false }
        let closes = plan.closesConnection || !core.isServing
        if plan.performance == nil || plan.performance?.pace == nil && plan.performance?.earliestFault == nil {
            let isQueued = PreparedResponse.with(plan.response) { prepared in
                if sendsBody(plan.response) { plannedBytes = prepared.count }
                return (closes ? prepared.closing(plan.response) : prepared).queue(on: self, plan.ownFields)
            }
            if let isQueued { return isQueued }
        }
        return BodyFeeder.queue(plan, on: self, closes: closes)
    }

    private func queueReplacement(for plan: WirePlan) -> Bool {
        core.options.log(.warning, "Answering — status \(plan.response.status): cannot be sent; 500 was sent.")
        var replacement = plan
        replacement.response = StandardAnswers.unsendableStatus(plan.response.status)
        return queue(replacement)
    }

    private func sendsBody(_ response: Response) -> Bool { unsafe !filler.pointee.isHead && response.status != 204 && response.status != 304 }

    // MARK: Breaking

    /// Performs a fault in place of an answer, or of the rest of one.
    /// - Returns: false to have the connection closed; true when it hangs.
    func breakOff(_ effect: WireFault.Effect) -> Bool {
        isBroken = true
        switch effect {
        case .reset: socket.reset()
        case .close: socket.finish()
        case .garbage(let bytes):
            socket.send(bytes)
            socket.finish()
        case .stall:
            pending = Pending(.close)
            return wait(forTime: true, core.options.idleTimeout)
        }
        return false
    }

    /// A request on a connection that was broken off after the last answer.
    private func refuseFurther() -> Bool {
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
        let isDone = code == .REQUEST_TERMINATED_COMPLETED_OK
        if isDone {
            sentBytes.store(sentBytes.load(ordering: .relaxed) &+ plannedBytes, ordering: .relaxed)
        }
        if let ticket {
            self.ticket = nil
            report(ticket, code)
        }
        if isDone, let effect = breaksOffLater { breakOffAfterwards(effect) }
        if reader != nil {
            reader = nil
            unsafe filler.pointee.dropBody()
            heldBytes.store(0, ordering: .relaxed)
            bodyProgress.store(0, ordering: .relaxed)
        }
        if keptBlock != nil { keptBlock = nil }
        plannedBytes = 0
        isFed = false
        faultIsPerformed = false
        isComplete = false
        _ = step { $0.complete() }
        if !core.isServing { socket.stopReading() }
    }

    /// The exchange ends while it waits: whoever made the plan must hear of it.
    private func settle(_ step: Pending.Step) {
        switch step {
        case .perform(let plan): ticket = plan.ticket
        case .await(let deferred):
            deferred.abandon()
            // It may have been fulfilled a moment before.
            if let plan = arrived.withLock({ $0.take() }) { ticket = plan.ticket }
        case .close: break
        }
    }

    private func report(_ ticket: ExchangeTicket, _ code: MHD_RequestTerminationCode) {
        let ending: ExchangeOutcome.Ending =
            switch code {
            case _ where faultIsPerformed || isComplete, .REQUEST_TERMINATED_COMPLETED_OK: .performed
            case .REQUEST_TERMINATED_TIMEOUT_REACHED: .timedOut
            case _ where timedOut.load(ordering: .relaxed) != 0: .timedOut
            case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .aborted
            case _ where core.mode == .aborting: .aborted
            default: .clientLeft
            }
        let sending: Duration = startedSending == 0 ? .zero : .nanoseconds(MonotonicClock.now() - startedSending)
        startedSending = 0
        core.responder.finished(
            ticket, ExchangeOutcome(ending: ending, bodyBytes: ending == .performed || isFed ? plannedBytes : 0, sending: sending))
    }

    /// The answer is out, and the fault was to come after it.
    private func breakOffAfterwards(_ effect: WireFault.Effect) {
        isBroken = true
        switch effect {
        case .reset where socket.hasUnsentBytes: core.reactor.resetWhenSent(self)
        case .reset:
            breaksOffLater = nil
            socket.reset()
        case .close:
            breaksOffLater = nil
            socket.shutDown()
        case .garbage(let bytes):
            breaksOffLater = nil
            socket.send(bytes)
            socket.shutDown()
        case .stall: break
        }
    }

    // MARK: For the body feeder

    private var isFed = false
    private var keptBlock: HeadBlock?

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
    func hand(over block: HeadBlock) {
        keptBlock = block
        LibraryOverrides.setHeadBlock(block)
    }

    /// The library asks for a piece of the body.
    /// - Returns: nil to go on; else why not.
    func streams() -> Gate.Wake? {
        if phase == .suspended {
            let wake = gate.withLock { $0.takeWake() }
            guard step({ $0.resume() }) else { return .serverStops }
            return wake == .due || wake == .ready ? nil : wake
        }
        guard step({ $0.stream() }) else { return .serverStops }
        return nil
    }

    // MARK: Waiting

    private func wait(forTime: Bool, _ duration: Duration) -> Bool {
        wait(forTime: forTime) { [self] generation in
            core.reactor.wake(self, generation, after: duration.wholeNanoseconds)
        }
    }

    private func wait(forTime: Bool, _ arrange: (UInt64) -> Void) -> Bool {
        switch suspend(forTime: forTime) {
        case .suspended(let generation):
            arrange(generation)
            return true
        case .goesOn(let wake): return goOn(wake)
        }
    }

    /// First suspends, then lets the caller arrange the wake-up; the other way round the wake-up could be first.
    func suspend(forTime: Bool) -> Gate.Entry {
        if watch == 0 { watch = core.reactor.watch(self) }
        guard step({ $0.suspend() }) else { return .goesOn(.serverStops) }
        let entry = gate.withLock { gate in
            let entry = gate.enter(forTime: forTime, mode: core.mode)
            if case .suspended = entry { unsafe MHD_suspend_connection(connection) }
            return entry
        }
        if case .goesOn = entry { _ = step { $0.resume() } }
        return entry
    }

    /// Any thread. Resumes under the lock: once it is let go, the connection may be gone.
    func wake(_ reason: Gate.Wake, only generation: UInt64?) {
        gate.withLock { gate in
            if gate.leave(reason, only: generation) { unsafe MHD_resume_connection(connection) }
        }
    }

    /// Any thread: whether nobody waits for that any more.
    func isPast(_ generation: UInt64) -> Bool { gate.withLock { !$0.isSuspended || $0.generation != generation } }

    /// The reactor's thread: the peer has closed its side.
    func clientLeft() {
        gate.withLock { $0.noteClientLeft() }
        wake(.clientLeft, only: nil)
    }

    /// Any thread: the server is about to stop.
    func drain(_ mode: ServerMode) {
        gate.withLock { gate in
            guard !gate.isClosed else { return }
            if gate.isSuspended, mode == .aborting || mode == .hastening && gate.waitsForTime {
                if gate.leave(mode == .aborting ? .serverStops : .due, only: nil) { unsafe MHD_resume_connection(connection) }
            }
            if mode == .aborting {
                socket.shutDown()
            } else if phase == .idle {
                socket.stopReading()
            }
        }
    }

    /// Any thread: does something to the socket unless it is closed.
    func withOpenSocket(_ body: (RawSocket) -> Void) {
        gate.withLock { if !$0.isClosed { body(socket) } }
    }

    /// Any thread: has the library see that the client has gone. It misses an end that came together with the last bytes: the one
    /// event for both made it read the bytes only. Ending our side of reading makes another event.
    func closeIfPeerLeft() {
        withOpenSocket { if !$0.isOpen { $0.stopReading() } }
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
    private func step(_ transition: (inout ExchangeState) -> Bool) -> Bool {
        var current = ExchangeState(bits: state.load(ordering: .relaxed))
        let isLegal = transition(&current)
        state.store(current.bits, ordering: .relaxed)
        return isLegal
    }
}

/// Which part of a request did not come in time.
enum TimeOut: UInt8 {
    case head = 1
    case body = 2
}

/// What the sweeper remembers of a connection from one round to the next.
struct SweepNotes {
    var requestCount = -1
    /// Since when a head has been incomplete; 0 when none is.
    var incompleteSince: Int64 = 0
}

extension Performance {
    /// The fault that comes first; each ends the answer, so the others never come.
    var earliestFault: WireFault? {
        faults.filter { $0.moment != .requestBody }.min { $0.moment.position < $1.moment.position }
    }
}

extension WireFault.Moment {
    /// In bytes of the body; negative before the head.
    var position: Int {
        switch self {
        case .requestBody, .beforeHeaders: -1
        case .afterHeaders: 0
        case .bodyBytes(let count): max(0, count)
        case .end: Int.max
        }
    }
}
