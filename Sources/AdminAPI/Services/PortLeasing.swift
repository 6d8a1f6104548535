package import MockEngine

/// Opens and closes the listeners of sessions while the server runs. Any thread.
package protocol PortLeasing: Sendable {
    /// Opens listeners on free ports: one for HTTP, one for S3 if the server has S3, and for each of them one that speaks TLS if the
    /// server's own does. Each is on all addresses of the server's listener. They listen when this returns. A port that was leased before
    /// is not used again as long as there are others.
    /// - Parameter inOrder: whether the requests to a listener are handled in the order in which they come, also those on different
    ///   connections.
    /// - Throws: `PortLeaseError`.
    func lease(inOrder: Bool) throws -> PortLease
}

/// The listeners of one session.
package struct PortLease: Sendable {
    /// Their ports, and the addresses of these.
    package var listeners: SessionListeners
    /// Closes the listeners. A second call does nothing.
    package var close: @Sendable () -> Void

    package init(listeners: SessionListeners, close: @escaping @Sendable () -> Void) {
        self.listeners = listeners
        self.close = close
    }
}

/// Why no listener could be opened.
package struct PortLeaseError: Error, Sendable {
    /// What is wrong, without a period.
    package var title: String
    /// What to do, in whole sentences.
    package var repair: String

    package init(_ title: String, repair: String) {
        self.title = title
        self.repair = repair
    }
}
