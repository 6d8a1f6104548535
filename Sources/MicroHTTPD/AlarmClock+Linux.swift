internal import CMicroHTTPD
internal import Glibc

/// A descriptor that becomes readable at a time of `MonotonicClock` (timerfd).
struct AlarmClock {
    let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))

    /// Whether the system could provide the descriptor.
    var isOpen: Bool { descriptor >= 0 }

    /// Replaces the deadline.
    /// - Parameter deadline: in nanoseconds; nil for never.
    func set(_ deadline: Int64?) {
        var time = itimerspec()
        if let deadline {
            // All zero would disarm the timer.
            let deadline = max(1, deadline)
            time.it_value = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        }
        unsafe timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &time, nil)
    }

    /// Clears the event.
    func clear() {
        var expirations: UInt64 = 0
        unsafe _ = read(descriptor, &expirations, 8)
    }

    func close() { Glibc.close(descriptor) }
}
