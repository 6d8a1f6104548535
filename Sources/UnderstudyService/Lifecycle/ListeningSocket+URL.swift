internal import MicroHTTPD

extension ListeningSocket {
    /// The numeric addresses that clients reach it by; none for a Unix socket.
    var hosts: [String] { servesBothFamilies ? ["0.0.0.0", "::"] : [address.host].compactMap(\.self) }

    /// The base URL for clients. A machine may have no address of IPv6 but `::`, so IPv4 comes first.
    var url: String { reached.url }

    /// The base URL for clients that speak TLS.
    var secureURL: String { reached.secureURL }

    private var reached: BoundAddress { servesBothFamilies ? .tcp(host: "0.0.0.0", port: address.port) : address }
}
