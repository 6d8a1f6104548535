internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Accepts connections from one listening socket, on the reactor's thread, and passes them to the library.
///
/// The library gets no listening socket of its own. That allows several sockets per daemon, gives us control of the stop, and keeps
/// inherited sockets from being shut down. See docs/decisions/0011-accepting.md.
final class Acceptor: Sendable {
    let socket: ListeningSocket
    private let core: DaemonCore
    private let state = Mutex(State())
    private let paused = Atomic<Bool>(false)

    private struct State {
        var isOpen = true
        /// Whether the kernel drops requests for new connections.
        var putsOffClients = false
        var saidLimit = false
        var saidDescriptors = false
        var saidFailure = false
    }

    enum Result {
        /// There may be more connections.
        case more
        /// The backlog is empty.
        case empty
        /// The limit is reached; continue when a connection closes.
        case pause
        /// The system has no descriptors or memory left; try again soon.
        case pauseForSystem
        /// The socket accepts nothing; try again later.
        case pauseForFailure
        case closed
    }

    init(_ socket: ListeningSocket, _ core: DaemonCore) {
        self.socket = socket
        self.core = core
    }

    /// How many a client's connection takes.
    private var descriptors: Int { socket.tls == nil ? 1 : DaemonOptions.descriptorsWithTLS }

    var isPaused: Bool {
        get { paused.load(ordering: .sequentiallyConsistent) }
        set {
            paused.store(newValue, ordering: .sequentiallyConsistent)
            if newValue { core.mayHavePaused.store(true, ordering: .sequentiallyConsistent) }
        }
    }

    /// Accepts the connections that wait in a backlog which is about to end: the close would reset them, although their clients may have
    /// sent a request. Clients that connect meanwhile retry after a second, and reach the successor or are refused. A handshake that has
    /// begun before may reach the backlog a little later, so it waits for that. Does nothing for an inherited socket, whose backlog stays.
    func acceptRest() {
        state.withLock { state in
            guard state.isOpen, socket.isOwn else { return }
            state.putsOffClients = true
            socket.putOffClients()
            while core.reserveConnection(descriptors: descriptors) {
                guard let result = acceptOne(&state) else { continue }
                core.releaseConnection(descriptors: descriptors)
                if case .more = result { continue }
                if case .empty = result, socket.hasClients(within: Self.handshakePatience) { continue }
                return
            }
        }
    }

    /// How long the rest of a handshake on this machine may take, in milliseconds.
    private static let handshakePatience: Int32 = 2

    /// No connection is accepted after this returns.
    func close() { state.withLock { $0.isOpen = false } }

    func acceptSome() -> Result {
        state.withLock { state in
            guard state.isOpen else { return .closed }
            let room = core.waitingRoom
            for _ in 0..<64 {
                if room?.isEmpty != false, core.reserveConnection(descriptors: descriptors) {
                    if let result = acceptOne(&state) {
                        core.releaseConnection(descriptors: descriptors)
                        return result
                    }
                } else {
                    sayLimit(&state)
                    guard let room, socket.tls == nil || !room.isCrowded else { return .pause }
                    if let result = acceptOne(&state, into: room) { return result }
                }
            }
            return .more
        }
    }

    private func sayLimit(_ state: inout State) {
        guard !state.saidLimit else { return }
        state.saidLimit = true
        core.options.log(
            .warning,
            "Accepting connections — \(socket.address): \(core.reachedLimit). Clients wait until one closes.")
    }

    private func sayFailure(_ code: Int32, _ state: inout State) {
        guard !state.saidFailure else { return }
        state.saidFailure = true
        let doing = "Accepting connections — \(socket.address)"
        let error =
            socket.isShutDown
            ? WireError("\(doing): another process that has the socket has shut it down. Open it again there, and start the server again.")
            : .system(doing, code)
        core.options.log(.error, "\(error)")
    }

    /// - Parameter room: where the client waits; nil to serve it at once.
    /// - Returns: nil on success.
    private func acceptOne(_ state: inout State, into room: WaitingRoom? = nil) -> Result? {
        var descriptor: Int32 = -1
        let address = unsafe SocketAddress {
            unsafe descriptor = wire_accept(socket.descriptor, $0, $1)
            return descriptor
        }
        guard descriptor >= 0 else {
            switch errno {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                if !state.saidDescriptors {
                    state.saidDescriptors = true
                    core.options.log(
                        .warning,
                        "\(WireError.system("Accepting connections — \(socket.address)", repair: "Raise the descriptor limit (ulimit -n)."))"
                    )
                }
                return .pauseForSystem
            case EAGAIN where !socket.isShutDown: return .empty
            // One client only (accept(2)).
            case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ENONET, ENOPROTOOPT, EPERM,
                ETIMEDOUT:
                return .more
            case let code:
                sayFailure(code, &state)
                return .pauseForFailure
            }
        }
        RawSocket(descriptor: descriptor).sendAtOnce()
        if state.putsOffClients { RawSocket(descriptor: descriptor).takeAllPackets() }
        if let relay = socket.tls {
            core.serve(descriptor, from: address, by: relay, worker: socket.worker, waitingIn: room)
            return nil
        }
        descriptor = core.assigned(descriptor, to: socket.worker)
        if let room {
            room.enter(descriptor, from: address)
            return nil
        }
        return core.add(descriptor, from: address) ? nil : .more
    }
}
