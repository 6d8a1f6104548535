/// The ports of a session's own listeners.
package struct SessionListeners: Sendable, Equatable {
    /// One protocol's ports.
    package struct Ports: Sendable, Equatable {
        /// Of plain HTTP.
        package var plain: Int
        /// Where the same listener speaks TLS; nil when it does not.
        package var secure: Int?
        /// The numeric addresses on which the plain port listens; empty if they are not known.
        package var hosts: [String]
        /// Those on which the secure one listens.
        package var secureHosts: [String]

        package init(plain: Int, secure: Int? = nil, hosts: [String] = [], secureHosts: [String] = []) {
            self.plain = plain
            self.secure = secure
            self.hosts = hosts
            self.secureHosts = secureHosts
        }

        /// The base URL for a client that reaches the server by this scheme: HTTPS where there is TLS, else HTTP.
        /// - Parameter host: by which the client reaches it, as in a URL: an IPv6 address in brackets. If the port is on no address of that
        ///   IP version, the URL has the port's first address; also for nil.
        package func url(scheme: String, host: String?) -> String {
            if scheme == "https", let secure { return "https://\(Self.host(host, among: secureHosts)):\(secure)" }
            return "http://\(Self.host(host, among: hosts)):\(plain)"
        }

        private static func host(_ host: String?, among hosts: [String]) -> String {
            if let host {
                let isIPv6 = host.hasPrefix("[")
                if hosts.isEmpty || hosts.contains(where: { $0.contains(":") == isIPv6 }) { return host }
            }
            return switch hosts.first {
            // What listens on all interfaces is reached on the loopback.
            case nil, "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            case .some(let first): first.contains(":") ? "[\(first)]" : first
            }
        }

        var all: [Int] { [plain, secure].compactMap(\.self) }
    }

    /// For the mocks.
    package var http: Ports
    /// Nil when the server has no S3.
    package var s3: Ports?

    package init(http: Ports, s3: Ports? = nil) {
        self.http = http
        self.s3 = s3
    }

    var ports: [Int] { http.all + (s3?.all ?? []) }
}
