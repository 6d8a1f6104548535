internal import HTTPMessage

/// The sockets of a server, by the names that a socket unit gives them (`FileDescriptorName=`).
enum SocketName: String, Sendable, CaseIterable {
    case http, https, s3
    case s3HTTPS = "s3-https"
    case admin

    /// The listener that serves it.
    var listener: ListenerName {
        switch self {
        case .http, .https: .http
        case .s3, .s3HTTPS: .s3
        case .admin: .admin
        }
    }

    /// Whether its clients speak TLS.
    var isSecure: Bool { self == .https || self == .s3HTTPS }

    /// For a sentence: `S3 listener with TLS (--s3-https-port)`.
    var listenerWords: String {
        switch self {
        case .http: "HTTP listener (\(portFlag))"
        case .https: "HTTP listener with TLS (\(portFlag))"
        case .s3: "S3 listener (\(portFlag))"
        case .s3HTTPS: "S3 listener with TLS (\(portFlag))"
        case .admin: "admin socket (--admin-socket)"
        }
    }

    /// The flag with its port; that of the admin API has none.
    var portFlag: String { self == .http ? "--port" : "--\(rawValue)-port" }
}
