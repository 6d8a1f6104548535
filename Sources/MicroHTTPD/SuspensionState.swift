/// Whether one exchange is suspended, and what ended the suspension: time, a plan, the client's leaving, a stop.
///
/// A value without a socket or library. The exchange guards it with a lock, because the worker thread suspends and other threads resume.
struct SuspensionState {
    /// Why a suspension ends.
    enum Wake: Equatable {
        /// The time is over.
        case due
        /// The deferred plan has arrived, or the body's source has more bytes.
        case ready
        case clientLeft
        case serverStops
    }

    /// The number of the current or last suspension. A wake-up for an earlier one does nothing.
    private(set) var generation: UInt64 = 0
    private(set) var isSuspended = false
    private(set) var waitsForTime = false
    private(set) var clientLeft = false
    /// The descriptor is about to be closed and must not be used any more.
    var isClosed = false
    private var wake: Wake?

    enum Entry: Equatable {
        case suspended(generation: UInt64)
        /// Not suspended, for this reason.
        case notSuspended(Wake)
    }

    /// - Parameter forTime: whether the exchange waits only for time.
    mutating func enter(forTime: Bool, mode: ServerMode) -> Entry {
        if clientLeft { return .notSuspended(.clientLeft) }
        if let wake = mode.endsWait(forTime: forTime) { return .notSuspended(wake) }
        generation += 1
        isSuspended = true
        waitsForTime = forTime
        return .suspended(generation: generation)
    }

    /// - Parameter only: the suspension to end; nil ends any.
    /// - Returns: whether the caller must resume the connection now.
    mutating func leave(_ reason: Wake, only: UInt64?) -> Bool {
        guard isSuspended, only == nil || only == generation else { return false }
        isSuspended = false
        wake = reason
        return true
    }

    /// - Returns: whether the mode ends the suspension, so that the caller must resume the connection now.
    mutating func leave(in mode: ServerMode) -> Bool {
        guard let wake = mode.endsWait(forTime: waitsForTime) else { return false }
        return leave(wake, only: nil)
    }

    mutating func noteClientLeft() { clientLeft = true }

    /// Why the last suspension ended. Call it once per suspension.
    mutating func takeWake() -> Wake {
        defer { wake = nil }
        return wake ?? .due
    }
}
