internal import Glibc
internal import MockEngine

/// The addresses of a started server.
public struct Endpoints: Sendable, Equatable {
    /// The base URL of the HTTP listener, without a slash at the end; `unix:PATH` if it has only a Unix socket.
    public let http: String
    /// The base URL of the S3 listener; nil when there is none.
    public let s3: String?
    /// The address of the listener that has only the admin API; nil when there is none.
    public let admin: String?
    /// The base URL at which the HTTP listener speaks TLS; nil when it does not.
    public let https: String?
    /// The base URL at which the S3 listener speaks TLS; nil when it does not.
    public let s3HTTPS: String?

    init(http: String, s3: String?, admin: String? = nil, https: String? = nil, s3HTTPS: String? = nil) {
        self.http = http
        self.s3 = s3
        self.admin = admin
        self.https = https
        self.s3HTTPS = s3HTTPS
    }

    /// The endpoints of a session's own ports, each by its first address.
    init(_ listeners: SessionListeners) {
        http = listeners.http.url(scheme: "http", host: nil)
        s3 = listeners.s3?.url(scheme: "http", host: nil)
        admin = nil
        https = listeners.http.secure.map { _ in listeners.http.url(scheme: "https", host: nil) }
        s3HTTPS = listeners.s3.flatMap { $0.secure == nil ? nil : $0.url(scheme: "https", host: nil) }
    }

    /// The variables that tell a command where the server is.
    package var environment: [String: String] {
        var variables = ["UNDERSTUDY_URL": http]
        variables["UNDERSTUDY_S3_URL"] = s3
        variables["UNDERSTUDY_HTTPS_URL"] = https
        variables["UNDERSTUDY_S3_HTTPS_URL"] = s3HTTPS
        return variables
    }

    /// The one line on standard output, and the contents of the ready file.
    public var readyLine: String {
        let named = [("http", http), ("s3", s3), ("admin", admin), ("https", https), ("s3-https", s3HTTPS)]
        let addresses = named.compactMap { name, url in url.map { "\(name)=\($0)" } }
        // The path of a socket may have line feeds.
        return LogText.escaped("ready \(addresses.joined(separator: " ")) pid=\(getpid())")
    }
}
