internal import HTTPMessage

/// How much of a body may be sent by now. A value without a clock: time is a parameter, in nanoseconds.
struct Pacer {
    private let pace: Pace
    private let length: Int?
    private var start: Int64?

    /// - Parameter length: of the whole body, in bytes. Nil when it is unknown; the body then has no parts and is sent at once.
    init(_ pace: Pace, length: Int?) {
        self.pace = pace
        self.length = length
    }

    enum Allowance: Equatable {
        case bytes(Int)
        case wait(until: Int64)
    }

    /// How many bytes from `position` on may be sent. Time begins with the first call.
    mutating func allowance(at position: Int, now: Int64) -> Allowance {
        let start = start ?? now
        self.start = start
        guard case .chunks(let count, let duration) = pace, let length, length > 0, count > 0 else { return .bytes(Int.max) }
        // More parts than bytes: each part has one byte. The last part takes the remainder (as in WireMock).
        let parts = min(count, length)
        let size = length / parts
        let part = min(position / size, parts - 1)
        let due = start + duration.nanosecondsAhead / Int64(parts) * Int64(part + 1)
        guard now >= due else { return .wait(until: due) }
        return .bytes((part == parts - 1 ? length : (part + 1) * size) - position)
    }
}
