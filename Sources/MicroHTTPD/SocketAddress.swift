internal import CMicroHTTPD
internal import Glibc
internal import SystemCalls

/// The address of a listening socket.
package enum BoundAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host is a numeric literal without brackets: `127.0.0.1`, `::1`.
    case tcp(host: String, port: Int)
    case unix(path: String)

    /// `127.0.0.1:8080`, `[::1]:8080`, `unix:/run/x.sock`.
    package var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// Whether it is `::`.
    var isOfAllInterfaces: Bool { if case .tcp("::", _) = self { true } else { false } }

    /// `Arrival.localPort` of the connections that are accepted there; 0 for a Unix socket.
    var localPort: Int {
        if case .tcp(_, let port) = self { port } else { 0 }
    }
}

/// A `sockaddr` of any family.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// The address that a call like `getsockname` or `accept4` fills in.
    init(filledBy body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe withUnsafeMutablePointer(to: &length) { unsafe body(address, $0) }
            }
        }
        if result < 0 { length = 0 }
    }

    /// Whether no process on this machine holds the socket with this address any more that was connected to another one. False when unknown.
    func isAbandoned(by other: SocketAddress) -> Bool { wire_is_abandoned_end(other.storage, storage) == 1 }

    /// A numeric IPv4 or IPv6 address, or `localhost`. Nil for anything else; names are not looked up.
    init?(host: String, port: Int) {
        guard let port = in_port_t(exactly: port)?.bigEndian else { return nil }
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        let literal = host == "localhost" ? "127.0.0.1" : host
        if unsafe inet_pton(AF_INET, literal, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port
            self.init(v4)
        } else if unsafe inet_pton(AF_INET6, literal, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port
            self.init(v6)
        } else {
            return nil
        }
    }

    /// A Unix socket. Nil when the path is empty or longer than 107 bytes.
    init?(path: String) {
        guard let address = UnixAddress(path) else { return nil }
        length = unsafe address.withSocketAddress { pointer, length in
            unsafe withUnsafeMutableBytes(of: &storage) {
                unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(length)))
            }
            return length
        }
    }

    private init<Address>(_ address: Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            unsafe withUnsafeBytes(of: address) { unsafe storage.copyMemory(from: $0) }
        }
    }

    var family: Int32 { length == 0 ? AF_UNSPEC : Int32(storage.ss_family) }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Nil for an unknown family.
    var bound: BoundAddress? {
        switch family {
        case AF_INET, AF_INET6: .tcp(host: host, port: port)
        case AF_UNIX: .unix(path: path)
        default: nil
        }
    }

    private func read<Address>(as type: Address.Type) -> Address {
        unsafe withUnsafeBytes(of: storage) { unsafe $0.loadUnaligned(as: type) }
    }

    /// The numeric literal. An IPv4 address on an IPv6 socket is shown as IPv4. Empty for a Unix socket.
    var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch family {
        case AF_INET:
            var address = read(as: sockaddr_in.self).sin_addr
            unsafe inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case AF_INET6:
            var address = read(as: sockaddr_in6.self).sin6_addr
            unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        default: return ""
        }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
    }

    /// 0 for a Unix socket.
    var port: Int {
        switch family {
        case AF_INET: Int(in_port_t(bigEndian: read(as: sockaddr_in.self).sin_port))
        case AF_INET6: Int(in_port_t(bigEndian: read(as: sockaddr_in6.self).sin6_port))
        default: 0
        }
    }

    private var path: String {
        var address = read(as: sockaddr_un.self)
        let used = Int(length) - MemoryLayout<sa_family_t>.size
        guard used > 0 else { return "" }
        let name = unsafe withUnsafeBytes(of: &address.sun_path) { unsafe Array($0.prefix(used)) }
        // A name without a file (unix(7)), as `ss` and systemd write it.
        if name.first == 0 { return name.count > 1 ? "@" + String(decoding: name.dropFirst(), as: UTF8.self) : "" }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
}
