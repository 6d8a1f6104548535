internal import Glibc

/// CLOCK_MONOTONIC in nanoseconds: what deadlines are counted in.
enum MonotonicClock {
    static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// Whole nanoseconds, held between 0 and about 292 years.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 2_000_000_000 else { return Int64.max / 2 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// As whole seconds, at least 1: the unit of the library's time-outs.
    var secondsRoundedUp: UInt32 { UInt32(clamping: max(1, (wholeNanoseconds + 999_999_999) / 1_000_000_000)) }
}
