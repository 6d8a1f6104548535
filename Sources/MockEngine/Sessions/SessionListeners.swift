/// The ports of a session's own listeners.
package struct SessionListeners: Sendable, Equatable {
    /// One protocol's ports.
    package struct Ports: Sendable, Equatable {
        /// Of plain HTTP.
        package var plain: Int
        /// Where the same listener speaks TLS; nil when it does not.
        package var secure: Int?

        package init(plain: Int, secure: Int? = nil) {
            self.plain = plain
            self.secure = secure
        }

        /// The base URL for a client that reaches the server by this scheme: HTTPS where there is TLS, else HTTP.
        /// - Parameter host: as in a URL, an IPv6 address in brackets.
        package func url(scheme: String, host: String) -> String {
            if scheme == "https", let secure { return "https://\(host):\(secure)" }
            return "http://\(host):\(plain)"
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
