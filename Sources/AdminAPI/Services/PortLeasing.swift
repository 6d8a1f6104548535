/// Opens and closes the listeners of sessions while the server runs. Any thread.
package protocol PortLeasing: Sendable {
    /// Opens listeners on free ports: one for HTTP, and one for S3 if the server has S3. They listen when this returns. A port that was
    /// leased before is not used again as long as there are others.
    /// - Throws: `PortLeaseError`.
    func lease() throws -> PortLease
}

/// The listeners of one session.
package struct PortLease: Sendable {
    /// The numeric address that they listen on.
    package var host: String
    /// The port of the HTTP listener.
    package var httpPort: Int
    /// Nil when the server has no S3.
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

/// Why no listener could be opened.
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
