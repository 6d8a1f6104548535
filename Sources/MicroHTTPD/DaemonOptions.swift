package import HTTPMessage

/// The settings of a daemon: limits, time-outs, log.
package struct DaemonOptions: Sendable {
    /// The value of `Arrival.listener`.
    package var listener = ListenerName.http
    /// Number of worker threads; fixed.
    package var threads = 2
    /// Memory for the heads of one connection, in bytes. It limits the request's head: a longer target gets a 414, longer header fields a
    /// 431. It is also the most that an idle connection uses.
    package var connectionMemory = 16 * 1024
    /// The most connections at a time. Then accepting pauses until one closes; clients wait in the backlog. Logged once.
    package var connectionLimit = 20_000
    /// The most descriptors of connections. When they are used, accepting pauses as well.
    package var descriptorLimit = Int.max
    /// How many descriptors the connection of a client takes that speaks TLS: its socket, and a pair of sockets between the relay and the
    /// library.
    package static let descriptorsWithTLS = 3
    /// Whether a request with this target, as it is on the wire, is served even when the limit of connections is reached (decision 0177);
    /// nil if none is. Called on the reactor's thread.
    package var isUrgent: (@Sendable (_ target: ArraySlice<UInt8>) -> Bool)?
    /// How many clients are looked at for urgent requests.
    package var waiting = WaitingLimits()

    /// How many clients are accepted beyond the limit of connections, to find urgent requests among them.
    package struct WaitingLimits: Sendable {
        /// Those that wait with a complete head; one more gets a 503.
        package var ready: Int
        /// Those that have not sent a complete head; beyond that, the oldest is dropped.
        package var silent: Int
        /// Connections for urgent requests. One more waits like the others.
        package var urgent: Int

        package init(ready: Int = 1_024, silent: Int = 64, urgent: Int = 64) {
            self.ready = ready
            self.silent = silent
            self.urgent = urgent
        }

        /// All of them.
        package var count: Int { ready + silent + urgent }
    }
    /// Time from the first byte of a request's head to its end; 408 when exceeded. Checked once a second.
    package var headTimeout = Duration.seconds(10)
    /// Time without a byte of a body; 408 when exceeded. Checked once a second.
    package var bodyTimeout = Duration.seconds(30)
    /// The fewest bytes of a body that must come in each `bodyTimeout`; 408 for fewer. 0 accepts any rate. Checked once a second.
    package var leastBodyBytes = 0
    /// Time after which a connection without traffic is closed. Rounded up to seconds.
    package var idleTimeout = Duration.seconds(60)
    /// How long a stop waits for the first byte on a connection that is new, because its client may have sent a request already.
    package var newcomerPatience = Duration.milliseconds(500)
    /// How long after a response a stop waits for the client's next request, because the client may have sent it already.
    package var pausePatience = Duration.milliseconds(50)
    /// How long a stop waits for more of a request's head from a client that sends nothing. On a Unix socket, for which the
    /// system does not tell that, a stop waits as for a request in flight.
    package var headPatience = Duration.seconds(1)
    /// Silence of the fault `stall` before the connection is closed. It ends earlier when the client leaves or the server stops. Longer
    /// than clients wait: URLSession gives up after 60 s without a byte.
    package var stallTimeout = Duration.seconds(600)
    /// Longer bodies get a 413, unless `Admission.receive` has another limit.
    package var maximumBodyBytes = 1 << 30
    /// Longer bodies are stored in a temporary file without a name.
    package var bodyBytesInMemory = 1 << 20
    /// The memory for the bodies of all requests of the daemon together, at least `bodyBytesInMemory`. A body that has no room there is
    /// stored in a file as well.
    package var bodyBytesInMemoryOfAll = 128 << 20
    /// Folder of the temporary files.
    package var temporaryDirectory = "/tmp"
    /// Closes long temporary files off the worker threads; nil to close them there.
    package var work: (any WorkQueue)?
    /// Makes the response to a request that the wire refuses itself, or whose planned response it cannot send; nil for a sentence of plain
    /// text. It gets the refusal with the status and the sentence that the wire would send, and `sentBytes` 0. The body must be in memory.
    /// Called on any worker thread; must not block. Without the hook for heads, malformed heads and chunks get the library's own pages.
    package var refusalResponse: (@Sendable (WireRefusal) -> Response)?
    /// The names of these settings for users, for error messages.
    package var settingNames = SettingNames()
    /// Receives log messages. Called on any thread; must not block.
    package var log: @Sendable (LogLevel, String) -> Void = { _, _ in }

    package init() {}

    /// The severity of a log message.
    package enum LogLevel: Sendable { case debug, warning, error }

    /// The names under which users change limits.
    package struct SettingNames: Sendable {
        /// The name of the limit for heads.
        package var connectionMemory = "--max-head-bytes"
        /// The name of the limit for bodies.
        package var maximumBodyBytes = "--max-body-bytes"
        package init() {}
    }
}
