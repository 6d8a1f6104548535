internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import Synchronization
internal import SystemCalls
internal import TLS

/// The state that the threads of a daemon share. The library retains it from start to stop.
@safe final class DaemonCore: @unchecked Sendable {
    // Unchecked: `waitingRoom` is set in init, and `handle` before the first connection; the rest is immutable or has its own lock.
    let options: DaemonOptions
    let responder: any HTTPResponder
    let reactor: Reactor
    let responses: StandardResponses
    let table = ConnectionTable()
    let faults = FaultTally()
    let workers = WorkerWatch()
    let probes = WorkerProbes()
    let bodyRoom: BodyRoom
    private(set) var handle: OpaquePointer?

    private let currentMode = Atomic<UInt8>(ServerMode.serving.rawValue)
    /// Connections that are accepted and not closed.
    private let liveConnections = Atomic<Int>(0)
    /// The descriptors of these.
    private let liveDescriptors = Atomic<Int>(0)
    private let sweeperIsSet = Atomic<Bool>(false)
    private let isStopTold = Atomic<Bool>(false)
    private let saidOrderIsLost = Atomic<Bool>(false)
    /// Whether `MHD_stop_daemon` has been called.
    let libraryStops = Atomic<Bool>(false)
    /// The open listening sockets.
    let acceptors = Mutex<[ObjectIdentifier: Acceptor]>([:])
    /// How many of them listen on each local port; 0 for a port that was closed.
    private let ports = Mutex<[Int: Int]>([:])
    /// Whether an acceptor may be paused.
    let mayHavePaused = Atomic<Bool>(false)
    /// The clients whose TLS handshake is over, and whose connection has not begun.
    let tlsClients = Mutex(TLSClients())
    /// Raised for each connection that closes during a stop.
    let closings = Signal()
    /// Who waits for a connection; nil if all do so in the backlog.
    private(set) var waitingRoom: WaitingRoom?

    init(_ options: DaemonOptions, _ responder: any HTTPResponder, _ reactor: Reactor) {
        self.options = options
        self.responder = responder
        self.reactor = reactor
        responses = StandardResponses(options)
        bodyRoom = BodyRoom(limit: max(options.bodyBytesInMemory, options.bodyBytesInMemoryOfAll))
        waitingRoom = options.isUrgent.map { WaitingRoom(self, options.waiting, isUrgent: $0) }
    }

    func setHandle(_ handle: OpaquePointer?) { unsafe self.handle = handle }

    /// The common case, without a lock.
    @inline(__always) var isServing: Bool { currentMode.load(ordering: .relaxed) == ServerMode.serving.rawValue }

    var mode: ServerMode {
        get { ServerMode(rawValue: currentMode.load(ordering: .sequentiallyConsistent)) ?? .aborting }
        set { currentMode.store(newValue.rawValue, ordering: .sequentiallyConsistent) }
    }

    /// - Parameter client: what is known of the client if it speaks TLS.
    func arrival(descriptor: Int32, _ client: TLSClient?) -> Arrival {
        let peer = unsafe client?.peer ?? SocketAddress { unsafe getpeername(descriptor, $0, $1) }
        let local = unsafe client?.local ?? SocketAddress { unsafe getsockname(descriptor, $0, $1) }
        return Arrival(
            listener: options.listener, scheme: client == nil ? "http" : "https", clientAddress: peer.host, clientPort: peer.port,
            localAddress: local.host, localPort: local.port)
    }

    /// Notifies the responder of the stop, once.
    func tellStopping() {
        if !isStopTold.exchange(true, ordering: .relaxed) { responder.stopping() }
    }

    // MARK: Ports

    func portOpened(_ port: Int) { ports.withLock { $0[port, default: 0] += 1 } }

    /// A socket on that port has stopped accepting. If it was the last one, the port's connections end; a connection that no worker has
    /// started to handle ends when one does.
    func portClosed(_ port: Int) {
        let isLast = ports.withLock { ports in
            ports[port, default: 1] -= 1
            return ports[port] == 0
        }
        guard isLast else { return }
        for exchange in table.exchanges(on: port) { exchange.endSoon() }
    }

    func isClosed(port: Int) -> Bool { ports.withLock { $0[port] == 0 } }

