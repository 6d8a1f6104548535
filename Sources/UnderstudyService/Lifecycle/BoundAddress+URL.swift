internal import MicroHTTPD

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
