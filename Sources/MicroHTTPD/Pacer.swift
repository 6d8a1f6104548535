internal import HTTPMessage

/// How much of a body may be sent by now. A value without a clock: times are parameters, in nanoseconds.
struct Pacer {
    private let pace: Pace
    private let length: Int?
    private var start: Int64?

    /// - Parameter length: of the whole body, in bytes; nil when unknown. A body of unknown length has no parts and is sent at once.
    init(_ pace: Pace, length: Int?) {
        self.pace = pace
        self.length = length
    }

    enum Allowance: Equatable {
        case bytes(Int)
        case wait(until: Int64)
    }

    /// How many bytes from `position` on may be sent. Time starts with the first call.
    mutating func allowance(at position: Int, now: Int64) -> Allowance {
        let start = start ?? now
        self.start = start
        guard let part = pace.part(at: position, of: length) else { return .bytes(Int.max) }
        let due = start + part.due.nanosecondsAhead
        guard now >= due else { return .wait(until: due) }
        return .bytes(part.end - position)
    }
}
