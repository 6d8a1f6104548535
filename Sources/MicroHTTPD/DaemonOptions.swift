public import HTTPMessage

/// How a daemon behaves: limits, time-outs, log.
public struct DaemonOptions: Sendable {
    /// What `Arrival.listener` says of its requests.
    public var listener = ListenerName.http
    public var scheme = "http"
    /// Worker threads. Their number never changes.
    public var threads = 2
    /// The memory for the heads of one connection, in bytes. It bounds the request's head: a longer target is answered with 414, longer
    /// header fields with 431. It is also what an idle connection costs at most.
    public var connectionMemory = 16 * 1024
    /// At so many connections accepting pauses, until one closes. Clients wait in the backlog meanwhile. Said once in the log.
    public var connectionLimit = 20_000
    /// A request's head must be complete that long after its first byte; else 408. Checked once a second.
    public var headTimeout = Duration.seconds(10)
    /// No byte of a body that long: 408. Checked once a second.
    public var bodyTimeout = Duration.seconds(30)
    /// A connection on which nothing happens for this long is closed. Rounded up to seconds.
    public var idleTimeout = Duration.seconds(60)
    /// How long the fault `stall` is silent before the connection is closed. It ends earlier when the client leaves or the server stops.
    /// Longer than what clients wait: URLSession gives up after 60 s without a byte.
    public var stallTimeout = Duration.seconds(600)
    /// Longer bodies get 413, unless `Admission.receive` says another limit.
    public var maximumBodyBytes = 1 << 30
    /// Longer bodies go to a temporary file that has no name.
    public var bodyBytesInMemory = 1 << 20
    /// Where the temporary files are.
    public var temporaryDirectory = "/tmp"
    /// The names under which people set these limits; error texts tell them.
    public var settingNames = SettingNames()
    /// Called on any thread; must not block.
    public var log: @Sendable (LogLevel, String) -> Void = { _, _ in }

    public init() {}

    public enum LogLevel: Sendable { case debug, warning, error }

    public struct SettingNames: Sendable {
        public var connectionMemory = "--max-head-bytes"
        public var maximumBodyBytes = "--max-body-bytes"
        public init() {}
    }
}
