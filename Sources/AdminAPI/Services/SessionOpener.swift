package import MockEngine
package import StubModel

/// Opens sessions, with listeners of their own if they ask for them.
package struct SessionOpener: Sendable {
    private let engine: MockEngine
    private let ports: (any PortLeasing)?

    /// - Parameter ports: nil when this server cannot open listeners for sessions.
    package init(engine: MockEngine, ports: (any PortLeasing)?) {
        self.engine = engine
        self.ports = ports
    }

    /// Opens a session. Its listeners close when it ends.
    /// - Parameters:
    ///   - stubs: its first stubs, compiled; the last is the newest.
    ///   - order: the order of its responses; nil to respond to each request at once.
    /// - Throws: `PortLeaseError`, `SessionError`.
    package func open(
        _ definition: SessionDefinition, stubs: [CompiledStub], order: OrderDefinition?
    ) throws -> (session: Session, lease: PortLease?) {
        let lease = definition.wantsPorts ? try lease(inOrder: order != nil) : nil
        do {
            let session = try engine.openSession(definition, stubs: stubs, listeners: lease?.listeners, order: order)
            if let lease { session.whenEnded(lease.close) }
            return (session, lease)
        } catch {
            lease?.close()
            throw error
        }
    }

    private func lease(inOrder: Bool) throws -> PortLease {
        guard let ports else {
            throw AdminError(status: 501, title: "This server has no ports for sessions", detail: "Leave \"ports\" out.")
        }
        return try ports.lease(inOrder: inOrder)
    }
}
