internal import HTTPMessage
internal import Synchronization

/// A clock and timer that stand still until they are told otherwise: for tests.
public final class ManualClock: EngineClock, EngineTimer {
    private struct State: Sendable {
        var now: Timestamp
        var uptime = Duration.zero
        var calls = DeadlineQueue()

        mutating func move(to uptime: Duration) {
            guard uptime > self.uptime else { return }
            now.nanoseconds += (uptime - self.uptime).wholeNanoseconds
            self.uptime = uptime
        }
    }

    private struct Call: Cancellable {
        let clock: ManualClock
        let number: UInt64
        func cancel() { clock.state.withLock { $0.calls.remove(number) } }
    }

    private let state: Mutex<State>

    public init(_ time: Timestamp = Timestamp(milliseconds: 1_600_000_000_000)) { state = Mutex(State(now: time)) }

    public var now: Timestamp { state.withLock { $0.now } }
    public var uptime: Duration { state.withLock { $0.uptime } }

    public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = state.withLock { $0.calls.add(at: $0.uptime + delay, body) }
        if delay <= .zero { fire(until: uptime) }
        return Call(clock: self, number: number)
    }

    /// Moves both times on, and makes the calls that have become due, in the order in which they are, before it returns. Each sees the
    /// moment at which it was due.
    public func advance(by duration: Duration) {
        let end = uptime + duration
        fire(until: end)
        state.withLock { $0.move(to: end) }
    }

    private func fire(until end: Duration) {
        while let body = takeNext(until: end) { body() }
    }

    private func takeNext(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state -> (@Sendable () -> Void)? in
            guard let (due, body) = state.calls.takeNext(until: end) else { return nil }
            state.move(to: due)
            return body
        }
    }
}
