internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The thread that all daemons of a service share: accepts connections, fires timers, and notices clients that leave while their connection
/// is not read.
///
/// One for each service. Stop all daemons before it.
package final class Reactor: @unchecked Sendable {
    // Unchecked: `thread` is written once, in init; everything else is immutable or in a lock.
    private enum Watched: Sendable {
        case acceptor(Acceptor)
        case exchange(Exchange)
        case lingering(Lingering)
        case waiting(WaitingClient)
    }

    private enum Job: Sendable {
        case wake(Exchange, generation: UInt64)
        case accept(Acceptor)
        case endLingering(id: UInt64)
        case reset(Exchange, since: Int64)
        case delivery(Exchange, since: Int64)
        case sweep(DaemonCore)
        case call(ScheduledCall)
    }

    private struct Registry {
        var watched: [UInt64: Watched] = [:]
        var acceptorIDs: [ObjectIdentifier: UInt64] = [:]
        var lastID: UInt64 = 1
        var lingeringCount = 0

        mutating func endLingering(_ id: UInt64) { if watched.removeValue(forKey: id) != nil { lingeringCount -= 1 } }
    }

    private let events = EventQueue()
    private let timer = AlarmClock()
    private let alarm = Signal()
    private let registry = Mutex(Registry())
    private let timers = Mutex(
        TimerQueue<Job> { job in
            switch job {
            case .wake(let exchange, let generation): exchange.isPast(generation)
            case .call(let call): call.isPast
            case .accept, .endLingering, .reset, .delivery, .sweep: false
            }
        })
    private let isStopping = Atomic<Bool>(false)
    private let probe = ThreadProbe()
    private var thread: pthread_t?

    private static let timerID: UInt64 = 0
    private static let alarmID: UInt64 = 1

    package init() throws(WireError) {
        guard events.isOpen, timer.isOpen, alarm.isOpen else {
            throw .system("Starting the reactor", repair: "Raise the descriptor limit (ulimit -n).")
        }
        events.add(timer.descriptor, Self.timerID, .readable)
        events.add(alarm.descriptor, Self.alarmID, .readable)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
        var started = pthread_t()
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = SystemCalls.blockingSignals {
            unsafe pthread_create(
                &started, &attributes,
                { pointer in
                    if let pointer = unsafe pointer { unsafe Unmanaged<Reactor>.fromOpaque(pointer).takeUnretainedValue().run() }
                    return nil
                }, context)
        }
        unsafe pthread_attr_destroy(&attributes)
        guard result == 0 else { throw WireError("Starting the reactor: no thread.", systemError: result) }
        thread = started
    }

    deinit {
        stop()
        events.close()
        timer.close()
    }

    /// Ends the thread and waits for its end. A second call does nothing.
    package func stop() {
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent), let thread else { return }
        alarm.raise()
        pthread_join(thread, nil)
        // The remaining entries refer to daemons, which refer to this object.
        let (watched, jobs) = (
            registry.withLock { registry in
                defer { registry.watched = [:] }
                return registry.watched
            }, timers.withLock { $0.takeDue(at: Int64.max) }
        )
        withExtendedLifetime((watched, jobs)) {}
    }

    // MARK: Called by others (any thread)

    func wake(_ exchange: Exchange, _ generation: UInt64, after nanoseconds: Int64) {
        let now = MonotonicClock.now()
        schedule(.wake(exchange, generation: generation), at: now.addingReportingOverflow(nanoseconds).partialValue, now)
    }

    func wake(_ exchange: Exchange, _ generation: UInt64, at deadline: Int64) {
        schedule(.wake(exchange, generation: generation), at: deadline, MonotonicClock.now())
    }

    /// Makes a call after the delay, on the reactor's thread; it must not block.
    /// - Returns: the call, which can be cancelled before it is made.
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        let call = ScheduledCall(body)
        let now = MonotonicClock.now()
        schedule(.call(call), at: now.addingReportingOverflow(delay.nanosecondsAhead).partialValue, now)
        return call
    }

    /// Whether the thread has not come to what an earlier call has asked of it, at least that long ago. Then no connection is accepted. The
    /// first call returns false.
    package func isStuck(after patience: Duration) -> Bool {
        probe.isSilent(now: .now, patience: patience) { [probe] in _ = schedule(after: .zero) { probe.answer() } }
    }

    /// Resets the connection when everything that was written has been sent, and resumes it if it waits for that. A client that does not
    /// read is waited for as long as an idle one.
    func resetWhenSent(_ exchange: Exchange) {
        let now = MonotonicClock.now()
        schedule(.reset(exchange, since: now), at: now, now)
    }

    /// The same for a connection that the library closes. Where too many linger, or no descriptor is left, it ends without the reset.
    func resetWhenSent(_ socket: RawSocket, within nanoseconds: Int64) { keep(socket, reset: nanoseconds) }

    /// Notifies the responder when everything that was sent on the connection is acknowledged.
    func tellDelivery(of exchange: Exchange) {
        let now = MonotonicClock.now()
        schedule(.delivery(exchange, since: now), at: now, now)
    }

    func sweep(_ core: DaemonCore, after nanoseconds: Int64) {
        let now = MonotonicClock.now()
        schedule(.sweep(core), at: now + nanoseconds, now)
    }

    /// Watches for the peer's half-close or reset. Once per connection; costs nothing until it happens.
    func watch(_ exchange: Exchange) -> UInt64 {
        let id = register(.exchange(exchange))
        events.add(exchange.socket.descriptor, id, [.end, .once])
        return id
    }

    /// Call it before the descriptor is closed.
    func unwatch(_ id: UInt64) {
        switch registry.withLock({ $0.watched.removeValue(forKey: id) }) {
        case .exchange(let exchange): events.remove(exchange.socket.descriptor)
        case .waiting(let client): events.remove(client.descriptor)
        case .acceptor, .lingering, nil: break
        }
    }

    /// Watches for what the client sends, and for its end.
    func watch(_ client: WaitingClient) -> UInt64 {
        let id = register(.waiting(client))
        events.add(client.descriptor, id, [.readable, .end, .once])
        return id
    }

    func accept(_ acceptor: Acceptor) {
        let id = register(.acceptor(acceptor))
        registry.withLock { $0.acceptorIDs[ObjectIdentifier(acceptor)] = id }
        events.add(acceptor.socket.descriptor, id, .readable)
    }

    func stopAccepting(_ acceptor: Acceptor) {
        acceptor.close()
        registry.withLock { registry in
            // After it is closed, the descriptor may belong to another file.
            guard let id = registry.acceptorIDs.removeValue(forKey: ObjectIdentifier(acceptor)) else { return }
            registry.watched[id] = nil
            events.remove(acceptor.socket.descriptor)
        }
    }

    func resumeAccepting(_ acceptor: Acceptor) {
        acceptor.isPaused = false
        watch(acceptor) { descriptor, id in
            // It is watched for nothing, or not at all.
            events.change(descriptor, id, .readable)
            events.add(descriptor, id, .readable)
        }
    }

    /// - Parameter isFailure: whether the socket may be shut down. Then it is not watched at all, because its end is an event in any case.
    private func pauseAccepting(_ acceptor: Acceptor, nanoseconds: Int64, isFailure: Bool = false) {
        acceptor.isPaused = true
        watch(acceptor) { descriptor, id in isFailure ? events.remove(descriptor) : events.change(descriptor, id, []) }
        let now = MonotonicClock.now()
        schedule(.accept(acceptor), at: now + nanoseconds, now)
    }

    /// Under the lock: after accepting has stopped, the descriptor may belong to another file.
    private func watch(_ acceptor: Acceptor, _ change: (_ descriptor: Int32, _ id: UInt64) -> Void) {
        registry.withLock { registry in
            guard let id = registry.acceptorIDs[ObjectIdentifier(acceptor)] else { return }
            change(acceptor.socket.descriptor, id)
        }
    }

    /// Ends our side of the connection, and drops what the client still sends.
    /// - Returns: false when too many connections linger, or no descriptor is left; then nothing has happened.
    @discardableResult
    func linger(_ socket: RawSocket) -> Bool {
        guard let (id, lingering) = keep(socket) else { return false }
        events.add(lingering.rawDescriptor, id, [.readable, .end])
        return true
    }

    @discardableResult
    private func keep(_ socket: RawSocket, reset: Int64? = nil) -> (UInt64, Lingering)? {
        let now = MonotonicClock.now()
        guard registry.withLock({ $0.lingeringCount < Lingering.most }), let lingering = Lingering(socket, now: now, reset: reset) else {
            return nil
        }
        let id = register(.lingering(lingering))
        schedule(.endLingering(id: id), at: lingering.nextLook(now: now), now)
        return (id, lingering)
    }

    private func register(_ watched: Watched) -> UInt64 {
        registry.withLock { registry in
            registry.lastID += 1
            registry.watched[registry.lastID] = watched
            if case .lingering = watched { registry.lingeringCount += 1 }
            return registry.lastID
        }
    }

    private func schedule(_ job: Job, at deadline: Int64, _ now: Int64) {
        timers.withLock { timers in
            // Under the lock, so that a later deadline never overwrites an earlier one.
            if timers.insert(job, at: deadline, from: now) { timer.set(timers.nextDeadline) }
        }
    }

    // MARK: The thread

    private func run() {
        var ids = [UInt64](repeating: 0, count: 256)
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            let count = events.wait(&ids)
            for id in ids[..<count] {
                switch id {
                case Self.timerID: fireTimers()
                case Self.alarmID: alarm.clear()
                default: handle(id)
                }
            }
        }
    }

    private func handle(_ id: UInt64) {
        switch registry.withLock({ $0.watched[id] }) {
        case .exchange(let exchange): exchange.lookAtPeer()
        case .acceptor(let acceptor): acceptFrom(acceptor)
        case .lingering(let lingering):
            if !lingering.drain() { registry.withLock { $0.endLingering(id) } }
        case .waiting(let client): client.room.look(client)
        case nil: break
        }
    }

    private func acceptFrom(_ acceptor: Acceptor) {
        switch acceptor.acceptSome() {
        case .more, .empty, .closed: break
        // A connection may have closed before it could see the pause.
        case .pause: pauseAccepting(acceptor, nanoseconds: 1_000_000_000)
        case .pauseForFailure: pauseAccepting(acceptor, nanoseconds: 1_000_000_000, isFailure: true)
        case .pauseForSystem: pauseAccepting(acceptor, nanoseconds: 100_000_000)
        }
    }

    private func fireTimers() {
        timer.clear()
        let now = MonotonicClock.now()
        let due = timers.withLock { timers in
            let due = timers.takeDue(at: now)
            timer.set(timers.nextDeadline)
            return due
        }
        for job in due {
            switch job {
            case .wake(let exchange, let generation): exchange.wake(.due, only: generation)
            case .accept(let acceptor): resumeAccepting(acceptor)
            case .endLingering(let id): endLingering(id, now)
            case .reset(let exchange, let since): resetNowOrLater(exchange, since, now)
            case .delivery(let exchange, let since): lookAtDelivery(exchange, since, now)
            case .sweep(let core): if let pause = core.sweep(now: now) { sweep(core, after: pause) }
            case .call(let call): call.make()
            }
        }
    }

    private func endLingering(_ id: UInt64, _ now: Int64) {
        guard case .lingering(let lingering)? = registry.withLock({ $0.watched[id] }) else { return }
        if lingering.takeProgress(now: now) {
            schedule(.endLingering(id: id), at: lingering.nextLook(now: now), now)
        } else {
            registry.withLock { $0.endLingering(id) }
        }
    }

    private func lookAtDelivery(_ exchange: Exchange, _ since: Int64, _ now: Int64) {
        guard !exchange.tellDeliveries() else { return }
        schedule(.delivery(exchange, since: since), at: Self.nextLook(since, now), now)
    }

    /// When to look again at what a client has got: after a millisecond; fifty times a second for one that reads slowly or is gone.
    static func nextLook(_ since: Int64, _ now: Int64) -> Int64 { now + (now - since < 1_000_000_000 ? 1_000_000 : 20_000_000) }

    private func resetNowOrLater(_ exchange: Exchange, _ since: Int64, _ now: Int64) {
        var mustWait = false
        exchange.withOpenSocket {
            mustWait = $0.hasUnsentBytes && now - since < exchange.core.options.idleTimeout.nanosecondsAhead
            if !mustWait { exchange.reset() }
        }
        guard mustWait else { return _ = exchange.wake(.due, only: nil) }
        schedule(.reset(exchange, since: since), at: Self.nextLook(since, now), now)
    }
}
