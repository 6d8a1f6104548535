internal import HTTPMessage

/// How a stop divides its time, `--drain-seconds`.
struct StopTime: Sendable {
    /// What is left for everything else when requests in flight are cut off; of a time under a second, a quarter.
    static let closing = Duration.milliseconds(250)
    private static let longest = Duration.seconds(1 << 30)

    /// The time that the settings name.
    let named: Duration

    /// - Parameter seconds: of `--drain-seconds`.
    init(seconds: Double) { named = min(Duration.seconds(1).scaled(by: seconds), Self.longest) }

    /// For requests in flight.
    var forRequests: Duration { max(named - Self.closing, named.scaled(by: 0.75)) }

    /// For all of it. A stop that may take no time still has what the end of a process takes.
    var whole: Duration { max(named, Self.closing) }
}
