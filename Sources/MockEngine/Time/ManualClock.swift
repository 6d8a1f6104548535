internal import HTTPMessage
internal import Synchronization

/// A clock and timer that only move when `advance` is called: for tests.
package final class ManualClock: EngineClock, EngineTimer {
    private struct Call: Cancellable {
        let clock: ManualClock
        let number: UInt64
        func cancel() { clock.state.withLock { $0.calls.remove(number) } }
    }

    private let state: Mutex<MovableTime>

    /// - Parameter time: the civil time to begin at. Default: 2020-09-13T12:26:40Z.
    package init(_ time: Timestamp = Timestamp(milliseconds: 1_600_000_000_000)) { state = Mutex(MovableTime(now: time)) }

    /// The current civil time.
    package var now: Timestamp { state.withLock { $0.now } }
    /// The current monotonic time.
    package var uptime: Duration { state.withLock { $0.moment } }

    /// Calls `body` during the `advance` that reaches the deadline.
    /// - Returns: a handle to cancel the call.
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = state.withLock { $0.calls.add(at: $0.moment + delay, body) }
        if delay <= .zero { fire(until: uptime) }
        return Call(clock: self, number: number)
    }

    /// Advances both times, and makes the calls that become due, in order of their deadlines, before it returns. Each call sees the time at
    /// which it was due.
    package func advance(by duration: Duration) {
        fire(until: uptime + duration)
    }

    private func fire(until end: Duration) {
        while let body = state.withLock({ $0.moveToNext(until: end) }) { body() }
    }
}
