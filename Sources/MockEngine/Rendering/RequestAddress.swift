internal import HTTPMessage

/// How a client reached the server: as a target in absolute form or else the Host field says (RFC 9112, section 3.2.2), or else the local
/// address of the connection.
struct RequestAddress: Sendable {
    let scheme: String
    /// Host and port as the client wrote them.
    let authority: String
    /// An IPv6 literal keeps its brackets.
    let host: String
    /// Nil if the client wrote none.
    let writtenPort: Int?

    init(_ request: Request) {
        let arrival = request.arrival
        scheme = request.receivedScheme
        if let field = request.receivedAuthority, !field.isEmpty {
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

    /// The scheme's default if the client wrote none.
    var port: Int { writtenPort ?? standardPort }

    /// `http://localhost:8080`; the scheme's default port is left out.
    var baseURL: String { "\(scheme)://\(host)" + (port == standardPort ? "" : ":\(port)") }

    private var standardPort: Int { scheme == "https" ? 443 : 80 }
}

extension Request {
    /// The listener's base URL as this client reached it, without a trailing slash and without a session prefix.
    package var baseURL: String { RequestAddress(self).baseURL }
    /// The host of that URL; an IPv6 literal is in brackets.
    package var baseHost: String { RequestAddress(self).host }
}