    // MARK: Connections

    /// Called before a connection is accepted.
    /// - Parameters:
    ///   - descriptors: how many it takes.
    ///   - extra: how many more connections there may be than the limit.
    /// - Returns: false when a limit is reached.
    func reserveConnection(descriptors: Int, beyond extra: Int = 0) -> Bool {
        guard Self.reserve(1, of: options.connectionLimit + extra, in: liveConnections) else { return false }
        let limit = options.descriptorLimit.addingReportingOverflow(extra * descriptors)
        if Self.reserve(descriptors, of: limit.overflow ? .max : limit.partialValue, in: liveDescriptors) { return true }
        liveConnections.subtract(1, ordering: .relaxed)
        return false
    }

    /// Adds the number unless the sum is over the limit.
    private static func reserve(_ number: Int, of limit: Int, in sum: borrowing Atomic<Int>) -> Bool {
        var count = sum.load(ordering: .relaxed)
        while count <= limit - number {
            // The thread that stops the server reserves as well as the reactor's.
            let (isReserved, original) = sum.weakCompareExchange(expected: count, desired: count + number, ordering: .relaxed)
            if isReserved { return true }
            count = original
        }
        return false
    }

    /// Whether there are more connections than a limit, for urgent requests.
    var isBeyondLimit: Bool {
        liveConnections.load(ordering: .relaxed) > options.connectionLimit
            || liveDescriptors.load(ordering: .relaxed) > options.descriptorLimit
    }

    /// Which limit lets clients wait, and how many connections or descriptors it allows.
    var reachedLimit: String {
        liveConnections.load(ordering: .relaxed) < options.connectionLimit || options.connectionLimit >= options.descriptorLimit
            ? "the \(options.descriptorLimit) descriptors for connections are used. Raise the limit (ulimit -n)"
            : "the limit of \(options.connectionLimit) connections (--max-connections) is reached"
    }

    /// The connection with a descriptor that the library gives to a worker. If the system has no such descriptor left, any worker may get
    /// it, and the first time there is a warning.
    /// - Parameter worker: the number of the worker; nil for any.
    func assigned(_ descriptor: Int32, to worker: Int?) -> Int32 {
        guard let worker else { return descriptor }
        if let moved = RawSocket(descriptor: descriptor).moved(toWorker: worker, of: max(1, options.threads)) { return moved }
        if !saidOrderIsLost.exchange(true, ordering: .relaxed) {
            options.log(
                .warning,
                "Accepting connections — the worker of an ordered port has no descriptor left: requests on different connections may count "
                    + "in another order. Raise the descriptor limit (ulimit -n).")
        }
        return descriptor
    }

    /// Gives a connection to the library, which owns the descriptor from then on.
    /// - Returns: whether the library has taken it.
    func add(_ descriptor: Int32, from address: SocketAddress) -> Bool {
        unsafe address.withPointer { unsafe MHD_add_connection(handle, descriptor, $0, $1) } == .YES
    }

    /// Gives one end of a connection between the server and itself to the library.
    func add(_ descriptor: Int32) -> Bool { add(descriptor, from: unsafe SocketAddress { unsafe getpeername(descriptor, $0, $1) }) }

    func releaseConnection(descriptors: Int) {
        liveDescriptors.subtract(descriptors, ordering: .relaxed)
        liveConnections.subtract(1, ordering: .releasing)
    }

    /// Whether a connection is accepted and not closed, even if no worker handles it yet.
    var hasConnections: Bool { liveConnections.load(ordering: .acquiring) > 0 }

    /// A worker starts to handle a connection.
    func connectionOpened() {
        if !sweeperIsSet.exchange(true, ordering: .sequentiallyConsistent) { reactor.sweep(self, after: Self.moment) }
    }

    func connectionClosed(descriptors: Int) {
        releaseConnection(descriptors: descriptors)
        roomMade()
    }

    /// A connection is closed, and its relay has closed its descriptors or does so later.
    func connectionClosed(_ link: TLSLink) {
        connectionClosed(descriptors: 1)
        link.whenEnded { [self] in
            liveDescriptors.subtract(DaemonOptions.descriptorsWithTLS - 1, ordering: .relaxed)
            roomMade()
        }
    }

