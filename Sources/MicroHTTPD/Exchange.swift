internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc
internal import HTTPMessage
internal import Synchronization

/// One connection, and the request that is on it just now: one object for all its requests, one after the other.
///
/// Owned by the library's connection from its start to its end. All but the marked members belong to the connection's worker thread.
@safe final class Exchange: @unchecked Sendable {
    // Unchecked: the mutable members belong to one thread; what others may touch is atomic, or in `suspension`.
    let core: DaemonCore
    let connection: OpaquePointer
    let socket: RawSocket
    /// 0 on a Unix socket.
    let localPort: Int

    // Any thread.
    let suspension = Mutex(SuspensionState())
    /// Written by the worker thread only.
    let state = Atomic<UInt16>(ExchangeState().bits)
    let requests = Atomic<Int>(0)
    let sentBytes = Atomic<Int>(0)
    let heldBytes = Atomic<Int>(0)
    /// Bytes of all requests that were taken.
    let consumedBytes = Atomic<Int>(0)
    /// When body bytes came last; 0 while no body is awaited.
    let bodyProgress = Atomic<Int64>(0)
    let timedOut = Atomic<UInt8>(0)
    /// Whether the client has ended its side while its response waits. Once set it stays.
    let peerHasEnded = Atomic<Bool>(false)
    /// Whether its listening socket is closed. Once set it stays.
    let isEnding = Atomic<Bool>(false)
    /// A deferred plan that has come and not been taken up.
    let arrived = Mutex<WirePlan?>(nil)
    /// The plans of which the responder waits to hear that their responses have been delivered.
    let undelivered = Mutex<[ExchangeTicket]>([])
    /// Guarded by the connection table's lock.
    var tableIndex = 0
    /// The sweeper's notes; only its thread.
    var sweep = SweepNotes()

    // The worker thread.
    /// Which thread that is; the same from `opened` on.
    var worker = pthread_self()
    /// Why the library refuses the request, if it does.
    var refusal: RequestError?
    /// At an address of its own, so that a request is filled and shown without being copied.
    let filler: UnsafeMutablePointer<RequestFiller>
    var headIsTaken = false
    var reader: BodyReader?
    /// What the responder decided on the head.
    var admitted: (any AdmittedRequest)?
    /// The body is not read on just now, or has not been since.
    var isBodyPaused = false
    var pending: Pending?
    var watch: UInt64 = 0
    var ticket: ExchangeTicket?
    /// The plan with that ticket asks to be told of its delivery.
    var tellsDelivery = false
    /// Those of the plans of this exchange: more than one when one replaced a plan by another.
    var regulators: [any ResponseRegulator] = []
    var startedSending: Int64 = 0
    var plannedBytes = 0
    var faultIsPerformed = false
    var isComplete = false
    /// The body comes from a feeder.
    var isFed = false
    var keptBlock: HeadBlock?
    var breaksOffLater: WireFault.Effect?
    var answersEarly = false
    /// The answer says that the connection ends with it.
    var isLast = false
    /// No further request is served on this connection.
    var isBroken = false
    /// The client ended its side, or left, before its request was whole.
    var isBrokenOff = false
    var refusalIsTold = false

    /// What happens when a suspension ends. An object, for most exchanges have none.
    final class Pending {
        enum Step {
            case perform(WirePlan)
            case await(DeferredPlan)
            /// Its regulator is asked before the head.
            case regulate(WirePlan)
            /// The request has been read, and on its slow link it comes whole only then.
            case respond(at: Int64)
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
        let arrival = core.arrival(descriptor: socket.descriptor)
        localPort = arrival.localPort
        unsafe filler = .allocate(capacity: 1)
        unsafe filler.initialize(to: RequestFiller(arrival: arrival))
    }

    deinit {
        unsafe filler.deinitialize(count: 1)
        unsafe filler.deallocate()
    }

    // MARK: The connection's life

    func opened() {
        wire_receives(socket.descriptor)
        worker = pthread_self()
        LibraryHooks.refusePages(for: core)
        core.table.add(self)
        core.connectionOpened()
        if core.isClosed(port: localPort) { isEnding.store(true, ordering: .relaxed) }
        if !goesOn { endIfIdle() }
    }

