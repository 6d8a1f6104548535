internal import CMicroHTTPD
internal import Glibc

/// What is done to a connection's descriptor behind the library's back. The descriptor must be open for the length of the call.
struct RawSocket {
    let descriptor: Int32

    /// The peer sees RST. On a Unix socket, which has none, the end.
    func reset() {
        if wire_reset(descriptor) != 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// The peer sees the end, after what was sent before.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// We see the end, after what has come in before; sending still works.
    func stopReading() { shutdown(descriptor, Int32(SHUT_RD)) }

    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Lets no short packet wait for the acknowledgement of another (RFC 896). A Unix socket does not anyway.
    func sendAtOnce() {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
    }

    /// Has the kernel hold so many incoming bytes at most, about: a sender that is ahead by more must wait. Linux doubles the number for
    /// its own overhead, and takes none below a few kilobytes.
    func limitReceiveBuffer(_ bytes: Int) {
        set(SOL_SOCKET, SO_RCVBUF, to: Int32(clamping: bytes))
    }

    private func set(_ level: Int32, _ option: Int32, to value: Int32) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Writes what the socket's buffer takes.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Whether the peer has sent something that nobody has read.
    var hasUnreadBytes: Bool { peek() > 0 }

    /// Whether the peer has not closed its side, as far as is known.
    var isOpen: Bool { peek() != 0 && errno != ECONNRESET }

    /// What is known of the other end, without a byte sent.
    var peer: Peer {
        switch wire_peer(descriptor) {
        case WIRE_PEER_GONE: .gone
        case WIRE_PEER_ENDED: .ended
        default: .open
        }
    }

    enum Peer {
        /// It may send more.
        case open
        /// It has ended its side. Perhaps it still reads: a client of another machine may have closed the connection as well.
        case ended
        /// It reads nothing more.
        case gone
    }

    /// Has the kernel find out, within about a minute and a half, that a peer that ended its side is gone: it then resets the connection.
    func probePeer() { wire_probe_peer(descriptor) }

    private func peek() -> Int {
        var byte: UInt8 = 0
        errno = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    }
}
