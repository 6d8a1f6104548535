internal import CMicroHTTPD
internal import Glibc
package import HTTPMessage
internal import Synchronization
internal import SystemCalls
internal import TLS

/// One HTTP server: a pool of worker threads behind one or more listening sockets, and one responder.
///
/// Any thread. It serves from `start` to `stop`.
package final class Daemon: Sendable {
    let core: DaemonCore
    private let sink: LogSink
    private let listeners = Mutex(Listeners())
    private let isStopped = Mutex(false)
    private let lastCutOff = Mutex(UnfinishedExchanges())

    private struct Listeners {
        var open: [Acceptor] = []
        /// After this no socket is opened.
        var areClosed = false
    }

    /// Starts serving.
    /// - Parameters:
    ///   - sockets: at least one; the daemon owns them and closes them in `stop`. All have the same responder.
    ///   - reactor: shared by all daemons of a service.
    /// - Throws: `WireError` when libmicrohttpd does not start.
    package static func start(
        _ options: DaemonOptions = DaemonOptions(), on sockets: [ListeningSocket], responder: any HTTPResponder, reactor: Reactor
    ) throws(WireError) -> Daemon {
        if let missing = LibraryHooks.whatIsMissing { options.log(.warning, missing) }
        let core = DaemonCore(options, responder, reactor)
        guard core.closings.isOpen else { throw .system("Starting a listener", repair: "Raise the descriptor limit (ulimit -n).") }
        let retained = unsafe Unmanaged.passRetained(core).toOpaque()
        let sink = unsafe LogSink(retained)
        var start = unsafe wire_daemon_options()
        // TURBO: the library does not shut a connection down before it closes it, so that a last response can be written (see
        // Exchange.closed).
        unsafe start.flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | MHD_USE_ITC.rawValue | MHD_USE_TURBO.rawValue | MHD_USE_ERROR_LOG.rawValue
        // With the hook we write the date: once a second for each connection.
        if LibraryHooks.heads { unsafe start.flags |= MHD_USE_SUPPRESS_DATE_NO_CLOCK.rawValue }
        // For the library a pool of one thread is an error; 0 means one thread.
        unsafe start.threads = UInt32(options.threads > 1 ? options.threads : 0)
        unsafe start.connection_memory = LibraryHooks.connectionMemory(forHeads: options.connectionMemory)
        // The limit is applied where connections are accepted. The library's own limit per worker must be higher, because it closes
        // connections without notice. The library also counts a connection for a short time after its end.
        unsafe start.connection_limit = UInt32(clamping: (options.connectionLimit + 256) * max(1, options.threads))
        unsafe start.timeout_seconds = options.idleTimeout.secondsRoundedUp
        unsafe start.context = retained
        unsafe start.access = Trampolines.access
        unsafe start.request_line = Trampolines.requestLine
        unsafe start.completed = Trampolines.completed
        unsafe start.notify = Trampolines.connectionChanged
        unsafe start.unescape = Trampolines.unescape
        unsafe start.log = sink.pointer
        guard let handle = unsafe SystemCalls.blockingSignals({ unsafe wire_start_daemon(&start) }) else {
            let code = errno
            unsafe Unmanaged<DaemonCore>.fromOpaque(retained).release()
            throw failure(code, options)
        }
        unsafe core.setHandle(handle)
        let daemon = Daemon(core, sink)
        for socket in sockets { daemon.open(socket) }
        return daemon
    }

    /// Why the library did not start.
    /// - Parameter code: the system's error number behind its call.
    private static func failure(_ code: Int32, _ options: DaemonOptions) -> WireError {
        let listener = "the \(options.listener.rawValue) listener"
        // It logs nothing of a thread or a descriptor that the system refused.
        switch code {
        case EAGAIN:
            return .system(
                "Starting \(listener) with \(options.threads) threads", code,
                repair: "The system, or TasksMax= of the unit, allows no more: take fewer with --threads.")
        case EMFILE: return .system("Starting \(listener)", code, repair: "Raise the descriptor limit (ulimit -n).")
        default: return WireError("Starting \(listener): libmicrohttpd did not start. Its log says why.")
        }
    }

    private init(_ core: DaemonCore, _ sink: LogSink) {
        self.core = core
        self.sink = sink
    }

    deinit { stop(.abort, within: .zero) }

    /// The addresses, with port numbers, in the order in which they were opened.
    package var addresses: [BoundAddress] { listeners.withLock { $0.open.map(\.socket.address) } }

    // MARK: Listening

    /// Accepts connections on one more socket. It shares the workers and limits of the others; `Arrival.localPort` tells the connections
    /// apart.
    /// - Parameter socket: owned by the daemon, which closes it in `close` or `stop`, or at once if the daemon is stopping.
    /// - Returns: whether it is served; false when the daemon is stopping or has stopped.
    @discardableResult
    package func open(_ socket: ListeningSocket) -> Bool {
        let acceptor = Acceptor(socket, core)
        let isServed = listeners.withLock { listeners in
            guard !listeners.areClosed else { return false }
            listeners.open.append(acceptor)
            core.acceptors.withLock { $0[ObjectIdentifier(acceptor)] = acceptor }
            core.portOpened(socket.address.localPort)
            core.reactor.accept(acceptor)
            return true
        }
        if !isServed { socket.close() }
        return isServed
    }

    /// Closes one of the daemon's sockets. No connection is accepted on it after this returns, and clients in its backlog are reset. Of the
    /// connections on its port, idle ones end at once, and the others after the current response, which is sent completely. They stay open
    /// while another socket of the daemon listens on the same port. Does nothing with a socket that is not one of the daemon's.
    package func close(_ socket: ListeningSocket) {
        let acceptor = listeners.withLock { listeners in
            listeners.open.firstIndex { $0.socket === socket }.map { listeners.open.remove(at: $0) }
        }
        if let acceptor { close(acceptor) }
    }

    private func close(_ acceptor: Acceptor) {
        core.acceptors.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(acceptor)) }
        core.reactor.stopAccepting(acceptor)
        // Before the system can assign the port to another socket.
        core.portClosed(acceptor.socket.address.localPort)
        acceptor.socket.close()
    }

    // MARK: Stopping

    /// What happens to delayed responses when the server stops.
    package enum StopPolicy: Sendable {
        /// Delays take their full time, within the time limit.
        case finish
        /// Delays are cut short; the responses are sent at once.
        case hasten
        /// Their connections are closed.
        case abort

        fileprivate var mode: ServerMode {
            switch self {
            case .finish: .finishing
            case .hasten: .hastening
            case .abort: .aborting
            }
        }
    }

    /// Begins a stop. The listening sockets are closed, so that clients are refused instead of waiting for a response; inherited ones stay
    /// open, because their clients wait for the next process. Then the responder is notified, so that it fulfils its deferred plans, idle
    /// connections are closed, and the policy applies.
    ///
    /// Returns at once. Call it for several daemons before `stop` to let their exchanges finish in parallel. A second call only applies its
    /// policy.
    package func beginStopping(_ policy: StopPolicy = .finish) {
        let acceptors = listeners.withLock { listeners in
            defer { listeners.areClosed = true }
            return listeners.areClosed ? [] : listeners.open
        }
        // Before a port closes: then a connection that is new knows that this is a stop.
        core.mode = policy.mode
        core.waitingRoom?.close()
        for acceptor in acceptors {
            acceptor.acceptRest()
            acceptor.socket.tls?.endHandshakes(within: core.options.newcomerPatience)
            close(acceptor)
        }
        core.tellStopping()
        drain(policy.mode, until: MonotonicClock.now())
    }

    /// Stops serving: no new connections, idle ones closed at once (one that is in use a moment later, see `DaemonOptions.pausePatience`),
    /// exchanges in flight may finish within the time limit and get `Connection: close`, then the rest is closed. Inherited sockets stay
    /// open. Blocks the caller. A second call does nothing.
    /// - Returns: whether every exchange finished by itself.
    @discardableResult
    package func stop(_ policy: StopPolicy = .finish, within bound: Duration = .seconds(10)) -> Bool {
        let wasStopped = isStopped.withLock { stopped in
            defer { stopped = true }
            return stopped
        }
        guard !wasStopped else { return true }
        beginStopping(policy)
        drain(policy.mode, until: MonotonicClock.now() + (policy == .abort ? 0 : bound.nanosecondsAhead))
        // A connection without a request may be left, whose client may have sent one.
        let cut = unfinished
        lastCutOff.withLock { $0 = cut }
        // Also when all exchanges are done: the library must not be stopped in a mode that allows waiting. Without the hook for heads, no
        // connection may be left at all: libmicrohttpd 0.9.75 dereferences a null pointer if it is about to send an error page while it
        // stops. All sockets are shut down, so this takes only as long as the workers need.
        drain(.aborting, until: MonotonicClock.now() + (LibraryHooks.heads ? 1_000_000_000 : 30_000_000_000))
        assert(core.table.snapshot().allSatisfy { !$0.isSuspended }, "An exchange waits while the library is stopped.")
        core.closeToTLS()
        core.libraryStops.store(true, ordering: .sequentiallyConsistent)
        unsafe MHD_stop_daemon(core.handle)
        unsafe Unmanaged.passUnretained(core).release()
        return cut.isEmpty
    }

    /// Begins the mode, and applies it to all connections repeatedly, because some become idle later.
    ///
    /// After this returns, no exchange waits that must not wait in this mode, and none will: a connection that is in the table when the
    /// mode begins is checked at least once; a later one knows the mode; and an exchange that is about to wait checks the mode under the
    /// same lock.
    private func drain(_ mode: ServerMode, until deadline: Int64) {
        core.mode = mode
        while true {
            for exchange in core.table.snapshot() { exchange.drain(mode) }
            let left = deadline - MonotonicClock.now()
            if !core.hasConnections || left <= 0 { return }
            core.closings.wait(nanoseconds: min(left, 50_000_000))
        }
    }

    /// The exchanges at one moment that are not over, by what they do. Any thread, also while `stop` runs.
    package var unfinished: UnfinishedExchanges {
        var unfinished = UnfinishedExchanges()
        for exchange in core.table.snapshot() { unfinished.add(exchange.phase) }
        return unfinished
    }

    /// The exchanges that the last `stop` cut off when its time limit was over.
    package var cutOff: UnfinishedExchanges { lastCutOff.withLock { $0 } }

    // MARK: Progress

    /// The listener's name, for messages.
    package var name: String { core.options.listener.rawValue }

    /// How many workers make no progress: a request has occupied them since a call that is at least that long ago, or they have not taken a
    /// connection that an earlier call has sent them. The first call returns 0.
    package func stuckWorkers(after patience: Duration) -> Int {
        let now = MonotonicClock.now()
        let occupied = core.workers.look(at: core.table.snapshot().compactMap(\.occupant), now: now, patience: patience)
        let silent = core.probes.silentWorkers(now: now, patience: patience)
        if core.isServing {
            core.probes.send(to: max(1, core.options.threads), now: now, add: core.add)
        }
        return max(occupied, silent)
    }

    // MARK: Counting

    /// Planned faults that were performed since the start.
    package struct Faults: Sendable, Equatable {
        /// Connections that were reset.
        package var resets = 0
        /// Connections that were closed early.
        package var closes = 0
        /// Responses that fell silent.
        package var stalls = 0
        /// Responses that ended in garbage.
        package var garbage = 0
    }

    /// Numbers at one moment. The first four are 0 when no client is connected.
    package struct Counters: Sendable, Equatable {
        /// Connections that are accepted and not closed.
        package var openConnections = 0
        /// Requests that are being received or responded to.
        package var liveExchanges = 0
        /// The live exchanges that wait: for time, a deferred plan or a stream; also those whose request's body is paused.
        package var suspendedExchanges = 0
        /// Bytes of request bodies in memory and in files.
        package var heldBodyBytes = 0
        /// Connections that were accepted since the start.
        package var connections = 0
        /// Requests that were received since the start.
        package var requests = 0
        /// Bytes of bodies in complete responses.
        package var sentBodyBytes = 0
        /// Planned faults that were performed since the start.
        package var faults = Faults()
        /// Clients that got a 503 since the start because the limit of connections was reached and too many others waited.
        package var refusedClients = 0

        package init() {}
    }

    /// The current numbers.
    package var counters: Counters {
        let (open, served) = core.table.tally()
        var counters = Counters()
        counters.openConnections = open.count
        for exchange in open {
            let phase = exchange.phase
            if phase != .idle, phase != .closed { counters.liveExchanges += 1 }
            if phase == .suspended || phase == .receiving && exchange.isSuspended { counters.suspendedExchanges += 1 }
            counters.heldBodyBytes += exchange.heldBodyBytes
        }
        counters.connections = served.connections
        counters.requests = served.requests
        counters.sentBodyBytes = served.bodyBytes
        counters.faults = core.faults.counts
        counters.refusedClients = core.waitingRoom?.refusedClients ?? 0
        return counters
    }
}
