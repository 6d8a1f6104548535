internal import CMicroHTTPD
package import HTTPMessage
internal import Synchronization

/// One HTTP server: a pool of worker threads behind one or more listening sockets, and one responder.
///
/// Any thread. It serves from `start` to `stop`.
package final class Daemon: Sendable {
    private let core: DaemonCore
    private let listeners = Mutex(Listeners())
    private let isStopped = Mutex(false)

    private struct Listeners {
        var open: [Acceptor] = []
        /// No further one is opened.
        var areClosed = false
    }

    /// - Parameters:
    ///   - sockets: taken over, and closed by `stop`; at least one. All serve the same.
    ///   - reactor: shared by all daemons of a process.
    package static func start(
        _ options: DaemonOptions = DaemonOptions(), on sockets: [ListeningSocket], responder: any HTTPResponder, reactor: Reactor
    ) throws(WireError) -> Daemon {
        if let missing = LibraryHooks.whatIsMissing { options.log(.warning, missing) }
        let core = DaemonCore(options, responder, reactor)
        let retained = unsafe Unmanaged.passRetained(core).toOpaque()
        let sink = UnsafeMutablePointer<wire_log_sink>.allocate(capacity: 1)
        unsafe sink.initialize(to: wire_log_sink(write: Trampolines.log, context: retained))
        var start = unsafe wire_daemon_options()
        // TURBO: the library does not shut a connection down before it closes it; the last word is ours (see Exchange.closed).
        unsafe start.flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | MHD_USE_ITC.rawValue | MHD_USE_TURBO.rawValue | MHD_USE_ERROR_LOG.rawValue
        // A pool of one is no pool for the library: it then has one thread, which is the same.
        unsafe start.threads = UInt32(options.threads > 1 ? options.threads : 0)
        unsafe start.connection_memory = LibraryHooks.connectionMemory(forHeads: options.connectionMemory)
        // The limit is kept where connections are accepted, so no worker may have a lower one of its own: it would close connections
        // without a word to us. The library counts a connection until a little after its end.
        unsafe start.connection_limit = UInt32(clamping: (options.connectionLimit + 256) * max(1, options.threads))
        unsafe start.timeout_seconds = options.idleTimeout.secondsRoundedUp
        unsafe start.context = retained
        unsafe start.access = Trampolines.access
        unsafe start.request_line = Trampolines.requestLine
        unsafe start.completed = Trampolines.completed
        unsafe start.notify = Trampolines.connectionChanged
        unsafe start.unescape = Trampolines.unescape
        unsafe start.log = sink
        guard let handle = unsafe wire_start_daemon(&start) else {
            unsafe Unmanaged<DaemonCore>.fromOpaque(retained).release()
            unsafe sink.deallocate()
            throw WireError("Starting the \(options.listener.rawValue) listener: libmicrohttpd did not start. Its log says why.")
        }
        unsafe core.setHandle(handle)
        unsafe core.sink = sink
        let daemon = Daemon(core)
        for socket in sockets { daemon.open(socket) }
        return daemon
    }

    private init(_ core: DaemonCore) { self.core = core }

    deinit { stop(.abort, within: .zero) }

    /// Where it listens, port numbers included, in the order in which they were opened.
    package var addresses: [BoundAddress] { listeners.withLock { $0.open.map(\.socket.address) } }

    // MARK: Listening

    /// Accepts connections on one more socket. They share the workers and the limits of all others; `Arrival.localPort` tells them apart.
    /// - Parameter socket: taken over: closed by `close`, by `stop`, or at once when the daemon stops.
    /// - Returns: whether it is served; false when the daemon stops or has stopped.
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

    /// Closes one of its sockets: no connection is accepted on it once this has returned, and clients in its backlog are reset. Of the
    /// connections that were accepted on its port, idle ones end at once and the others with the response that is under way, which is not
    /// cut short. They live on while another socket of the daemon listens on the same port. Does nothing with a socket that is not, or no
    /// longer, one of the daemon's.
    package func close(_ socket: ListeningSocket) {
        let acceptor = listeners.withLock { listeners in
            listeners.open.firstIndex { $0.socket === socket }.map { listeners.open.remove(at: $0) }
        }
        if let acceptor { close(acceptor) }
    }

    private func close(_ acceptor: Acceptor) {
        core.acceptors.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(acceptor)) }
        core.reactor.stopAccepting(acceptor)
        // Before the system can give the port to another socket.
        core.portClosed(acceptor.socket.address.localPort)
        acceptor.socket.close()
    }

    // MARK: Stopping

    /// What becomes of answers that wait when the server stops.
    package enum StopPolicy: Sendable {
        /// Their delays run out, within the bound.
        case finish
        /// Their delays are cut short; the answers go out at once.
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

    /// The beginning of a stop: the listening sockets are closed, so that a client is refused and not left without a response; inherited
    /// ones stay open, for their clients wait for the next process. Then the responder is told, so that it fulfils its deferred plans,
    /// idle connections are closed, and the policy applies.
    ///
    /// Returns at once. What several daemons have in flight finishes at the same time if this is called for all of them before `stop` is
    /// called for each. A second call does nothing more.
    package func beginStopping(_ policy: StopPolicy = .finish) {
        let acceptors = listeners.withLock { listeners in
            listeners.areClosed = true
            return listeners.open
        }
        for acceptor in acceptors { close(acceptor) }
        core.tellStopping()
        drain(policy.mode, until: MonotonicClock.now())
    }

    /// Stops serving, in good order: no new connections, idle ones closed at once, requests in flight finish within the bound and
    /// are told `Connection: close`; what is left then is closed. Inherited sockets stay open. Blocks the caller. A second call does
    /// nothing.
    /// - Returns: whether every exchange came to its own end.
    @discardableResult
    package func stop(_ policy: StopPolicy = .finish, within bound: Duration = .seconds(10)) -> Bool {
        let wasStopped = isStopped.withLock { stopped in
            defer { stopped = true }
            return stopped
        }
        guard !wasStopped else { return true }
        beginStopping(policy)
        drain(policy.mode, until: MonotonicClock.now() + (policy == .abort ? 0 : bound.nanosecondsAhead))
        let isDone = !core.hasConnections
        // Also when all is done: the library must not be stopped in a mode that lets anybody wait.
        // Without the hook for heads it must not be while a connection is left either: libmicrohttpd 0.9.75, about to send a page of its own
        // while it stops, follows a null pointer. All sockets are shut down, so it takes no longer than the workers need.
        drain(.aborting, until: MonotonicClock.now() + (LibraryHooks.heads ? 1_000_000_000 : 30_000_000_000))
        assert(core.table.snapshot().allSatisfy { !$0.isSuspended }, "An exchange waits while the library is stopped.")
        core.libraryStops.store(true, ordering: .sequentiallyConsistent)
        unsafe MHD_stop_daemon(core.handle)
        if let sink = unsafe core.sink {
            unsafe core.sink = nil
            unsafe sink.deallocate()
            unsafe Unmanaged.passUnretained(core).release()
        }
        return isDone
    }

    /// Begins that mode, and asks every connection again and again, for some become idle meanwhile.
    ///
    /// Once it has returned, nobody waits whom the mode forbids to, and nobody will: a connection that is in the table when the mode
    /// begins is asked at least once, one that comes later knows the mode, and whoever is about to wait asks for it under the lock
    /// under which he is asked.
    private func drain(_ mode: ServerMode, until deadline: Int64) {
        core.mode = mode
        while true {
            for exchange in core.table.snapshot() { exchange.drain(mode) }
            let left = deadline - MonotonicClock.now()
            if !core.hasConnections || left <= 0 { return }
            core.closings.wait(nanoseconds: min(left, 50_000_000))
        }
    }

    // MARK: Counting

    /// Numbers at one moment; the first five are 0 when nobody is connected.
    package struct Counters: Sendable, Equatable {
        package var openConnections = 0
        /// Requests that are being received or answered.
        package var liveExchanges = 0
        /// Those of them that wait: for time, for a deferred plan, for a stream.
        package var suspendedExchanges = 0
        /// Bytes of request bodies held, in memory and in files.
        package var heldBodyBytes = 0
        /// Accepted since the start.
        package var connections = 0
        package var requests = 0
        /// Bytes of bodies in answers that went out whole.
        package var sentBodyBytes = 0

        package init() {}
    }

    package var counters: Counters {
        let (open, served) = core.table.tally()
        var counters = Counters()
        counters.openConnections = open.count
        for exchange in open {
            let phase = exchange.phase
            if phase != .idle, phase != .closed { counters.liveExchanges += 1 }
            if phase == .suspended { counters.suspendedExchanges += 1 }
            counters.heldBodyBytes += exchange.heldBodyBytes
        }
        counters.connections = served.connections
        counters.requests = served.requests
        counters.sentBodyBytes = served.bodyBytes
        return counters
    }
}
