internal import CGnuTLS
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// A relay's thread and what it works on. The thread holds it until it ends, so the relay itself can go without being stopped.
///
/// Any thread may call it.
@safe final class TLSRelayCore: @unchecked Sendable {
    // Unchecked: `thread` is written once, in `start`; `connections`, `timed`, `crowd`, `lastID` and `endedCount` belong to the thread; the
    // rest is immutable or in a lock.

    /// A client to serve.
    struct Newcomer: Sendable {
        var socket: Int32
        var crowd: Int?
        var ready: @Sendable (Int32, TLSLink) -> Bool
        var plainRequest: @Sendable ([UInt8]) -> [UInt8]
        var failed: @Sendable (HandshakeFailure) -> Void

        /// Closes the socket, because the relay stops.
        func refuse() {
            close(socket)
            failed(.stopping)
        }
    }

    /// The clients that the thread has not taken yet.
    private struct Newcomers: Sendable {
        var waiting: [Newcomer] = []
        /// Whether the thread takes no more.
        var areOver = false

        /// All that wait. They wait no longer.
        mutating func take() -> [Newcomer] {
            defer { waiting = [] }
            return waiting
        }
    }

    private let credentials: Mutex<TLSCredentials>
    /// A client whose handshake takes longer is cut off.
    private static let handshakeTimeout: Duration = .seconds(10)
    private let many: Int
    private let manyEnded: @Sendable () -> Void
    /// Connections that have ended since `manyEnded` was last called.
    private var endedCount = 0
    private let events = EventQueue()
    private let alarm = Signal()
    private let newcomers = Mutex(Newcomers())
    /// Deadline of all handshakes during a stop.
    private let lastHandshake = Mutex<ContinuousClock.Instant?>(nil)
    private let isStopping = Atomic(false)
    private let probe = ThreadProbe()
    private let finishBy = Mutex<ContinuousClock.Instant?>(nil)
    private var thread: pthread_t?
    private var connections: [UInt64: TLSConnection] = [:]
    /// Ids of the connections with a deadline.
    private var timed: Set<UInt64> = []
    /// Ids of the connections whose handshakes may be cut off for later ones, in the order in which they came.
    private var crowd: [UInt64] = []
    private var lastID: UInt64 = 0

    /// - Parameters:
    ///   - many: after how many ended connections `manyEnded` is called.
    ///   - manyEnded: called on the relay's thread.
    /// - Throws: when the system has no descriptor left.
    init(_ credentials: TLSCredentials, many: Int, manyEnded: @escaping @Sendable () -> Void) throws(TLSError) {
        self.credentials = Mutex(credentials)
        self.many = many
        self.manyEnded = manyEnded
        guard events.isOpen, alarm.isOpen else { throw TLSError("starting TLS: no descriptor is left. Raise the limit (ulimit -n).") }
        events.add(alarm.descriptor, 0, .readable)
    }

    deinit { events.close() }

    /// Starts the thread. Call it once, before anything else.
    /// - Throws: when the system has no thread left.
    func start() throws(TLSError) {
        var started = pthread_t()
        let result = SystemCalls.blockingSignals {
            unsafe pthread_create(
                &started, nil,
                { core in
                    unsafe Unmanaged<TLSRelayCore>.fromOpaque(core!).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(self).toOpaque())
        }
        guard result == 0 else {
            unsafe Unmanaged.passUnretained(self).release()
            throw TLSError("starting TLS: no thread.")
        }
        thread = started
    }

    /// As `TLSRelay.use`.
    func use(_ new: TLSCredentials) { credentials.withLock { $0 = new } }

    /// As `TLSRelay.serve`.
    func serve(_ newcomer: Newcomer) {
        let isTaken = newcomers.withLock { newcomers in
            if newcomers.areOver { return false }
            newcomers.waiting.append(newcomer)
            return true
        }
        if isTaken { alarm.raise() } else { newcomer.refuse() }
    }

    /// As `TLSRelay.endHandshakes`.
    func endHandshakes(within time: Duration) {
        lastHandshake.withLock { $0 = .now + time }
        alarm.raise()
    }

    /// As `TLSRelay.stop`.
    func stop(within time: Duration) {
        finishBy.withLock { $0 = $0 ?? .now + time }
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent), let thread else { return }
        alarm.raise()
        // What the relay calls may have its last reference.
        if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// As `TLSRelay.isStuck`.
    func isStuck(after patience: Duration) -> Bool { probe.isSilent(now: .now, patience: patience) { alarm.raise() } }

    // MARK: The thread

    private func run() {
        var ids = [UInt64](repeating: 0, count: 256)
        while !isOver() {
            let mayTakeTooLong = isStopping.load(ordering: .relaxed) || !timed.isEmpty
            let count = events.wait(&ids, milliseconds: mayTakeTooLong ? 20 : -1)
            for id in ids.prefix(count) {
                if id == 0 { takeNewcomers() } else { pump(id) }
            }
            endOverdue()
            noteEnded()
            probe.answer()
        }
        for connection in connections.values { connection.end(.stopping) }
        connections = [:]
        let left = newcomers.withLock { newcomers in
            newcomers.areOver = true
            return newcomers.take()
        }
        for newcomer in left { newcomer.refuse() }
    }

    private func isOver() -> Bool {
        guard isStopping.load(ordering: .sequentiallyConsistent) else { return false }
        for id in connections.filter({ $0.value.isDelivered }).keys { end(id) }
        return connections.isEmpty || finishBy.withLock { $0.map { $0 <= .now } ?? true }
    }

    private func takeNewcomers() {
        alarm.clear()
        for newcomer in newcomers.withLock({ $0.take() }) {
            lastID += 1
            let connection = TLSConnection(
                newcomer.socket, id: lastID, events: events, credentials.withLock { $0 }, deadline: .now + Self.handshakeTimeout,
                ready: newcomer.ready, plainRequest: newcomer.plainRequest, failed: newcomer.failed)
            guard let connection else { continue }
            connections[lastID] = connection
            pump(lastID)
            if let limit = newcomer.crowd { thin(limit) }
        }
    }

    /// The newest connection is one of the crowd.
    private func thin(_ limit: Int) {
        crowd.append(lastID)
        crowd.removeAll { connections[$0]?.isShakingHands != true }
        while crowd.count > limit { end(crowd.removeFirst(), .crowded) }
    }

    private func pump(_ id: UInt64) {
        guard let connection = connections[id] else { return }
        guard connection.pump() else { return end(id) }
        if connection.hasDeadline { timed.insert(id) } else { timed.remove(id) }
    }

    private func end(_ id: UInt64, _ reason: HandshakeFailure = .timeOut) {
        timed.remove(id)
        guard let connection = connections.removeValue(forKey: id) else { return }
        connection.end(reason)
        endedCount += 1
    }

    private func noteEnded() {
        guard endedCount >= many else { return }
        endedCount = 0
        manyEnded()
    }

    /// Cuts off what took too long.
    private func endOverdue() {
        guard !timed.isEmpty else { return }
        let now = ContinuousClock.now
        let last = lastHandshake.withLock { $0 }
        for id in timed where connections[id]?.isOverdue(at: now, lastHandshake: last) ?? true { end(id) }
    }
}
