internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import Synchronization

/// What the threads of a daemon share. The library holds one reference from start to stop.
@safe final class DaemonCore: @unchecked Sendable {
    // Unchecked: `handle` is set once, before a connection can be; the rest is immutable or has its own lock.
    let options: DaemonOptions
    let responder: any HTTPResponder
    let reactor: Reactor
    let answers: StandardAnswers
    let table = ConnectionTable()
    private(set) var handle: OpaquePointer?
    /// Set by start, taken by stop.
    var sink: UnsafeMutablePointer<wire_log_sink>?

    private let currentMode = Atomic<UInt8>(ServerMode.serving.rawValue)
    /// Accepted and not closed.
    private let liveConnections = Atomic<Int>(0)
    private let sweeperIsSet = Atomic<Bool>(false)
    private let isStopTold = Atomic<Bool>(false)
    /// Whether `MHD_stop_daemon` has been called.
    let libraryStops = Atomic<Bool>(false)
    /// The open ones.
    let acceptors = Mutex<[ObjectIdentifier: Acceptor]>([:])
    /// How many of them listen on each local port; 0 for a port that was closed.
    private let ports = Mutex<[Int: Int]>([:])
    /// Whether one of them may have paused.
    let mayHavePaused = Atomic<Bool>(false)
    /// Raised with each connection that closes while the server stops.
    let closings = Signal()

    init(_ options: DaemonOptions, _ responder: any HTTPResponder, _ reactor: Reactor) {
        self.options = options
        self.responder = responder
        self.reactor = reactor
        answers = StandardAnswers(options)
    }

    func setHandle(_ handle: OpaquePointer?) { unsafe self.handle = handle }

    /// The common question, cheaply.
    @inline(__always) var isServing: Bool { currentMode.load(ordering: .relaxed) == ServerMode.serving.rawValue }

    var mode: ServerMode {
        get { ServerMode(rawValue: currentMode.load(ordering: .sequentiallyConsistent)) ?? .aborting }
        set { currentMode.store(newValue.rawValue, ordering: .sequentiallyConsistent) }
    }

    func arrival(descriptor: Int32) -> Arrival {
        let peer = unsafe SocketAddress { unsafe getpeername(descriptor, $0, $1) }
        let local = unsafe SocketAddress { unsafe getsockname(descriptor, $0, $1) }
        return Arrival(
            listener: options.listener, scheme: options.scheme, clientAddress: peer.host, clientPort: peer.port,
            localAddress: local.host, localPort: local.port)
    }

    /// Tells the responder of the stop; once.
    func tellStopping() {
        if !isStopTold.exchange(true, ordering: .relaxed) { responder.stopping() }
    }

    // MARK: Ports

    func portOpened(_ port: Int) { ports.withLock { $0[port, default: 0] += 1 } }

    /// A socket on that port accepts nothing more. When it was the last one, the port's connections end; one that no worker has taken up
    /// yet ends when it is.
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

    /// Before a connection is accepted.
    /// - Returns: false at the limit.
    func reserveConnection() -> Bool {
        guard liveConnections.load(ordering: .relaxed) < options.connectionLimit else { return false }
        liveConnections.add(1, ordering: .relaxed)
        return true
    }

    func releaseConnection() { liveConnections.subtract(1, ordering: .releasing) }

    /// Whether a connection has been accepted and not closed; a worker may not have taken it up yet.
    var hasConnections: Bool { liveConnections.load(ordering: .acquiring) > 0 }

    /// A worker takes a connection up.
    func connectionOpened() {
        if !sweeperIsSet.exchange(true, ordering: .relaxed) { reactor.sweep(self) }
    }

    func connectionClosed() {
        releaseConnection()
        if mayHavePaused.load(ordering: .relaxed), mayHavePaused.exchange(false, ordering: .sequentiallyConsistent) {
            for acceptor in acceptors.withLock({ Array($0.values) }) where acceptor.isPaused { reactor.resumeAccepting(acceptor) }
        }
        if !isServing { closings.raise() }
    }

    /// The reactor's thread, once a second while there are connections: looks for clients that take too long,
    /// or that left and the library did not notice.
    /// - Returns: whether to come again.
    func sweep(now: Int64) -> Bool {
        let exchanges = table.snapshot()
        for exchange in exchanges { sweep(exchange, now) }
        if exchanges.isEmpty { sweeperIsSet.store(false, ordering: .relaxed) }
        return !exchanges.isEmpty
    }

    private func sweep(_ exchange: Exchange, _ now: Int64) {
        // It may have become idle at the very moment at which its port closed.
        if exchange.endsSoon { exchange.endSoon() }
        let phase = exchange.phase
        // A client that ended its side before it closed the connection makes no further event.
        if phase == .suspended, exchange.peerHasEnded.load(ordering: .relaxed) { exchange.lookAtPeer() }
        if phase == .receiving, exchange.lastBodyProgress != 0 {
            let silence = now - exchange.lastBodyProgress
            if silence > 1_000_000_000 { exchange.closeIfPeerLeft() }
            if silence > options.bodyTimeout.nanosecondsAhead, exchange.awaitsBytes { exchange.timeOut(.body) }
            return
        }
        let count = exchange.requestCount
        guard phase == .idle || phase == .receiving, count == exchange.sweep.requestCount else {
            exchange.sweep = SweepNotes(requestCount: count)
            return
        }
        exchange.closeIfPeerLeft()
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

    /// On a worker thread, while the library handles one of its connections: it has a page of its own for it, which is not sent. Which
    /// connection shows when it closes; each that it may be looks now at what is gone then.
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
