internal import Glibc
internal import MockEngine

/// The time of day, for log lines.
package enum WallClock {
    /// `10:37:21.042`, local time.
    static func localTime() -> String { localTime(secondsSinceEpoch: secondsSinceEpoch()) }

    /// The same at another moment.
    package static func localTime(secondsSinceEpoch seconds: Double) -> String {
        var now = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
        var parts = unsafe tm()
        unsafe localtime_r(&now.tv_sec, &parts)
        func padded(_ value: Int, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let (hour, minute, second) = unsafe (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        return "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
            + ".\(padded(now.tv_nsec / 1_000_000, 3))"
    }

    /// `2026-11-22T10:37:21.042Z`.
    static func universalTime() -> String { SystemClock().now.isoTextWithMilliseconds }

    /// Seconds since 1970.
    static func secondsSinceEpoch() -> Double { SystemClock().now.seconds }

    /// CLOCK_MONOTONIC, for sd_notify(3).
    package static func monotonic() -> Duration { SystemClock().uptime }
}
