internal import HTTPMessage

/// When the session was used.
extension Session {
    /// The civil time of the last use, in real time.
    package var lastUsedAt: Timestamp {
        var moment = realClock.now
        moment.nanoseconds -= activity.idleTime(at: realUptime).wholeNanoseconds
        return moment
    }

    /// How many requests have come since the session began or its journal was last emptied.
    package var requestCount: Int { activity.requests }

    /// Real time since some fixed moment.
    var realUptime: Duration { realClock.uptime }

    /// Somebody uses the session, and no request says so: its time to live begins anew.
    package func noteUse() { activity.touch(at: realUptime) }
}
