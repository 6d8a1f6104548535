internal import Glibc
internal import HTTPMessage
internal import MicroHTTPD

extension Configuration {
    /// The sockets of one listener: those that the service manager passed under its name, or new ones.
    /// - Throws: `StartFailure` with 69 when a port is taken or an address is not available, 64 when an address is not valid.
    func openSockets(_ name: SocketName, port: Int, inherited: InheritedSockets) throws(StartFailure) -> [ListeningSocket] {
        do throws(WireError) {
            let handed = inherited.sockets.filter { $0.name == name.rawValue }
            if !handed.isEmpty {
                var sockets: [ListeningSocket] = []
                for socket in handed { sockets.append(try ListeningSocket.inherited(descriptor: socket.descriptor)) }
                return sockets
            }
            let (addresses, othersAreOptional) = addresses(port: port, name: name.rawValue)
            var sockets: [ListeningSocket] = []
            var port = port
            for address in addresses {
                do throws(WireError) {
                    let socket = try open(address, port: port)
                    // With port 0, all addresses of a listener get the port of the first one.
                    if case .tcp(_, let bound) = socket.address { port = bound }
                    sockets.append(socket)
                } catch {
                    if sockets.isEmpty || !othersAreOptional { throw error }
                }
            }
            return sockets
        } catch {
            let repair = error.systemError == EADDRINUSE ? " " + waysAroundTakenPort(port, name) : ""
            throw StartFailure(["\(error)\(repair)"], exit: error.systemError == 0 ? .usage : .unavailable)
        }
    }

    /// The sockets of the listener that has only the admin API: those of the service manager, or that of `--admin-socket`; none by default.
    /// - Throws: `StartFailure` with 69 when the socket cannot be made.
    func openAdminSockets(inherited: InheritedSockets) throws(StartFailure) -> [ListeningSocket] {
        do throws(WireError) {
            var sockets: [ListeningSocket] = []
            for socket in inherited.sockets where socket.name == SocketName.admin.rawValue {
                sockets.append(try ListeningSocket.inherited(descriptor: socket.descriptor))
            }
            if sockets.isEmpty, let adminSocket { sockets.append(try ListeningSocket.unix(path: adminSocket, isPrivate: true)) }
            return sockets
        } catch {
            throw StartFailure(["\(error) Choose another path with --admin-socket."], exit: .unavailable)
        }
    }

    private func waysAroundTakenPort(_ port: Int, _ name: SocketName) -> String {
        if name == .s3, port == self.port {
            return "This server's HTTP listener has the port. Choose another one with --port N or --s3-port N."
        }
        let owner = PortOwner.find(port: port).map { "The port is taken by \($0.description). " } ?? ""
        return owner + "End its program, or choose another port: \(name.portFlag) N, or \(name.portFlag) 0 for any free one."
    }

    private func open(_ address: ListenAddress, port: Int) throws(WireError) -> ListeningSocket {
        switch address {
        case .internet(let host, _): try ListeningSocket.tcp(host: host, port: port)
        case .unix(let path): try ListeningSocket.unix(path: path)
        }
    }
}

extension BoundAddress {
    /// 0 for a Unix socket.
    var port: Int { if case .tcp(_, let port) = self { port } else { 0 } }

    /// The numeric address; nil for a Unix socket.
    var host: String? { if case .tcp(let host, _) = self { host } else { nil } }

    /// The base URL for clients that speak TLS.
    var secureURL: String { url.hasPrefix("http://") ? "https://" + url.dropFirst(7) : url }

    /// The base URL for clients; for the address of all interfaces, that of the loopback.
    var url: String {
        switch self {
        case .unix: description
        case .tcp("0.0.0.0", let port): "http://127.0.0.1:\(port)"
        case .tcp("::", let port): "http://[::1]:\(port)"
        case .tcp: "http://\(description)"
        }
    }
}
