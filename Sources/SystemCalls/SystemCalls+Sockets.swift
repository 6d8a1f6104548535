internal import CSystemCalls
internal import Glibc

/// What the kernel knows of a connection, and does with it.
extension SystemCalls {
    /// Whether bytes that were written to a socket have not been acknowledged, of a Unix socket not read. False when unknown, and when the
    /// connection was reset.
    package static func hasUnacknowledgedBytes(_ descriptor: Int32) -> Bool { system_unacknowledged_bytes(descriptor) > 0 }

    /// Whether bytes that were written to a socket have not been sent. False when unknown, as of a Unix socket, and when the connection was
    /// reset.
    package static func hasUnsentBytes(_ descriptor: Int32) -> Bool { system_unsent_bytes(descriptor) > 0 }

    /// Resets a TCP connection: the peer sees RST.
    /// - Returns: false for a socket that has no RST; then nothing has happened.
    package static func reset(_ descriptor: Int32) -> Bool { system_reset(descriptor) == 0 }

    /// The next client of a listening socket; -1 when there is none, if the socket does not block.
    package static func accept(from listener: Int32) -> Int32 { system_accept(listener) }

    /// Reads and drops what a peer has sent so far. Does not wait.
    package static func dropReceivedBytes(of descriptor: Int32) { system_drop_received_bytes(descriptor) }

    /// Limits the received bytes that the kernel buffers, approximately: a faster sender must wait. Linux doubles the number for its own
    /// overhead, and uses at least a few kilobytes. No effect on a Unix socket.
    package static func limitReceiveBuffer(_ descriptor: Int32, to bytes: Int) { set(descriptor, SO_RCVBUF, bytes) }

    /// Limits the written bytes that the kernel buffers; on a Unix socket, these are those that the peer has not read.
    package static func limitSendBuffer(_ descriptor: Int32, to bytes: Int) { set(descriptor, SO_SNDBUF, bytes) }

    private static func set(_ descriptor: Int32, _ option: Int32, _ value: Int) {
        var value = Int32(clamping: value)
        unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
