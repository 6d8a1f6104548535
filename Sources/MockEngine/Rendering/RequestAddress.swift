public import HTTPMessage

/// How a client reached the server: what the Host field says, and failing that the address that the request was accepted on.
public struct RequestAddress: Sendable, Equatable {
    public var scheme: String
    /// Without a port; an IPv6 literal keeps its brackets.
    public var host: String
    public var port: Int

    public init(_ request: Request) {
        let arrival = request.arrival
        let standardPort = arrival.scheme == "https" ? 443 : 80
        scheme = arrival.scheme
        guard let field = request.firstHeader("Host"), !field.isEmpty else {
            host =
                arrival.localAddress.isEmpty
                ? "localhost" : arrival.localAddress.contains(":") ? "[\(arrival.localAddress)]" : arrival.localAddress
            port = arrival.localPort == 0 ? standardPort : arrival.localPort
            return
        }
        if let colon = field.utf8.lastIndex(of: UInt8(ascii: ":")), let written = Int(field[field.utf8.index(after: colon)...]) {
            host = String(field[..<colon])
            port = written
        } else {
            host = field
            port = standardPort
        }
    }

    /// `http://localhost:8080`; the scheme's own port is left out.
    public var baseURL: String { "\(scheme)://\(host)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)") }
}
