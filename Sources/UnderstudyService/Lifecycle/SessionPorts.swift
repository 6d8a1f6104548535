internal import AdminAPI
internal import MicroHTTPD
internal import MockEngine
internal import Synchronization
internal import TLS

/// Opens and closes the listeners of sessions on the running daemons, whose workers they share. Any thread.
final class SessionPorts: PortLeasing {
    /// A listener of which each session may get one of its own.
    struct Model: Sendable {
        let name: SocketName
        /// The numeric address to listen on.
        let host: String
        let daemon: Daemon
        /// What speaks TLS; nil for plain HTTP.
        var relay: TLSRelay?
    }

    private struct State: Sendable {
        var models: [Model] = []
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
    /// - Parameter models: at least one for HTTP.
    func open(_ models: [Model]) { state.withLock { $0.models = models } }

    /// Allows no more leases. Open ports close with their daemons.
    func close() { state.withLock { $0.models = [] } }

    func lease() throws -> PortLease {
        let models = state.withLock { $0.models }
        guard let first = models.first else {
            throw PortLeaseError("The server cannot open ports now", repair: "It is starting or stopping.")
        }
        try reserve(models.count)
        var opened: [(name: SocketName, daemon: Daemon, socket: ListeningSocket)] = []
        do {
            for model in models {
                let socket = try freeSocket(model.host)
                if let relay = model.relay { socket.speakTLS(relay) }
                guard model.daemon.open(socket) else {
                    socket.close()
                    throw PortLeaseError("The server is stopping", repair: "Start it again.")
                }
                opened.append((model.name, model.daemon, socket))
            }
        } catch {
            for (_, daemon, socket) in opened { daemon.close(socket) }
            giveBack(opened.map(\.socket.address.port), count: models.count)
            throw error
        }
        let listeners = opened
        func port(_ name: SocketName) -> Int? { listeners.first { $0.name == name }?.socket.address.port }
        let isClosed = Mutex(false)
        return PortLease(
            host: first.host,
            listeners: SessionListeners(
                http: .init(plain: port(.http) ?? 0, secure: port(.https)),
                s3: port(.s3).map { .init(plain: $0, secure: port(.s3HTTPS)) })
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
            while true {
                let socket = try ListeningSocket.tcp(host: host, port: 0)
                let wasUsed = state.withLock { $0.used.contains(socket.address.port) }
                if !wasUsed || passedOver.count == Self.attempts - 1 { return socket }
                passedOver.append(socket)
            }
        } catch {
            throw PortLeaseError("\(error)", repair: "")
        }
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
