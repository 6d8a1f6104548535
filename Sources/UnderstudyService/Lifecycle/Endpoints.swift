internal import Glibc

/// Where a started server can be reached.
public struct Endpoints: Sendable, Equatable {
    /// Base URLs without a slash at the end; `unix:PATH` for a listener that has only a Unix socket.
    public let http: String
    /// Nil when S3 is not served.
    public let s3: String?

    /// The one line on standard output, and the contents of the ready file.
    public var readyLine: String { "ready http=\(http)\(s3.map { " s3=\($0)" } ?? "") pid=\(getpid())" }
}
