internal import HTTPMessage
internal import Synchronization

/// A clock and timer that stand still until they are told otherwise: for tests.
package final class ManualClock: EngineClock, EngineTimer {
    private struct Call: Cancellable {
        let clock: ManualClock
        let number: UInt64
        func cancel() { clock.state.withLock { $0.calls.remove(number) } }
    }

    private let state: Mutex<MovableTime>

    package init(_ time: Timestamp = Timestamp(milliseconds: 1_600_000_000_000)) { state = Mutex(MovableTime(now: time)) }

    package var now: Timestamp { state.withLock { $0.now } }
    package var uptime: Duration { state.withLock { $0.moment } }

    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = state.withLock { $0.calls.add(at: $0.moment + delay, body) }
        if delay <= .zero { fire(until: uptime) }
        return Call(clock: self, number: number)
    }

    /// Moves both times on, and makes the calls that have become due, in the order in which they are, before it returns. Each sees the
    /// moment at which it was due.
    package func advance(by duration: Duration) {
        fire(until: uptime + duration)
    }

    private func fire(until end: Duration) {
        while let body = state.withLock({ $0.moveToNext(until: end) }) { body() }
    }
}