    /// The library is about to close the descriptor.
    func closed() {
        sayWhyClosed()
        // A malformed body is the one end of a request of which the library tells nothing else.
        endRegulators()
        if let ticket { report(ticket, .REQUEST_TERMINATED_WITH_ERROR) }
        _ = step { $0.close() }
        suspension.withLock { $0.isClosed = true }
        _ = tellDeliveries()
        if watch != 0 { core.reactor.unwatch(watch) }
        wire_receives_no_more(socket.descriptor)
        core.table.remove(self)
        core.connectionClosed()
    }

    /// The library closes without a word when it gives a request up and on time-outs; the words are ours. A client that has not
    /// finished sending must be able to read them, so the connection lingers.
    func sayWhyClosed() {
        guard core.mode != .aborting else { return }
        if tellForeignProtocol() { return }
        if isBroken {
            if answersEarly { core.reactor.linger(socket) }
        } else if let slow = TimeOut(rawValue: timedOut.load(ordering: .relaxed)) {
            refuse(slow)
            core.reactor.linger(socket)
        } else if !isBrokenOff, phase == .receiving || phase == .idle && !isLast && hasBegunRequest {
            let (error, hasTarget) = (reasonOfRefusal, phase == .receiving)
            // A client that has ended its side still reads. Of one that ended it within a request line nobody tells that from a malformed
            // line; it gets the same response.
            guard socket.peer != .gone else { return tellRefusal(.brokenOff) }
            if LibraryHooks.heads {
                refuseRaw(error.cause(hasTarget: hasTarget), core.answers.raw(error, hasTarget: hasTarget))
            } else {
                tellPage(for: error, hasTarget: hasTarget)
            }
            core.reactor.linger(socket)
        } else if answersEarly || socket.hasUnreadBytes {
            core.reactor.linger(socket)
        }
    }

    func refuse(_ slow: TimeOut) {
        switch slow {
        case .head: refuseRaw(.headTimeout, StandardAnswers.headTimeout)
        case .body: refuseRaw(.bodyTimeout, StandardAnswers.bodyTimeout)
        }
    }

    /// Refuses the request where the library takes no response any more: written on the descriptor, the last one. What still comes is
    /// read away.
    /// - Parameter cause: nil when the request was not refused, and its own response could not be sent.
    func refuseRaw(_ cause: WireRefusal.Cause?, _ answer: RawAnswer) {
        answersEarly = true
        isBroken = true
        socket.send(answer.bytes(at: HTTPDate(secondsSinceEpoch: time(nil))))
        if let cause { tellRefusal(cause, status: answer.status, text: answer.text) }
    }

    /// The library has given the request up in the middle, and closes the connection; of some it thinks again only at the next event,
    /// which need never come. A connection that is resumed is looked at in any case.
    func givenUp(for error: RequestError) {
        guard !isBroken, timedOut.load(ordering: .relaxed) == 0, core.mode != .aborting else { return }
        guard LibraryHooks.heads else { return pageIsSent() }
        if socket.peer != .gone {
            // Of a response that was queued the responder hears by its ticket.
            refuseRaw(phase == .receiving ? error.cause(hasTarget: true) : nil, core.answers.raw(error, hasTarget: true))
        }
        unsafe MHD_suspend_connection(connection)
        unsafe MHD_resume_connection(connection)
    }

    /// Any thread: whether bytes have come in that belong to no request so far. An empty line more is none.
    var hasBegunRequest: Bool {
        guard let received = socket.receivedBytes else { return false }
        // A client may announce a length beyond all numbers.
        return received &- consumedBytes.load(ordering: .relaxed) > 2
    }

    // MARK: The request comes in

    func begin(target: UnsafeRawBufferPointer) {
        _ = step { $0.begin() }
        refusal = nil
        let index = requests.load(ordering: .relaxed)
        unsafe filler.pointee.begin(target: target, index: index)
        headIsTaken = false
        refusalIsTold = false
        isLast = false
        requests.store(index &+ 1, ordering: .relaxed)
    }

    /// The head is there, or everything, or a suspension has ended.
    /// - Returns: false to have the connection closed.
    func proceed(method: UnsafeRawBufferPointer, version: UnsafeRawPointer) -> Bool {
        guard !isBroken else { return refuseFurther() }
        switch phase {
        case .receiving where !headIsTaken:
            headIsTaken = true
            unsafe filler.pointee.take(method: method, version: version, connection: connection)
            countConsumed()
            unsafe noteHead(method)
            if let flaw = unsafe filler.pointee.flaw { return refuse(flaw.cause, flaw.answer) }
            if let tooLong = headTooLong { return refuse(tooLong.status == 414 ? .targetTooLong : .headTooLong, tooLong) }
            if unsafe filler.pointee.expectsContinue, LibraryHooks.isVersion1 { continueToNothing() }
            return unsafe filler.pointee.announcesBody ? admitBody() : true
        case .receiving:
            if reader != nil { return readOn() && bodyIsWhole() }
            return decide()
        case .deciding: return suspendBeforeResponse()
        case .suspended: return goOn()
        case .idle, .queued, .streaming, .closed: return false
        }
    }

