internal import Glibc

/// The addresses of a started server.
public struct Endpoints: Sendable, Equatable {
    /// The base URL of the HTTP listener, without a slash at the end; `unix:PATH` if it has only a Unix socket.
    public let http: String
    /// The base URL of the S3 listener; nil when there is none.
    public let s3: String?
    /// The address of the listener that has only the admin API; nil when there is none.
    public let admin: String?

    /// The one line on standard output, and the contents of the ready file.
    public var readyLine: String {
        "ready http=\(http)\(s3.map { " s3=\($0)" } ?? "")\(admin.map { " admin=\($0)" } ?? "") pid=\(getpid())"
    }
}
