package import HTTPMessage

/// How a daemon behaves: limits, time-outs, log.
package struct DaemonOptions: Sendable {
    /// What `Arrival.listener` says of its requests.
    package var listener = ListenerName.http
    package var scheme = "http"
    /// Worker threads. Their number never changes.
    package var threads = 2
    /// The memory for the heads of one connection, in bytes. It bounds the request's head: a longer target is answered with 414, longer
    /// header fields with 431. It is also what an idle connection costs at most.
    package var connectionMemory = 16 * 1024
    /// At so many connections accepting pauses, until one closes. Clients wait in the backlog meanwhile. Said once in the log.
    package var connectionLimit = 20_000
    /// A request's head must be complete that long after its first byte; else 408. Checked once a second.
    package var headTimeout = Duration.seconds(10)
    /// No byte of a body that long: 408. Checked once a second.
    package var bodyTimeout = Duration.seconds(30)
    /// A connection on which nothing happens for this long is closed. Rounded up to seconds.
    package var idleTimeout = Duration.seconds(60)
    /// How long the fault `stall` is silent before the connection is closed. It ends earlier when the client leaves or the server stops.
    /// Longer than what clients wait: URLSession gives up after 60 s without a byte.
    package var stallTimeout = Duration.seconds(600)
    /// Longer bodies get 413, unless `Admission.receive` says another limit.
    package var maximumBodyBytes = 1 << 30
    /// Longer bodies go to a temporary file that has no name.
    package var bodyBytesInMemory = 1 << 20
    /// Where the temporary files are.
    package var temporaryDirectory = "/tmp"
    /// The names under which people set these limits; error texts tell them.
    package var settingNames = SettingNames()
    /// Called on any thread; must not block.
    package var log: @Sendable (LogLevel, String) -> Void = { _, _ in }

    package init() {}

    package enum LogLevel: Sendable { case debug, warning, error }

    package struct SettingNames: Sendable {
        package var connectionMemory = "--max-head-bytes"
        package var maximumBodyBytes = "--max-body-bytes"
        package init() {}
    }
}
