internal import HTTPMessage
internal import Synchronization

/// The engine's time. Any thread.
public protocol EngineClock: Sendable {
    /// Civil time: what templates and the journal write.
    var now: Timestamp { get }
}

/// A clock that stands still until it is told otherwise: for tests.
public final class FixedClock: EngineClock {
    private let time: Mutex<Timestamp>

    public init(_ time: Timestamp = Timestamp(milliseconds: 1_600_000_000_000)) { self.time = Mutex(time) }

    public var now: Timestamp { time.withLock { $0 } }

    public func advance(by duration: Duration) { time.withLock { $0.nanoseconds += duration.wholeNanoseconds } }
}
