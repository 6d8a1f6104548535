internal import AdminAPI
internal import Glibc
internal import MicroHTTPD
internal import MockEngine
internal import Synchronization
internal import SystemCalls
internal import TLS

/// Opens and closes the listeners of sessions on the running daemons, whose workers they share. Any thread.
final class SessionPorts: PortLeasing {
    /// A listener of which each session may get one of its own.
    struct Model: Sendable {
        let name: SocketName
        /// The numeric addresses to listen on, all with the same port; at least one.
        let hosts: [String]
        let daemon: Daemon
        /// What speaks TLS; nil for plain HTTP.
        var relay: TLSRelay?
    }

    /// The sockets of one port.
    private struct Opened: Sendable {
        let name: SocketName
        let daemon: Daemon
        /// At least one.
        let sockets: [ListeningSocket]

        var port: Int { sockets[0].address.port }
        var hosts: [String] { sockets.compactMap(\.address.host) }
    }

    private struct State: Sendable {
        var models: [Model] = []
        /// The number of ports that are leased or about to be.
        var openCount = 0
        /// Ports that were leased before.
        var used: Set<Int> = []
    }

    /// The number of attempts. In each one a listener is bound, and closed again if its port was leased before, or is taken on another of
    /// the addresses.
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

    func lease(inOrder: Bool) throws -> PortLease {
        let models = state.withLock { $0.models }
        guard !models.isEmpty else {
            throw PortLeaseError("The server cannot open ports now", repair: "It is starting or stopping.")
        }
        try reserve(models.count)
        var opened: [Opened] = []
        do {
            for model in models {
                let sockets = try freeSockets(model.hosts)
                opened.append(Opened(name: model.name, daemon: model.daemon, sockets: sockets))
                for socket in sockets {
                    if let relay = model.relay { socket.speakTLS(relay) }
                    // The number spreads sessions over the workers. All listeners of one share it, so HTTP and HTTPS are in order, too.
                    if inOrder { socket.keepOrder(byWorker: opened[0].port) }
                    guard model.daemon.open(socket) else {
                        throw PortLeaseError("The server is stopping", repair: "Start it again.")
                    }
                }
            }
        } catch {
            close(opened, reserved: models.count)
            throw error
        }
        let listeners = opened
        let isClosed = Mutex(false)
        return PortLease(
            listeners: SessionListeners(
                http: Self.ports(.http, .https, of: listeners) ?? .init(plain: 0), s3: Self.ports(.s3, .s3HTTPS, of: listeners))
        ) { [self] in
            let wasClosed = isClosed.withLock { closed in
                defer { closed = true }
                return closed
            }
            if !wasClosed { close(listeners, reserved: listeners.count) }
        }
    }

    /// - Returns: nil when neither is among the listeners.
    private static func ports(_ plain: SocketName, _ secure: SocketName, of listeners: [Opened]) -> SessionListeners.Ports? {
        let ofPlain = listeners.first { $0.name == plain }
        let ofSecure = listeners.first { $0.name == secure }
        if ofPlain == nil, ofSecure == nil { return nil }
        return .init(
            plain: ofPlain?.port ?? 0, secure: ofSecure?.port, hosts: ofPlain?.hosts ?? [], secureHosts: ofSecure?.hosts ?? [])
    }

    /// The numeric addresses of a listener, each once. An address that another one contains is left out: the system refuses both on one
    /// port.
    static func hosts(of sockets: [ListeningSocket]) -> [String] {
        let hosts = sockets.flatMap(\.hosts)
        var seen: Set<String> = []
        return hosts.filter { host in
            let wildcard = host.contains(":") ? "::" : "0.0.0.0"
            return (host == wildcard || !hosts.contains(wildcard)) && seen.insert(host).inserted
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

    /// Sockets that listen on these addresses with one port. It was not leased before or, after many attempts, is any free one.
    /// - Parameter hosts: at least one. The others are left out if the machine does not have them any more.
    func freeSockets(_ hosts: [String]) throws(PortLeaseError) -> [ListeningSocket] {
        var passedOver: [ListeningSocket] = []
        defer { for socket in passedOver { socket.close() } }
        var attempt = 0
        while true {
            attempt += 1
            let isLast = attempt == Self.attempts
            var sockets: [ListeningSocket] = []
            do throws(WireError) {
                for host in hosts { try Self.listen(on: host, beside: &sockets) }
                let port = sockets[0].address.port
                if isLast || !state.withLock({ $0.used.contains(port) }) { return sockets }
            } catch {
                // Another program may have the port of the first address on the next one.
                if isLast || sockets.isEmpty || error.systemError != EADDRINUSE { throw Self.failure(error) }
            }
            passedOver += sockets
        }
    }

    /// What to say of a port that cannot be opened.
    static func failure(_ error: WireError) -> PortLeaseError {
        let isFull = SystemCalls.isOutOfDescriptors(error.systemError)
        let repair = "Raise the limit of open files (LimitNOFILE=), or lower --max-session-ports, or use one --host."
        return PortLeaseError("\(error)", repair: isFull ? repair : "")
    }

    /// Listens on any free port, or on that of the sockets that are open already.
    private static func listen(on host: String, beside sockets: inout [ListeningSocket]) throws(WireError) {
        do throws(WireError) {
            let socket = try ListeningSocket.tcp(host: host, port: sockets.first?.address.port ?? 0)
            sockets.append(socket)
        } catch {
            guard !sockets.isEmpty, error.systemError == EAFNOSUPPORT || error.systemError == EADDRNOTAVAIL else { throw error }
        }
    }

    /// - Parameter count: the number of reserved ports.
    private func close(_ opened: [Opened], reserved count: Int) {
        for listener in opened {
            for socket in listener.sockets {
                listener.daemon.close(socket)
                // The daemon does not have it if it was stopping.
                socket.close()
            }
        }
        state.withLock { state in
            state.openCount -= count
            for listener in opened {
                if state.used.count >= Self.rememberedPorts { state.used = [] }
                state.used.insert(listener.port)
            }
        }
    }
}
