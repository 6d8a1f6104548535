internal import HTTPMessage

/// How a client reached the server: what the Host field says, and failing that the address that the request was accepted on.
struct RequestAddress: Sendable {
    let scheme: String
    /// Host and port as the client wrote them.
    let authority: String
    /// An IPv6 literal keeps its brackets.
    let host: String
    /// Nil when the client named none.
    let writtenPort: Int?

    init(_ request: Request) {
        let arrival = request.arrival
        scheme = arrival.scheme
        if let field = request.firstHeader("Host"), !field.isEmpty {
            authority = field
        } else if arrival.localAddress.isEmpty {
            authority = "localhost"
        } else {
            let host = arrival.localAddress.contains(":") ? "[\(arrival.localAddress)]" : arrival.localAddress
            authority = arrival.localPort == 0 ? host : "\(host):\(arrival.localPort)"
        }
        let parsed = Authority(authority)
        host = parsed.host
        writtenPort = parsed.port
    }

    /// The scheme's own where the client named none.
    var port: Int { writtenPort ?? standardPort }

    /// `http://localhost:8080`; the scheme's own port is left out.
    var baseURL: String { "\(scheme)://\(host)" + (port == standardPort ? "" : ":\(port)") }

    private var standardPort: Int { scheme == "https" ? 443 : 80 }
}

extension Request {
    /// The listener's base URL as this client reached it, without a slash at the end and without a session's prefix.
    package var baseURL: String { RequestAddress(self).baseURL }
    /// The host of that URL; an IPv6 literal is in brackets.
    package var baseHost: String { RequestAddress(self).host }
}
