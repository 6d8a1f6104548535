internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import SystemCalls
package import TLS

/// A listening socket, of our own or inherited.
///
/// Opened before the daemon starts, so that clients can queue during the start. Serves one daemon, once.
package final class ListeningSocket: Sendable {
    /// The address that it listens on, with the actual port.
    package let address: BoundAddress
    /// Whether its address is `::` and IPv4 clients reach it as well. Of a service manager's sockets those with a port alone are such; our own
    /// have the clients of one family.
    package let servesBothFamilies: Bool
    let descriptor: Int32
    private let ownership: Ownership
    private let isClosed = Mutex(false)
    private let relay = Mutex<TLSRelay?>(nil)
    private let onlyWorker = Mutex<Int?>(nil)

    /// Speaks TLS with the clients of this socket. Call it before a daemon opens the socket.
    /// - Parameter relay: may serve several sockets. It must not stop before the daemon has.
    package func speakTLS(_ relay: TLSRelay) { self.relay.withLock { $0 = relay } }

    /// What speaks TLS with its clients; nil for a plain socket.
    var tls: TLSRelay? { relay.withLock { $0 } }

    /// Has one worker serve all connections of this socket, so that the responder gets their requests in the order in which they come. Call
    /// it before a daemon opens the socket.
    /// - Parameter number: which worker; sockets with the same number share theirs. Not negative.
    package func keepOrder(byWorker number: Int) { onlyWorker.withLock { $0 = number } }

    /// The number of the worker that serves all connections; nil if every worker serves some.
    var worker: Int? { onlyWorker.withLock { $0 } }

    private enum Ownership {
        case own
        /// Our own, with the socket file that it made.
        case ownFile(SocketFile)
        /// Inherited; returned with these status flags.
        case inherited(flags: Int32)
    }

    private init(descriptor: Int32, address: BoundAddress, ownership: Ownership, servesBothFamilies: Bool = false) {
        self.descriptor = descriptor
        self.address = address
        self.servesBothFamilies = servesBothFamilies
        self.ownership = ownership
    }

    deinit { close() }

    /// Listens on TCP.
    /// - Parameters:
    ///   - host: a numeric address, or `localhost` (127.0.0.1). Names are not looked up.
    ///   - port: 0 for any free one; `address` then has it.
    /// - Throws: `WireError` when the address is not numeric or cannot be listened on.
    package static func tcp(host: String, port: Int, backlog: Int32 = 4096) throws(WireError) -> ListeningSocket {
        let doing = "Listening — \"\(BoundAddress.tcp(host: host, port: port))\""
        guard let wanted = SocketAddress(host: host, port: port) else {
            throw WireError("\(doing): no numeric address, or no port. Give an address like 127.0.0.1 or ::1, and a port from 0 to 65535.")
        }
        let descriptor = socket(
            wanted.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            let code = errno
            let family = wanted.family == AF_INET6 ? "AF_INET6" : "AF_INET"
            let repair = "The system has no sockets of \(family), or the server's unit forbids them: add it to RestrictAddressFamilies=."
            throw .system(doing, code, repair: code == EAFNOSUPPORT ? repair : "")
        }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
        // Otherwise `::` would also use the port of `0.0.0.0` on some machines.
        if wanted.family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        let asked = BoundAddress.tcp(host: host, port: port)
        return try bind(descriptor, wanted, backlog, doing, asked) { .own }
    }

    /// Listens on a Unix socket. A socket file without a listener is replaced; any other file stays. `close` removes its own file only.
    /// - Parameter isPrivate: whether only processes of the same user may connect.
    /// - Throws: `WireError` when the path is too long, in use or not writable, or names a file that is no socket.
    package static func unix(path: String, isPrivate: Bool = false, backlog: Int32 = 4096) throws(WireError) -> ListeningSocket {
        let doing = "Listening — \"\(path)\""
        guard let wanted = SocketAddress(path: path) else {
            throw WireError("\(doing): a Unix socket's path has 1 to 107 bytes. Give a shorter one.")
        }
        if let status = SystemCalls.status(of: path), status.st_mode & S_IFMT != S_IFSOCK {
            throw WireError("\(doing): there is a file of this name, and it is no socket. Give another path, or remove the file.")
        }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, kind, 0)
        guard probe >= 0 else { throw .system(doing) }
        let result = unsafe wanted.withPointer { unsafe connect(probe, $0, $1) }
        if result != 0, errno == ECONNREFUSED { unsafe _ = unlink(path) }
        Glibc.close(probe)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .system(doing) }
        // On Linux the socket file gets the mode of the socket, so that nobody connects before it is private.
        if isPrivate { fchmod(descriptor, 0o600) }
        return try bind(descriptor, wanted, backlog, doing, .unix(path: path)) { .ownFile(SocketFile(boundAt: path)) }
    }

    /// A listening socket that another process opened (systemd, a parent process). It is never closed or shut down, and keeps working in
    /// the other process after a stop.
    /// - Throws: `WireError` when the descriptor is not a listening TCP or Unix socket.
    package static func inherited(descriptor: Int32) throws(WireError) -> ListeningSocket {
        let isListening = option(descriptor, SOL_SOCKET, SO_ACCEPTCONN)
        let isStream = option(descriptor, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
        let flaw =
            isListening == nil
            ? "it is no open socket"
            : !isStream ? "it is no stream socket" : isListening == 0 ? "it does not listen" : "it is neither TCP nor Unix"
        guard let isListening, isListening != 0, isStream, let address = address(of: descriptor) else {
            throw WireError(
                "Taking the inherited socket — descriptor \(descriptor): \(flaw)."
                    + " Hand over a listening stream socket (ListenStream= in the socket's unit).")
        }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        let hasIPv4 = address.isOfAllInterfaces && option(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) == 0
        return ListeningSocket(descriptor: descriptor, address: address, ownership: .inherited(flags: flags), servesBothFamilies: hasIPv4)
    }

    /// The value of an option; nil when the descriptor is no socket with it.
    private static func option(_ descriptor: Int32, _ level: Int32, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, level, option, &value, &length) == 0 ? value : nil
    }

    /// The address that a descriptor is bound to; nil when it is not a TCP or Unix socket. Changes nothing.
    package static func address(of descriptor: Int32) -> BoundAddress? {
        (unsafe SocketAddress { unsafe getsockname(descriptor, $0, $1) }).bound
    }

    /// Whether `close` closes it, because it is not inherited.
    var isOwn: Bool { if case .inherited = ownership { false } else { true } }

    /// Whether a TCP client whose handshake is complete waits to be accepted, or does within this time, in milliseconds.
    func hasClients(within milliseconds: Int32) -> Bool {
        guard case .tcp = address else { return false }
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&state, 1, milliseconds) > 0 && state.revents != 0
    }

    /// Whether it no longer listens: a process that has it, too, has shut it down.
    var isShutDown: Bool { SystemCalls.isShutDown(descriptor) }

    /// Lets the kernel drop requests for further TCP connections (SYN). Their clients try again after a second. Handshakes that have begun
    /// end; then `RawSocket.takeAllPackets` opens the connection, which has the socket's option.
    ///
    /// It needs no privilege: a packet must have 255 hops left (IP_MINTTL, RFC 5082), and packets begin with 64 or 128.
    func putOffClients() { wire_set_least_hops(descriptor, 255) }

    /// Stops listening. An inherited socket is left as it was. A second call does nothing.
    package func close() {
        let wasClosed = isClosed.withLock { closed in
            defer { closed = true }
            return closed
        }
        guard !wasClosed else { return }
        switch ownership {
        case .inherited(let flags): _ = fcntl(descriptor, F_SETFL, flags)
        case .own: Glibc.close(descriptor)
        case .ownFile(let file):
            file.remove()
            Glibc.close(descriptor)
        }
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// - Parameters:
    ///   - asked: the address in the words of the caller.
    ///   - ownership: called when the socket is bound.
    private static func bind(
        _ descriptor: Int32, _ wanted: SocketAddress, _ backlog: Int32, _ doing: String, _ asked: BoundAddress, ownership: () -> Ownership
    ) throws(WireError) -> ListeningSocket {
        guard unsafe wanted.withPointer({ unsafe Glibc.bind(descriptor, $0, $1) }) == 0, listen(descriptor, backlog) == 0 else {
            let repair =
                switch errno {
                case EADDRINUSE: "Another socket listens there."
                case EADDRNOTAVAIL: "This machine has no such address."
                case EACCES:
                    if case .unix = asked { "Choose a folder that you may write to." } else { "Choose a port above 1023." }
                default: ""
                }
            let error = WireError.system(doing, repair: repair)
            Glibc.close(descriptor)
            throw error
        }
        return ListeningSocket(descriptor: descriptor, address: address(of: descriptor) ?? asked, ownership: ownership())
    }
}
