internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc
internal import HTTPMessage
internal import Synchronization
internal import SystemCalls
internal import TLS

/// One connection and its current request; one object for all requests of the connection.
///
/// Owned by the library's connection from its start to its end. All members that are not marked belong to the connection's worker thread.
@safe final class Exchange: @unchecked Sendable {
    // Unchecked: the mutable members belong to one thread; what other threads use is atomic or in `suspension`.
    let core: DaemonCore
    let connection: OpaquePointer
    let socket: RawSocket
    /// 0 on a Unix socket.
    let localPort: Int
    let openedAt = MonotonicClock.now()
    /// The TLS side; nil for a client that speaks none.
    let tls: TLSClient?

    // Any thread.
    let suspension = Mutex(SuspensionState())
    /// Written by the worker thread only.
    let state = Atomic<UInt16>(ExchangeState().bits)
    let requests = Atomic<Int>(0)
    let sentBytes = Atomic<Int>(0)
    let heldBytes = Atomic<Int>(0)
    /// Bytes of all complete requests.
    let consumedBytes = Atomic<Int>(0)
    /// When the last bytes of a body arrived; 0 while no body is expected.
    let bodyProgress = Atomic<Int64>(0)
    /// Bytes of all bodies that have arrived.
    let bodyBytes = Atomic<Int>(0)
    let timedOut = Atomic<UInt8>(0)
    /// When the current request's body began, or the head that came too slowly; 0 while neither is known.
    let begunAt = Atomic<Int64>(0)
    /// Whether the client has half-closed while its response waits. Never reset.
    let peerHasEnded = Atomic<Bool>(false)
    /// Whether its listening socket is closed. Never reset.
    let isEnding = Atomic<Bool>(false)
    /// Whether the server has stopped reading because no request had begun. Never reset.
    let isEndedIdle = Atomic<Bool>(false)
    /// When the last exchange ended; 0 where the kernel knows when a response was sent, and before the end of the first.
    let endedAt = Atomic<Int64>(0)
    /// A deferred plan that has arrived and is not performed yet.
    let arrived = Mutex<WirePlan?>(nil)
    /// Tickets of the plans whose delivery must be reported.
    let undelivered = Mutex<[ExchangeTicket]>([])
    /// Guarded by the connection table's lock.
    var tableIndex = 0
    /// The number of the connection, from 0 in the order of their beginnings. Written once, by the connection table.
    var number = 0
    /// For the sweep; used by its thread only.
    var sweep = SweepNotes()

    // The worker thread.
    /// The worker thread, which makes the exchange.
    let worker = pthread_self()
    /// Why the library refuses the request; nil if it does not.
    var refusal: RequestError?
    /// At a stable address, so that a request is filled and passed on without a copy.
    let filler: UnsafeMutablePointer<RequestFiller>
    var current = CurrentRequest()
    var reader: BodyReader?
    var pending: Pending?
    var watch: UInt64 = 0
    var ticket: ExchangeTicket?
    /// Whether the delivery of that ticket's plan must be reported.
    var tellsDelivery = false
    /// The regulators of this exchange; several when one replaced a plan by another.
    var regulators: [any ResponseRegulator] = []
    var startedSending: Int64 = 0
    let headText = HeadText()
    /// A fault that follows the response. It stays after the request has ended: the next request on the connection gets it.
    var breaksOffLater: WireFault.Effect?
    /// Whether a response was sent before the request was complete. Never reset.
    var respondsEarly = false
    /// Whether the connection ends with the response. Known until the next request begins.
    var isLast = false
    /// Whether a stall has begun. Never reset, because it ends the connection.
    var isStalling = false
    /// Whether the connection serves no further request.
    var isBroken = false
    /// Whether the client half-closed or left before its request was complete.
    var isBrokenOff = false

    /// What happens when a suspension ends. A class because most exchanges have none.
    final class Pending {
        enum Step {
            case perform(WirePlan)
            case await(DeferredPlan)
            /// Ask the plan's regulator before the head.
            case regulate(WirePlan)
            /// Respond when the last byte of the request, which has been read already, has passed its slow link.
            case respond(after: Resumption)
            /// Close the connection: a stall is over, or the connection is reset.
            case close
        }

