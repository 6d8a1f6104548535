internal import HTTPMessage

/// The engine's time. Any thread.
package protocol EngineClock: Sendable {
    /// Civil time: what templates, date matchers and the journal write.
    var now: Timestamp { get }
    /// Time since some fixed moment, such as the start of the machine. Never set back: what durations are measured with.
    var uptime: Duration { get }
}

/// Calls back later, on the same time as the clock beside it. Any thread.
package protocol EngineTimer: Sendable {
    /// Calls `body` once, that much later, on a thread of the timer's; `body` must not block.
    /// - Parameter delay: at once when it is zero or negative.
    /// - Returns: a handle to take the call back with; it may be thrown away.
    @discardableResult
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable
}

/// Something that may still be taken back. Any thread.
package protocol Cancellable: Sendable {
    /// Takes it back. Does nothing when it has happened.
    func cancel()
}
