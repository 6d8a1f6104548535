public import HTTPMessage
public import JSONDocument

/// What the admin API needs of the rest of the house. Each part may be missing; what depends on it then says so.
public struct AdminServices: Sendable {
    /// The folder that stubs come from and are saved to.
    public var mappings: (any MappingFolder)?
    /// The folder of body files.
    public var files: (any BodyFolder)?
    public var recorder: (any RecordingService)?
    /// Listeners of sessions' own.
    public var ports: (any PortLeasing)?
    /// Begins an orderly end of the server; returns at once.
    public var shutDown: (@Sendable () -> Void)?
    /// Told what in the body of a call is right by the rules and hardly meant; the answer has no place for it.
    public var warn: (@Sendable (Problem) -> Void)?
    /// JSON Schemas of the files in a mocks folder, by name.
    public var schemas: [String: String] = [:]
    /// The program's version, as `/version` and `/health` tell it.
    public var version = "0"
    /// When the server became ready, on the clock's `uptime`.
    public var startedAt = Duration.zero
    /// Runs endpoints; without it they run on the thread that asks.
    public var work: (any WorkQueue)?

    public init() {}
}