        let step: Step
        init(_ step: Step) { self.step = step }
    }

    init(_ core: DaemonCore, connection: OpaquePointer) {
        self.core = core
        unsafe self.connection = connection
        socket = RawSocket(descriptor: unsafe wire_connection_descriptor(connection))
        tls = core.takeTLSClient(socket.descriptor)
        let arrival = core.arrival(descriptor: socket.descriptor, tls)
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
        let headBytes = core.options.connectionMemory
        wire_receives(socket.descriptor, headBytes, LibraryHooks.memoryWithNotes(forHeads: headBytes))
        LibraryHooks.refusePages(for: core)
        core.table.add(self)
        core.connectionOpened()
        if core.isClosed(port: localPort) || core.isBeyondLimit { isEnding.store(true, ordering: .relaxed) }
        if !acceptsRequests { endIfIdle() }
    }

    /// The library is about to close the descriptor.
    func closed() {
        sayWhyClosed()
        // A malformed body: the library reports nothing else about this end of a request.
        endRegulators()
        reader?.abandon()
        if let ticket { report(ticket, .REQUEST_TERMINATED_WITH_ERROR) }
        _ = step { $0.close() }
        suspension.withLock { $0.isClosed = true }
        _ = tellDeliveries()
        if watch != 0 { core.reactor.unwatch(watch) }
        wire_receives_no_more(socket.descriptor)
        core.table.remove(self)
        if let tls { core.connectionClosed(tls.link) } else { core.connectionClosed(descriptors: 1) }
    }

    /// Sends the reason. The library closes the connection without a response when it gives up on a request and on time-outs. A client that
    /// is still sending must be able to read the response and those before it, so the connection lingers. Behind a reset that has come,
    /// nothing is unsent or unread, so it is closed at once.
    func sayWhyClosed() {
        guard core.mode != .aborting else { return }
        if tellForeignProtocol() { return }
        if isBroken, case .reset? = breaksOffLater {
            // The response was the last one on the connection, and its reset has waited for its bytes.
            guard socket.hasUnsentBytes else { return reset() }
            core.reactor.resetWhenSent(socket, within: core.options.idleTimeout.nanosecondsAhead)
        } else if !isBroken, let slow = TimeOut(rawValue: timedOut.load(ordering: .relaxed)) {
            refuse(slow)
            core.reactor.linger(socket)
        } else if !isBroken, !isBrokenOff, !endsIdle, phase == .receiving || phase == .idle && !isLast && hasBegunRequest {
            let error = reasonOfRefusal
            // A client that has half-closed still reads. If it did so within a request line, that cannot be told from a malformed line; it
            // gets the same response.
            guard peer != .gone else { return tellRefusal(.brokenOff) }
            if LibraryHooks.heads {
                refuseRaw(for: error)
            } else {
                tellPage(for: error)
            }
            core.reactor.linger(socket)
        } else if respondsEarly || socket.hasUnreadBytes || socket.hasUnsentBytes {
            core.reactor.linger(socket)
        }
    }

    func refuse(_ slow: TimeOut) {
        switch slow {
        case .head: refuseRaw(.headTimeout, StandardResponses.headTimeout)
        case .body: refuseRaw(.bodyTimeout, StandardResponses.bodyTimeout)
        }
    }

    /// Refuses the request when the library accepts no response any more: the last response is written to the descriptor, and further input
    /// is discarded.
    /// - Parameter cause: nil when the request was not refused, but its response could not be sent.
    func refuseRaw(_ cause: WireRefusal.Cause?, _ standard: Response) {
        respondsEarly = true
        isBroken = true
        let response = cause.map { refusal($0, standard) } ?? standard
        current.sentStatus = response.status
        send(LastResponse(response: response, sendsBody: !isForHead))
    }

    func refuseRaw(for error: RequestError) { refuseRaw(error.cause, core.responses.response(to: error)) }

