/// Gives sessions listeners of their own, which open and close while the server runs. Any thread.
package protocol PortLeasing: Sendable {
    /// Opens listeners on free ports, one for HTTP and one for S3 where S3 is served. They listen when this returns. A port that was leased
    /// before is not given out again as long as there are others.
    /// - Throws: `PortLeaseError`.
    func lease() throws -> PortLease
}

/// Listeners of a session's own.
package struct PortLease: Sendable {
    /// The numeric address that they listen on.
    package var host: String
    package var httpPort: Int
    /// Nil when S3 is not served.
    package var s3Port: Int?
    /// Closes the listeners. A second call does nothing.
    package var close: @Sendable () -> Void

    package init(host: String, httpPort: Int, s3Port: Int?, close: @escaping @Sendable () -> Void) {
        self.host = host
        self.httpPort = httpPort
        self.s3Port = s3Port
        self.close = close
    }
}

/// Why there is no lease.
package struct PortLeaseError: Error, Sendable {
    /// What is wrong, without a period.
    package var title: String
    /// What to do, in whole sentences.
    package var repair: String

    package init(_ title: String, repair: String) {
        self.title = title
        self.repair = repair
    }
}
