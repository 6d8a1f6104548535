package import HTTPMessage
package import JSONDocument

/// What the admin API needs from the rest of the server. Each part may be missing; an endpoint that needs it then says so.
package struct AdminServices: Sendable {
    /// The folder that mappings are read from and saved to.
    package var mappings: (any MappingFolder)?
    /// The folder of body files.
    package var files: (any BodyFolder)?
    /// Records proxied exchanges.
    package var recorder: (any RecordingService)?
    /// Opens the listeners of sessions.
    package var ports: (any PortLeasing)?
    /// Begins an orderly stop of the server; returns at once.
    package var shutDown: (@Sendable () -> Void)?
    /// Reads the fixtures again; gives nil when that is not possible any more.
    package var reload: (@Sendable () -> FixtureReload?)?
    /// Makes the metrics, in the text form of Prometheus. Must not block.
    package var metrics: (@Sendable () -> String)?
    /// Takes warnings about a call that is valid but probably not what was meant, for the log. The reply has the first of them in a field.
    package var warn: (@Sendable (Problem) -> Void)?
    /// Makes the JSON Schemas of the files in a mocks folder, by name.
    package var schemas: [String: @Sendable () -> String] = [:]
    /// The certificate authority of the server in PEM, for clients to trust; nil when it has none.
    package var authority: [UInt8]?
    /// Tells of the server's certificate; nil when it does not speak TLS.
    package var certificate: (@Sendable () -> CertificateReport)?
    /// The program's version, the `understudyVersion` of `/version` and `/health`.
    package var version = "0"
    /// When the server became ready, on the clock's `uptime`.
    package var startedAt = Duration.zero
    /// Runs endpoints. Without it, they run on the calling thread.
    package var work: (any WorkQueue)?
    /// Runs endpoints that may wait for other servers; nil: as the others.
    package var fetchWork: (any WorkQueue)?

    package init() {}
}