    /// - Returns: how many bytes did not fit into the socket's buffer and were not sent.
    @discardableResult
    func send(_ last: LastResponse) -> Int { socket.send(last.bytes(at: HTTPDate(secondsSinceEpoch: time(nil)))) }

    /// The library has given up on the request and closes the connection. Some connections it closes only at the next event, which may
    /// never come; a resumed connection is always processed.
    func givenUp(for error: RequestError) {
        guard !isBroken, timedOut.load(ordering: .relaxed) == 0, core.mode != .aborting else { return }
        guard LibraryHooks.heads else { return pageIsSent() }
        if peer != .gone { refuseRaw(for: error) }
        lookAgain()
    }

    /// Lets the library process the connection once more.
    func lookAgain() {
        unsafe MHD_suspend_connection(connection)
        unsafe MHD_resume_connection(connection)
    }

    /// Any thread, while the connection is open: all bytes that it has received, of a Unix socket those that were read; nil when unknown.
    var receivedBytes: Int? { tls?.link.receivedBytes ?? socket.receivedBytes ?? LibraryHooks.receivedBytes(of: socket) }

    /// Whether the client has sent bytes once, and none for that long. False when unknown.
    func isClientSilent(for patience: Duration) -> Bool { tls?.link.isSilent(for: patience) ?? socket.isSilent(for: patience) }

    /// Any thread: whether bytes have arrived that do not belong to an earlier request. An extra empty line does not count.
    var hasBegunRequest: Bool {
        // What came together with the end of a chunked body is counted as bytes of that body; only the hook tells the two apart.
        if wire_has_begun(socket.descriptor) { return true }
        guard let received = receivedBytes else { return false }
        // Wrapping arithmetic: a client may announce any length.
        return received &- consumedBytes.load(ordering: .relaxed) > 2
    }

    // MARK: The request comes in

    func begin(target: UnsafeRawBufferPointer) {
        _ = step { $0.begin() }
        refusal = nil
        let index = requests.load(ordering: .relaxed)
        unsafe filler.pointee.begin(target: target, index: index)
        isLast = false
        requests.store(index &+ 1, ordering: .relaxed)
    }

