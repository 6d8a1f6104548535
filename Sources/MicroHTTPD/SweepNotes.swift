/// What the sweep remembers of an exchange from one second to the next.
struct SweepNotes {
    var requestCount = -1
    /// When the current head began to arrive; 0 when none is incomplete.
    var incompleteSince: Int64 = 0
    /// The body that is arriving; see `BodyPace`.
    var body = BodyPace()
}

/// Tells a body that trickles from one that flows: in each window of time, so many bytes have to come.
struct BodyPace {
    private var request = -1
    /// When the window began.
    private var since: Int64 = 0
    /// How many bytes of the connection's bodies had come then.
    private var bytes = 0

    /// Notes how far a body is.
    /// - Parameters:
    ///   - bytes: of all bodies of the connection.
    ///   - request: the number of the request on its connection.
    ///   - isPaused: whether the server has stopped reading: the client is not slow then.
    ///   - window: in nanoseconds.
    /// - Returns: whether fewer than `least` bytes came in a window.
    mutating func isTooSlow(_ bytes: Int, of request: Int, isPaused: Bool, least: Int, window: Int64, now: Int64) -> Bool {
        guard request == self.request, !isPaused, bytes - self.bytes < least else {
            (self.request, self.bytes, since) = (request, bytes, now)
            return false
        }
        return now - since > window
    }
}

/// Which part of a request was too slow.
enum TimeOut: UInt8 {
    case head = 1
    case body = 2
}
