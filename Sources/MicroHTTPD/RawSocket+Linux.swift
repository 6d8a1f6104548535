internal import CMicroHTTPD

/// What the kernel counts on a connection. On another system, or a Unix socket, that nobody knows is a legal value.
extension RawSocket {
    /// Whether written bytes have not left yet (SIOCOUTQNSD). False where the system cannot tell.
    var hasUnsentBytes: Bool { wire_unsent_bytes(descriptor) > 0 }

    /// Whether the peer has not acknowledged all that was written (SIOCOUTQ). False where the system cannot tell.
    var hasUnacknowledgedBytes: Bool { wire_unacknowledged_bytes(descriptor) > 0 }

    /// All bytes that have come in on the connection (TCP_INFO); nil where the system cannot tell.
    var receivedBytes: Int? {
        var state = wire_tcp_state()
        return unsafe wire_tcp_state(descriptor, &state) == 0 ? Int(clamping: state.bytes_received) : nil
    }
}
