internal import AdminAPI
internal import HTTPMessage
internal import MicroHTTPD
internal import Synchronization

/// Opens and closes the listeners of sessions on the running daemons, whose workers they share. Any thread.
final class SessionPorts: PortLeasing {
    private struct State: Sendable {
        var daemons: [(name: ListenerName, host: String, daemon: Daemon)] = []
        /// The number of ports that are leased or about to be.
        var openCount = 0
        /// Ports that were leased before.
        var used: Set<Int> = []
    }

    /// The number of attempts. In each one a listener is bound, and closed again if its port was leased before.
    private static let attempts = 32
    /// As many as the system has. When all have been used, the record starts anew.
    private static let rememberedPorts = 28_000

    private let maximumPorts: Int
    private let state = Mutex(State())

    /// - Parameter maximumPorts: of all sessions together.
    init(maximumPorts: Int) { self.maximumPorts = maximumPorts }

    /// Allows leases from now on.
    /// - Parameter host: the numeric address to listen on.
    func open(_ daemons: [(name: ListenerName, host: String, daemon: Daemon)]) { state.withLock { $0.daemons = daemons } }

    /// Allows no more leases. Open ports close with their daemons.
    func close() { state.withLock { $0.daemons = [] } }

    func lease() throws -> PortLease {
        let daemons = state.withLock { $0.daemons }
        guard !daemons.isEmpty else { throw PortLeaseError("The server cannot open ports now", repair: "It is starting or stopping.") }
        try reserve(daemons.count)
        var opened: [(name: ListenerName, daemon: Daemon, socket: ListeningSocket)] = []
        do {
            for (name, host, daemon) in daemons {
                let socket = try freeSocket(host)
                guard daemon.open(socket) else {
                    socket.close()
                    throw PortLeaseError("The server is stopping", repair: "Start it again.")
                }
                opened.append((name, daemon, socket))
            }
        } catch {
            for (_, daemon, socket) in opened { daemon.close(socket) }
            giveBack(opened.map(\.socket.address.port), count: daemons.count)
            throw error
        }
        let listeners = opened
        let isClosed = Mutex(false)
        return PortLease(
            host: daemons[0].host, httpPort: opened.first { $0.name == .http }?.socket.address.port ?? 0,
            s3Port: opened.first { $0.name == .s3 }?.socket.address.port
        ) { [self] in
            let wasClosed = isClosed.withLock { closed in
                defer { closed = true }
                return closed
            }
            if wasClosed { return }
            for (_, daemon, socket) in listeners { daemon.close(socket) }
            giveBack(listeners.map(\.socket.address.port), count: listeners.count)
        }
    }

    private func reserve(_ count: Int) throws {
        try state.withLock { state in
            guard state.openCount + count <= maximumPorts else {
                throw PortLeaseError(
                    "All \(maximumPorts) ports for sessions are leased",
                    repair: "Delete sessions that are not needed any more, or raise --max-session-ports.")
            }
            state.openCount += count
        }
    }

    /// A listening socket on a port that was not leased before or, after many attempts, on any free port.
    private func freeSocket(_ host: String) throws -> ListeningSocket {
        var passedOver: [ListeningSocket] = []
        defer { for socket in passedOver { socket.close() } }
        do {
            for attempt in 0..<Self.attempts {
                let socket = try ListeningSocket.tcp(host: host, port: 0)
                let port = socket.address.port
                let isNew = state.withLock { state in
                    guard !state.used.contains(port) || attempt == Self.attempts - 1 else { return false }
                    return true
                }
                if isNew { return socket }
                passedOver.append(socket)
            }
        } catch {
            throw PortLeaseError("\(error)", repair: "")
        }
        throw PortLeaseError("No port is free", repair: "Delete sessions that are not needed any more.")
    }

    /// - Parameter count: the number of reserved ports.
    private func giveBack(_ ports: [Int], count: Int) {
        state.withLock { state in
            state.openCount -= count
            for port in ports {
                if state.used.count >= Self.rememberedPorts { state.used = [] }
                state.used.insert(port)
            }
        }
    }
}
