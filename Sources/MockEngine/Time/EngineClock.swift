internal import HTTPMessage
internal import Synchronization

/// The engine's time. Any thread.
public protocol EngineClock: Sendable {
    /// Civil time: what templates, date matchers and the journal write.
    var now: Timestamp { get }
    /// Time since some fixed moment, such as the start of the machine. Never set back: what durations are measured with.
    var uptime: Duration { get }
}

/// Calls back later, on the same time as the clock beside it. Any thread.
public protocol EngineTimer: Sendable {
    /// Calls `body` once, that much later, on a thread of the timer's; `body` must not block.
    /// - Parameter delay: at once when it is zero or negative.
    /// - Returns: a handle to take the call back with; it may be thrown away.
    @discardableResult
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable
}

/// Something that may still be taken back. Any thread.
public protocol Cancellable: Sendable {
    /// Takes it back. Does nothing when it has happened.
    func cancel()
}

/// A clock and timer that stand still until they are told otherwise: for tests.
public final class ManualClock: EngineClock, EngineTimer {
    private struct State: Sendable {
        var now: Timestamp
        var uptime = Duration.zero
        var nextNumber = 0
        var calls: [Int: (due: Duration, body: @Sendable () -> Void)] = [:]
    }

    private struct Call: Cancellable {
        let clock: ManualClock
        let number: Int
        func cancel() { clock.state.withLock { _ = $0.calls.removeValue(forKey: number) } }
    }

    private let state: Mutex<State>

    public init(_ time: Timestamp = Timestamp(milliseconds: 1_600_000_000_000)) { state = Mutex(State(now: time)) }

    public var now: Timestamp { state.withLock { $0.now } }
    public var uptime: Duration { state.withLock { $0.uptime } }

    public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = state.withLock { state in
            state.nextNumber += 1
            state.calls[state.nextNumber] = (state.uptime + delay, body)
            return state.nextNumber
        }
        if delay <= .zero { fire(until: uptime) }
        return Call(clock: self, number: number)
    }

    /// Moves both times on, and makes the calls that have become due, in the order in which they are, before it returns. Each sees the
    /// moment at which it was due.
    public func advance(by duration: Duration) {
        let end = uptime + duration
        fire(until: end)
        move(to: end)
    }

    private func fire(until end: Duration) {
        while let (due, body) = takeNext(until: end) {
            move(to: due)
            body()
        }
    }

    private func takeNext(until end: Duration) -> (due: Duration, body: @Sendable () -> Void)? {
        state.withLock { state in
            let due = state.calls.filter { $0.value.due <= end }
            guard let next = due.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) else { return nil }
            return state.calls.removeValue(forKey: next.key)
        }
    }

    private func move(to uptime: Duration) {
        state.withLock { state in
            guard uptime > state.uptime else { return }
            state.now.nanoseconds += (uptime - state.uptime).wholeNanoseconds
            state.uptime = uptime
        }
    }
}
