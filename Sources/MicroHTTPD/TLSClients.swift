internal import TLS

/// A connection whose plain socket is the end of a relay that speaks TLS with the client (decision 0172).
struct TLSClient: Sendable {
    let link: TLSLink
    /// The addresses of the client's connection.
    let peer: SocketAddress
    let local: SocketAddress

    /// Whether no process holds the client's socket any more. False when unknown, as for one on another machine.
    var hasClosed: Bool { peer.isAbandoned(by: local) }
}

/// The clients of a daemon that speak TLS, between their handshake and the start of their connection.
struct TLSClients: Sendable {
    /// By the descriptor of the plain socket.
    var waiting: [Int32: TLSClient] = [:]
    /// Whether the library takes further connections.
    var isOpen = true

    /// Notes the client while its connection is added.
    /// - Parameter add: adds the connection, or closes the plain socket; returns whether it is added.
    mutating func add(_ client: TLSClient, at plain: Int32, _ add: () -> Bool) -> Bool {
        waiting[plain] = client
        let isAdded = add()
        // The next connection with this descriptor may be another client's.
        if !isAdded { waiting[plain] = nil }
        return isAdded
    }
}
