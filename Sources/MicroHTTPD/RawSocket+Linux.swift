internal import CMicroHTTPD
internal import SystemCalls

/// What the kernel counts for a connection. Another system, or a Unix socket, may return unknown.
extension RawSocket {
    /// Whether written bytes have not been sent yet (SIOCOUTQNSD). False when unknown.
    var hasUnsentBytes: Bool { wire_unsent_bytes(descriptor) > 0 }

    /// Whether the peer has not acknowledged everything that was written (SIOCOUTQ). False when unknown.
    var hasUnacknowledgedBytes: Bool { SystemCalls.unacknowledgedBytes(descriptor) ?? 0 > 0 }

    /// All bytes that the connection has received (TCP_INFO); nil when unknown.
    var receivedBytes: Int? {
        var state = wire_tcp_state()
        return unsafe wire_tcp_state(descriptor, &state) == 0 ? Int(clamping: state.bytes_received) : nil
    }
}
