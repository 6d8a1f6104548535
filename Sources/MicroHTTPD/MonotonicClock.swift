internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage

/// CLOCK_MONOTONIC in nanoseconds, the unit of deadlines.
enum MonotonicClock {
    static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// The duration in nanoseconds, limited so that a deadline does not overflow: between 0 and about 146 years.
    var nanosecondsAhead: Int64 { min(max(0, wholeNanoseconds), Int64.max / 2) }

    /// Whole seconds, at least 1: the unit of the library's time-outs.
    var secondsRoundedUp: UInt32 { UInt32(clamping: max(1, (nanosecondsAhead + 999_999_999) / 1_000_000_000)) }
}
