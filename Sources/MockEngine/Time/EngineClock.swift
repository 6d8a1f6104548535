internal import HTTPMessage

/// The engine's time. Any thread.
package protocol EngineClock: Sendable {
    /// Civil time, for templates, date matchers and the journal.
    var now: Timestamp { get }
    /// Time since some fixed moment, such as the start of the machine. Never goes back, so it is used to measure durations.
    var uptime: Duration { get }
}

/// Schedules calls on the time of the clock it belongs to. Any thread.
package protocol EngineTimer: Sendable {
    /// Calls `body` once after `delay`, on one of the timer's threads; `body` must not block.
    /// - Parameter delay: zero or less calls at once.
    /// - Returns: a handle to cancel the call; it may be discarded.
    @discardableResult
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable
}

/// Something that can be cancelled. Any thread.
package protocol Cancellable: Sendable {
    /// Cancels it. Does nothing if it has already happened.
    func cancel()
}
