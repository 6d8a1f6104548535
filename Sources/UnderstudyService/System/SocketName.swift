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

    /// The flag with its port; that of the admin API has none.
    var portFlag: String { self == .http ? "--port" : "--\(rawValue)-port" }
}
