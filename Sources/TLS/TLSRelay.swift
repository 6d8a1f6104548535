/// Speaks TLS with clients, and passes what they say in plain text to a socket of its own for each, which a server takes as the connection.
/// So everything that a server does with a plain connection works with TLS as well (decision 0172).
///
/// One thread. Any thread may call it. Without references it stops.
package final class TLSRelay: Sendable {
    private let core: TLSRelayCore

    /// - Parameters:
    ///   - many: after how many ended connections `manyEnded` is called.
    ///   - manyEnded: called on the relay's thread when so many connections have ended. Each took about 40 kB, which may be given back to
    ///     the system then (decision 0176).
    /// - Throws: when the system has no descriptor or thread left.
    package init(_ credentials: TLSCredentials, many: Int = 256, manyEnded: @escaping @Sendable () -> Void = {}) throws(TLSError) {
        core = try TLSRelayCore(credentials, many: many, manyEnded: manyEnded)
        try core.start()
    }

    deinit { stop() }

    /// Uses other credentials for connections that begin from now on.
    package func use(_ new: TLSCredentials) { core.use(new) }

    /// Serves a client.
    /// - Parameters:
    ///   - socket: a connected, non-blocking TCP socket, which the relay owns from now on.
    ///   - crowd: how many handshakes of clients that come with such a number may go on at a time; beyond that, the oldest is cut off. Nil
    ///     for a client that does not count among them.
    ///   - ready: called once, after the handshake, with the plain end, which the callee owns, and the TLS side. Returns whether it is
    ///     taken.
    ///   - plainRequest: makes the response to a request without TLS, from what has come of it; `failed` is called then, too.
    ///   - failed: called instead when the handshake fails or takes too long. All are called on the relay's thread, and must not block. If
    ///     the relay has stopped, this is called at once, on the caller's thread.
    package func serve(
        _ socket: Int32, crowd: Int? = nil, ready: @escaping @Sendable (Int32, TLSLink) -> Bool,
        plainRequest: @escaping @Sendable ([UInt8]) -> [UInt8], failed: @escaping @Sendable (HandshakeFailure) -> Void
    ) {
        core.serve(.init(socket: socket, crowd: crowd, ready: ready, plainRequest: plainRequest, failed: failed))
    }

    /// Lets the handshakes that have begun end by then.
    package func endHandshakes(within time: Duration) { core.endHandshakes(within: time) }

    /// Whether the thread has not come to what an earlier call has asked of it, at least that long ago. The first call returns false.
    package func isStuck(after patience: Duration) -> Bool { core.isStuck(after: patience) }

    /// Forwards buffered bytes for at most `time`; then closes all connections, and ends the thread. A second call does nothing.
    package func stop(within time: Duration = .zero) { core.stop(within: time) }
}
