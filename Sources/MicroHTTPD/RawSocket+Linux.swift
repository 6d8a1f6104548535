internal import CMicroHTTPD
internal import SystemCalls

/// What the kernel counts for a connection. Another system, or a Unix socket, may return unknown.
extension RawSocket {
    /// Whether written bytes have not been sent yet. False when unknown, and behind a reset.
    var hasUnsentBytes: Bool { SystemCalls.hasUnsentBytes(descriptor) }

    /// Whether the peer has not acknowledged everything that was written. False when unknown, and behind a reset.
    var hasUnacknowledgedBytes: Bool { SystemCalls.hasUnacknowledgedBytes(descriptor) }

    /// All bytes that the connection has received (TCP_INFO); nil when unknown.
    var receivedBytes: Int? { tcpState.map { Int(clamping: $0.bytes_received) } }

    /// Whether data came once, and none has for that long (TCP_INFO). False when unknown.
    func isSilent(for patience: Duration) -> Bool {
        guard let state = tcpState, state.bytes_received > 0 else { return false }
        return .milliseconds(state.silent_milliseconds) >= patience
    }

    /// Whether data was sent within that time (TCP_INFO). False when unknown.
    func hasSent(within time: Duration) -> Bool { tcpState.map { .milliseconds($0.unsent_milliseconds) < time } ?? false }

    private var tcpState: wire_tcp_state? {
        var state = wire_tcp_state()
        return unsafe wire_tcp_state(descriptor, &state) == 0 ? state : nil
    }
}
