/// What several threads may do to one exchange, guarded by one lock: suspend, resume, notice that the client has gone.
struct Gate {
    /// Why an exchange goes on.
    enum Wake: Equatable {
        /// The time has come.
        case due
        /// The deferred plan is there, or the body's source has something again.
        case ready
        case clientLeft
        case serverStops
    }

    /// Counts suspensions: a wake-up for an earlier one does nothing.
    private(set) var generation: UInt64 = 0
    private(set) var isSuspended = false
    private(set) var waitsForTime = false
    private(set) var clientLeft = false
    /// The descriptor is about to be closed: hands off.
    var isClosed = false
    private var wake: Wake?

    enum Entry: Equatable {
        case suspended(generation: UInt64)
        /// Not suspended, because of that.
        case goesOn(Wake)
    }

    /// - Parameter forTime: whether only time is waited for.
    mutating func enter(forTime: Bool, mode: ServerMode) -> Entry {
        if clientLeft { return .goesOn(.clientLeft) }
        if let wake = mode.endsWait(forTime: forTime) { return .goesOn(wake) }
        generation += 1
        isSuspended = true
        waitsForTime = forTime
        return .suspended(generation: generation)
    }

    /// - Parameter only: the suspension meant; nil for whichever.
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

    /// Why the exchange was resumed; to be asked once.
    mutating func takeWake() -> Wake {
        defer { wake = nil }
        return wake ?? .due
    }
}

/// What the daemon is up to.
enum ServerMode: UInt8 {
    case serving
    /// No new connections; delays run out.
    case finishing
    /// Delays are cut short.
    case hastening
    /// Nothing may wait any more.
    case aborting

    /// The one rule of who may wait: asked by who is about to, and again of who does when a mode begins.
    /// - Parameter forTime: whether only time is waited for.
    /// - Returns: nil when he may; else with what he goes on.
    func endsWait(forTime: Bool) -> Gate.Wake? {
        switch self {
        case .serving, .finishing: nil
        case .hastening: forTime ? .due : nil
        case .aborting: .serverStops
        }
    }
}