    /// The head is complete, or the whole request is, or a suspension has ended.
    /// - Returns: false to close the connection.
    func proceed(method: UnsafeRawBufferPointer, version: UnsafeRawPointer) -> Bool {
        guard !isBroken else { return refuseFurther() }
        switch phase {
        case .receiving where !current.headIsTaken:
            current.headIsTaken = true
            unsafe filler.pointee.take(method: method, version: version, connection: connection)
            countConsumed()
            unsafe noteHead(method)
            if let flaw = unsafe filler.pointee.flaw { return refuse(flaw.cause, flaw.response) }
            if let tooLong = headTooLong { return refuse(tooLong.status == 414 ? .targetTooLong : .headTooLong, tooLong) }
            if unsafe filler.pointee.announcesBody { return admitBody() }
            sayContinue()
            return true
        case .receiving:
            if let reader { return readOn() && bodyIsWhole(reader) }
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

    /// Chunk framing is not counted; when the body is complete, all unread bytes are counted as this request's.
    func countChunks() {
        guard unsafe filler.pointee.isChunked, let received = receivedBytes else { return }
        consumedBytes.store(received, ordering: .relaxed)
    }

    /// Passes the request on without a copy: moves it out and back.
    @inline(__always)
    func withRequest<Result>(_ body: (Request) -> Result) -> Result {
        let taken = unsafe filler.move()
        let result = body(taken.request)
        unsafe filler.initialize(to: taken)
        return result
    }

    func admitBody() -> Bool {
        switch withRequest(core.responder.admit) {
        case .receive(let maximumBytes, let admitted, let regulator):
            current.admitted = admitted
            return read(.keep, limit: maximumBytes, regulator: regulator)
        case .stream(let sink, let maximumBytes, let admitted, let regulator):
            current.admitted = admitted
            return read(.stream(sink), limit: maximumBytes, regulator: regulator)
        case .refuse(let plan): return refuse(plan)
        case .breakBody(let afterBytes, let effect, let ticket):
            current.uploadFault = effect
            self.ticket = ticket
            return read(.drop, limit: nil, breaksAfter: afterBytes)
        }
    }

    /// Begins to read the body, unless its announced length is too much.
    private func read(
        _ use: BodyReader.Use, limit: Int?, breaksAfter: Int? = nil, regulator: (any UploadRegulator)? = nil
    ) -> Bool {
        let limit = limit ?? core.options.maximumBodyBytes
        let reader = unsafe BodyReader(
            use, limit: limit, breaksAfter: breaksAfter, expected: filler.pointee.announcedLength, options: core.options,
            room: core.bodyRoom, regulator: regulator)
        if breaksAfter == nil, reader.announcesTooMuch || chunksExceed(limit) {
            reader.abandon()
            return refuse(.bodyTooLong, core.responses.bodyTooLong(limit: limit))
        }
        self.reader = reader
        if let bytes = regulator?.receiveBufferBytes {
            if let tls { tls.link.limitReceiveBuffer(bytes) } else { SystemCalls.limitReceiveBuffer(socket.descriptor, to: bytes) }
        }
        let now = MonotonicClock.now()
        bodyProgress.store(now, ordering: .relaxed)
        begunAt.store(now, ordering: .relaxed)
        sayContinue()
        return true
    }

    /// Responds before the body is read, and notifies the responder.
    func refuse(_ cause: WireRefusal.Cause, _ standard: Response) -> Bool { refuse(WirePlan(refusal(cause, standard))) }

    /// Sends the interim response where the library sends none: its field must be the word alone, and version 1 also wants a body to be
    /// announced. Some clients wait for it without one.
    private func sayContinue() {
        guard unsafe filler.pointee.expectsContinue, !isVersion10 else { return }
        let isLibrarys = unsafe filler.pointee.libraryContinues && (filler.pointee.announcesBody || !LibraryHooks.isVersion1)
        if !isLibrarys { socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    }

    /// Responds before the body, which the library then does not read.
    func refuse(_ plan: WirePlan) -> Bool {
        respondsEarly = true
        return perform(plan)
    }

    /// Receives a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, left: inout Int) -> Bool {
        if phase == .suspended { return goOn() }
        guard readOn() else { return false }
        // After an interim response the library also looks for a body if none was announced.
        guard unsafe !bytes.isEmpty else { return true }
        guard !isBroken, let reader else { return refuseFurther() }
        bodyProgress.store(MonotonicClock.now(), ordering: .relaxed)
        bodyBytes.add(bytes.count, ordering: .relaxed)
        var waker: Waker?
        let step = unsafe reader.take(bytes) {
            let made = Waker(self)
            waker = made
            return made.wake
        }
        switch step {
        case .more: waker = nil
        case .pause: break
        case .breaks:
            guard let effect = takeUploadFault() else { return false }
            performs(effect)
            return breakOff(effect)
        case .tooLong:
            refuseRaw(.bodyTooLong, core.responses.bodyTooLong(limit: reader.limit))
            return false
        case .failed(let error):
            core.options.log(.error, error.description)
            refuseRaw(.bodyNotKept, StandardResponses.bodyNotKept(error))
            return false
        }
        heldBytes.store(reader.keptBytes, ordering: .relaxed)
        left = 0
        return waker == nil && reader.regulator == nil ? true : pauseBody(waker)
    }

    /// The fault of the request's body, once.
    private func takeUploadFault() -> WireFault.Effect? {
        defer { current.uploadFault = nil }
        return current.uploadFault
    }

    func bodyIsWhole(_ reader: BodyReader) -> Bool {
        if let effect = takeUploadFault() {
            // The body was shorter than the position of the fault.
            performs(effect)
            return breakOff(effect)
        }
        countChunks()
        unsafe filler.pointee.setBody(reader.finish())
        bodyProgress.store(0, ordering: .relaxed)
        guard let resumption = reader.resumption, resumption.isAhead else { return decide() }
        pending = Pending(.respond(after: resumption))
        return step { $0.receivedAll() }
    }
}
