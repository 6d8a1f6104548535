package import HTTPMessage
package import JSONDocument

/// What the admin API needs of the rest of the house. Each part may be missing; what depends on it then says so.
package struct AdminServices: Sendable {
    /// The folder that stubs come from and are saved to.
    package var mappings: (any MappingFolder)?
    /// The folder of body files.
    package var files: (any BodyFolder)?
    package var recorder: (any RecordingService)?
    /// Listeners of sessions' own.
    package var ports: (any PortLeasing)?
    /// Begins an orderly end of the server; returns at once.
    package var shutDown: (@Sendable () -> Void)?
    /// Told what in the body of a call is right by the rules and hardly meant; the answer has no place for it.
    package var warn: (@Sendable (Problem) -> Void)?
    /// JSON Schemas of the files in a mocks folder, by name.
    package var schemas: [String: String] = [:]
    /// The program's version, as `/version` and `/health` tell it.
    package var version = "0"
    /// When the server became ready, on the clock's `uptime`.
    package var startedAt = Duration.zero
    /// Runs endpoints; without it they run on the thread that asks.
    package var work: (any WorkQueue)?

    package init() {}
}
