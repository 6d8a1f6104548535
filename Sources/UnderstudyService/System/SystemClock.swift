internal import Glibc
internal import MockEngine

/// The machine's civil time.
struct SystemClock: EngineClock {
    var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