    func countConsumed() {
        let length = unsafe filler.pointee.headBytes &+ (filler.pointee.announcedLength ?? 0)
        consumedBytes.store(consumedBytes.load(ordering: .relaxed) &+ length, ordering: .relaxed)
    }

    /// Nobody counts what frames chunks: all that has come in when the body is whole, and not answered yet, is taken for the request's.
    func countChunks() {
        guard unsafe filler.pointee.isChunked, let received = socket.receivedBytes else { return }
        consumedBytes.store(received, ordering: .relaxed)
    }

    /// Shows the request without copying it: takes it out of its place, and puts it back.
    @inline(__always)
    func withRequest<Result>(_ body: (Request) -> Result) -> Result {
        let taken = unsafe filler.move()
        let result = body(taken.request)
        unsafe filler.initialize(to: taken)
        return result
    }

    func admitBody() -> Bool {
        var limit = core.options.maximumBodyBytes
        var breaksAfter: Int?
        var regulator: (any UploadRegulator)?
        switch withRequest(core.responder.admit) {
        case .receive(let maximumBytes, let admitted, let slowing):
            limit = maximumBytes ?? limit
            self.admitted = admitted
            regulator = slowing
        case .refuse(let plan): return refuse(plan)
        case .breakBody(let afterBytes, let effect, let ticket):
            breaksAfter = afterBytes
            breaksOffLater = effect
            self.ticket = ticket
        }
        if let length = unsafe filler.pointee.announcedLength, length > limit, breaksAfter == nil {
            return refuse(.bodyTooLong, core.answers.bodyTooLong(limit: limit))
        }
        reader = unsafe BodyReader(
            limit: limit, breaksAfter: breaksAfter, expected: filler.pointee.announcedLength, options: core.options, regulator: regulator)
        if let bytes = regulator?.receiveBufferBytes { socket.limitReceiveBuffer(bytes) }
        bodyProgress.store(MonotonicClock.now(), ordering: .relaxed)
        return true
    }

    /// Responds before the body, and tells the responder.
    func refuse(_ cause: WireRefusal.Cause, _ response: Response) -> Bool {
        if case .bytes(let text) = response.body {
            tellRefusal(cause, status: response.status, text: String(decoding: text, as: UTF8.self))
        }
        return refuse(WirePlan(response))
    }

    /// Version 1 of the library sends no interim response where no body is announced; there are clients that wait for it.
    private func continueToNothing() {
        if unsafe !filler.pointee.announcesBody, !isVersion10 { socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    }

    /// Answers before the body, which the library then does not read.
    func refuse(_ plan: WirePlan) -> Bool {
        answersEarly = true
        return perform(plan)
    }

    /// A piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, left: inout Int) -> Bool {
        if phase == .suspended { return goOn() }
        guard readOn() else { return false }
        // Behind an interim answer the library looks for a body also where none was announced.
        guard unsafe !bytes.isEmpty else { return true }
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
            refuseRaw(.bodyTooLong, core.answers.rawBodyTooLong(limit: reader!.limit))
            return false
        case .failed(let error):
            core.options.log(.error, error.description)
            refuseRaw(.bodyNotKept, StandardAnswers.bodyNotKept)
            return false
        }
        heldBytes.store(reader!.received, ordering: .relaxed)
        left = 0
        return reader!.regulator == nil ? true : pauseBody()
    }

    func bodyIsWhole() -> Bool {
        if let effect = breaksOffLater {
            // The body was shorter than the point at which it was to break.
            faultIsPerformed = true
            return breakOff(effect)
        }
        countChunks()
        unsafe filler.pointee.setBody(reader!.finish())
        bodyProgress.store(0, ordering: .relaxed)
        guard let moment = reader!.resumption, moment > MonotonicClock.now() else { return decide() }
        pending = Pending(.respond(at: moment))
        return step { $0.receivedAll() }
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
