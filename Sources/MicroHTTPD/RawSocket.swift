internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc
internal import SystemCalls

/// Operations on a connection's descriptor that bypass the library. The descriptor must stay open during the call.
struct RawSocket {
    let descriptor: Int32

    /// Resets the connection: the peer sees RST. On a Unix socket, which has no RST, it sees the end.
    func reset() {
        if !SystemCalls.reset(descriptor) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Half-closes: the peer sees the end after what was sent before.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends reading after what was received before; sending still works.
    func stopReading() { shutdown(descriptor, Int32(SHUT_RD)) }

    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The same socket with a descriptor that the library gives to a certain worker. The old descriptor is closed if it is another one.
    /// - Returns: nil when the system has no such descriptor left, or nearly none; the old one is open then.
    func moved(toWorker worker: Int, of workers: Int) -> Int32? {
        let numbers = WorkerNumbers(worker, of: workers)
        if numbers.contains(descriptor) { return descriptor }
        let found = numbers.search(from: descriptor) { wanted in
            let found = fcntl(descriptor, F_DUPFD_CLOEXEC, wanted)
            if found >= 0, !numbers.contains(found) { close(found) }
            return found
        }
        if found != nil { close(descriptor) }
        return found
    }

    /// Sends small packets without waiting for an acknowledgement (TCP_NODELAY, RFC 896). No effect on a Unix socket.
    func sendAtOnce() {
        var isOn: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Takes packets with any number of hops left, also if the listening socket does not (`ListeningSocket.putOffClients`).
    func takeAllPackets() { wire_set_least_hops(descriptor, 0) }

    /// Writes as much as fits into the socket's buffer.
    /// - Returns: how many bytes were not written.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            sent += count
        }
        return bytes.count - sent
    }

    /// Whether there are unread bytes.
    var hasUnreadBytes: Bool { peek() > 0 }

    /// Whether more bytes of a chunked body, or of its end, are still to be received. Without the hook for received bytes it is known only
    /// of those that are there. The thread that reads.
    var awaitsChunks: Bool { LibraryHooks.received ? wire_awaits_chunks(descriptor) : hasUnreadBytes }

    /// Whether the peer has not closed its side, as far as is known.
    var isOpen: Bool { peek() != 0 && errno != ECONNRESET }

    /// The state of the peer, found without sending.
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
        /// It has half-closed. It may still read; a client on another machine may also have closed the connection.
        case ended
        /// It reads nothing more.
        case gone
    }

    /// Enables keep-alive probes: within about a minute and a half the kernel notices that a half-closed peer is gone, and resets the
    /// connection.
    func probePeer() { wire_probe_peer(descriptor) }

    private func peek() -> Int {
        var byte: [1 of UInt8] = [0]
        var span = byte.mutableSpan
        return peek(into: &span)
    }

    /// Looks at what there is to read, as far as there is room.
    /// - Returns: the number of bytes; 0 at the end; negative with `errno` if nothing is there.
    func peek(into span: inout MutableSpan<UInt8>) -> Int {
        errno = 0
        return unsafe span.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_PEEK | MSG_DONTWAIT)) }
    }
}
