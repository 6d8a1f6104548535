internal import Glibc
internal import Synchronization

/// Clients that were accepted although the limit of connections is reached, so that a request which is urgent (`DaemonOptions.isUrgent`) is
/// found among them. It goes to the library at once; the others wait for a connection to close, as they would in the backlog.
///
/// What they have sent is only looked at, and left for the library. An urgent request counts when its head is complete, and its connection
/// ends after it. Clients with another complete head wait in turn; when there are too many, the next one gets a 503. Of those that have not
/// sent a complete head, the last to come wait: silent clients keep nobody out.
///
/// The reactor's thread, except where it says any thread.
final class WaitingRoom: Sendable {
    /// Owns the room, and closes it before it ends.
    private unowned let core: DaemonCore
    private let isUrgent: @Sendable (ArraySlice<UInt8>) -> Bool
    private let limits: DaemonOptions.WaitingLimits
    /// How long a head may be.
    private let headBytes: Int
    private let state = Mutex(State())
    private let count = Atomic<Int>(0)
    private let isCalled = Atomic<Bool>(false)
    private let refusals = Atomic<Int>(0)
    private let arriving = Atomic<Int>(0)

    private struct State {
        /// Those with a complete head, in the order in which it was complete.
        var ready: [WaitingClient] = []
        /// Those without, in the order in which they came.
        var silent: [WaitingClient] = []
        /// What a client has sent, while the room looks at it. Empty until the first client comes.
        var buffer: [UInt8] = []
        /// Whether a look is scheduled.
        var isTicking = false
        var isClosed = false
        var saidFull = false
    }

    init(_ core: DaemonCore, _ limits: DaemonOptions.WaitingLimits, isUrgent: @escaping @Sendable (ArraySlice<UInt8>) -> Bool) {
        self.core = core
        headBytes = core.options.connectionMemory
        self.limits = limits
        self.isUrgent = isUrgent
    }

    /// Whether nobody waits. Any thread.
    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// How many clients have got a 503 since the start. Any thread.
    var refusedClients: Int { refusals.load(ordering: .relaxed) }

    /// Whether so many clients that speak TLS are on their way that no more of them may be accepted: the relay cuts the oldest handshakes
    /// off, but only when it comes to the new ones. Any thread.
    var isCrowded: Bool { arrivingClients >= 2 * limits.silent }

    /// Clients whose handshake is to come, or goes on. Any thread.
    var arrivingClients: Int { arriving.load(ordering: .relaxed) }

    /// A client was accepted, and may enter after its TLS handshake.
    func clientArrives() { arriving.add(1, ordering: .relaxed) }

    /// It has entered, or its handshake has failed. Any thread.
    func clientArrived() { arriving.subtract(1, ordering: .relaxed) }

    /// Takes a client that was just accepted, or whose TLS handshake is over.
    func enter(_ descriptor: Int32, from address: SocketAddress, _ tls: TLSClient? = nil) {
        let client = WaitingClient(descriptor, address, tls, in: self)
        state.withLock { state in
            guard !state.isClosed else { return client.leave(resets: false) }
            state.silent.append(client)
            client.watch = core.reactor.watch(client)
            look(client, &state)
            if state.silent.count > limits.silent { dismiss(state.silent.removeFirst(), resets: true) }
            letIn(&state)
            note(state)
            // A connection may have closed before it could see that somebody waits.
            if !state.isTicking, !isEmpty { tickLater(&state) }
        }
    }

    /// Looks once a second while somebody waits.
    private func tickLater(_ state: inout State) {
        state.isTicking = true
        _ = core.reactor.schedule(after: .seconds(1)) { [self] in tick() }
    }

    private func tick() {
        letIn()
        state.withLock { state in
            state.isTicking = false
            if !isEmpty { tickLater(&state) }
        }
    }

    /// A client has sent something, or has left.
    func look(_ client: WaitingClient) {
        state.withLock { state in
            look(client, &state)
            note(state)
        }
    }

    private func look(_ client: WaitingClient, _ state: inout State) {
        guard let place = state.silent.firstIndex(where: { $0 === client }) else { return }
        if state.buffer.isEmpty { state.buffer = [UInt8](repeating: 0, count: headBytes) }
        guard let sight = client.look(&state.buffer) else { return }
        state.silent.remove(at: place)
        switch sight {
        case .gone: dismiss(client)
        case .target(let target) where isUrgent(target) && core.reserveConnection(descriptors: client.descriptors, beyond: limits.urgent):
            pass(client)
        case .target where state.ready.count < limits.ready: state.ready.append(client)
        case .target: refuse(client, &state)
        }
    }

    /// A connection has closed. Any thread.
    func connectionClosed() {
        guard !isEmpty, !isCalled.exchange(true, ordering: .sequentiallyConsistent) else { return }
        _ = core.reactor.schedule(after: .zero) { [self] in letIn() }
    }

    /// Passes on as many clients as there is room for.
    func letIn() {
        isCalled.store(false, ordering: .sequentiallyConsistent)
        state.withLock { state in
            letIn(&state)
            note(state)
        }
    }

    private func letIn(_ state: inout State) {
        while let next = state.ready.first ?? state.silent.first, core.reserveConnection(descriptors: next.descriptors) {
            pass(state.ready.isEmpty ? state.silent.removeFirst() : state.ready.removeFirst())
        }
    }

    /// Passes on as many clients as there is room for, and closes the connections of the others. Nobody is let in afterwards. Any thread.
    func close() {
        state.withLock { state in
            letIn(&state)
            state.isClosed = true
            for client in state.ready + state.silent { dismiss(client) }
            state.ready = []
            state.silent = []
            note(state)
        }
    }

    private func note(_ state: borrowing State) { count.store(state.ready.count + state.silent.count, ordering: .relaxed) }

    /// Gives the client, for whom a connection is reserved, to the library.
    private func pass(_ client: WaitingClient) {
        core.reactor.unwatch(client.watch)
        let isAdded =
            client.tls.map { core.add(client.descriptor, $0) } ?? core.add(client.descriptor, from: client.address)
        if !isAdded { core.releaseConnection(descriptors: client.descriptors) }
    }

    private func dismiss(_ client: WaitingClient, resets: Bool = false) {
        core.reactor.unwatch(client.watch)
        client.leave(resets: resets)
    }

    private func refuse(_ client: WaitingClient, _ state: inout State) {
        refusals.add(1, ordering: .relaxed)
        if !state.saidFull {
            state.saidFull = true
            core.options.log(.warning, "Too many clients wait for a connection: \(limits.ready). Further ones get a 503.")
        }
        let socket = RawSocket(descriptor: client.descriptor)
        socket.send(Self.refusal)
        core.reactor.linger(socket)
        dismiss(client)
    }

    private static let refusal: [UInt8] = {
        let sentence = "The limit of connections is reached, and too many clients wait (--max-connections).\n"
        let head =
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: \(sentence.utf8.count)\r\n"
            + "Retry-After: 1\r\nConnection: close\r\n\r\n"
        return Array((head + sentence).utf8)
    }()
}