    /// Lets clients in that wait for a connection to close.
    private func roomMade() {
        resumeAccepting()
        waitingRoom?.connectionClosed()
        if !isServing { closings.raise() }
    }

    /// Any thread: accepts connections where that was paused.
    func resumeAccepting() {
        if mayHavePaused.load(ordering: .relaxed), mayHavePaused.exchange(false, ordering: .sequentiallyConsistent) {
            for acceptor in acceptors.withLock({ Array($0.values) }) where acceptor.isPaused { reactor.resumeAccepting(acceptor) }
        }
    }

    /// The time to the next sweep, in nanoseconds, when a client may have ended its side behind a request.
    private static let moment: Int64 = 50_000_000
    /// How many connections are looked at so often; with more, a sweep takes too long for that.
    private static let fewConnections = 64

    /// Called on the reactor's thread while there are connections: once a second, and sooner while each call finds requests on few
    /// connections. Finds clients that are too slow, and clients that left without the library noticing.
    /// - Returns: the time to the next call, in nanoseconds; nil for none.
    func sweep(now: Int64) -> Int64? {
        // Before the look at the table: a connection that opens after the look sets the sweeper again.
        sweeperIsSet.store(false, ordering: .sequentiallyConsistent)
        let exchanges = table.snapshot()
        var areBusy = false
        for exchange in exchanges {
            let seen = exchange.sweep.requestCount
            sweep(exchange, now)
            if exchange.sweep.requestCount != seen { areBusy = true }
        }
        guard !exchanges.isEmpty, !sweeperIsSet.exchange(true, ordering: .sequentiallyConsistent) else { return nil }
        return areBusy && exchanges.count <= Self.fewConnections ? Self.moment : 1_000_000_000
    }

    private func sweep(_ exchange: Exchange, _ now: Int64) {
        // It may have become idle at the moment when its port closed.
        if exchange.endsSoon { exchange.endSoon() }
        let phase = exchange.phase
        // A client that half-closes before it closes causes no further event.
        if phase == .suspended, exchange.peerHasEnded.load(ordering: .relaxed) { exchange.lookAtPeer() }
        if phase == .receiving, exchange.lastBodyProgress != 0 {
            let silence = now - exchange.lastBodyProgress
            if silence > 1_000_000_000 { exchange.closeIfPeerLeft() }
            let isTrickling = exchange.sweep.body.isTooSlow(
                exchange.bodyBytes.load(ordering: .relaxed), of: exchange.requestCount, isPaused: silence < 0,
                least: options.leastBodyBytes, window: options.bodyTimeout.nanosecondsAhead, now: now)
            if silence > options.bodyTimeout.nanosecondsAhead || isTrickling, exchange.awaitsBytes { exchange.timeOut(.body) }
            return
        }
        let count = exchange.requestCount
        let isReading = phase == .idle || phase == .receiving
        // Also if a request has come since the last sweep: the client may have ended its side together with it.
        if isReading { exchange.closeIfPeerLeft() }
        guard isReading, count == exchange.sweep.requestCount else {
            exchange.sweep = SweepNotes(requestCount: count)
            return
        }
        guard exchange.awaitsBytes else {
            exchange.sweep.incompleteSince = 0
            return
        }
        if exchange.sweep.incompleteSince == 0 {
            exchange.sweep.incompleteSince = now
        } else if now - exchange.sweep.incompleteSince > options.headTimeout.nanosecondsAhead {
            exchange.timeOut(.head)
        }
    }

    /// Called on a worker thread while the library is about to send an error page of its own, which is not sent. The connection is known
    /// only when it closes, so every connection of the thread that may be the one notes now what is gone then.
    /// - Returns: whether the library is stopping.
    func libraryRefuses() -> Bool {
        let here = pthread_self()
        for exchange in table.snapshot() where exchange.worker == here && exchange.isReadingHead { exchange.noteRefusal() }
        return libraryStops.load(ordering: .sequentiallyConsistent)
    }

    func libraryLogged(_ line: String) {
        var line = Substring(line)
        while line.last?.isNewline == true { line.removeLast() }
        options.log(.debug, "libmicrohttpd: \(line)")
    }
}
