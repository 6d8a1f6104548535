internal import HTTPMessage

/// How much of a body may go out by now. Pure; time is a parameter, in nanoseconds.
struct Pacer {
    private let pace: Pace
    private let length: Int?
    private var start: Int64?

    /// - Parameter length: of the whole body. Parts of a body of unknown length cannot be told, so they come at once.
    init(_ pace: Pace, length: Int?) {
        self.pace = pace
        self.length = length
    }

    enum Allowance: Equatable {
        case bytes(Int)
        case wait(until: Int64)
    }

    /// What may go out at `position`. Time begins with the first call.
    mutating func allowance(at position: Int, now: Int64) -> Allowance {
        let start = start ?? now
        self.start = start
        switch pace {
        case .chunks(let count, let duration):
            guard let length, length > 0, count > 0 else { return .bytes(Int.max) }
            // More parts than bytes: a byte is the smallest part. The last part takes what is left over (as WireMock cuts it).
            let parts = min(count, length)
            let size = length / parts
            let part = min(position / size, parts - 1)
            let due = start + duration.nanosecondsAhead / Int64(parts) * Int64(part + 1)
            guard now >= due else { return .wait(until: due) }
            return .bytes((part == parts - 1 ? length : (part + 1) * size) - position)
        case .bytesPerSecond(let rate):
            let rate = max(1, rate)
            // A hundredth of a second's worth at a time, so that it flows.
            let quantum = min(max(1, rate / 100), Self.largestQuantum, length.map { max(1, $0 - position) } ?? Int.max)
            let allowed = Self.product(now - start, rate) - position
            if allowed >= quantum { return .bytes(allowed) }
            return .wait(until: start + Self.time(for: position + quantum, rate))
        }
    }

    static let largestQuantum = 1 << 16

    /// In bytes.
    private static func product(_ nanoseconds: Int64, _ rate: Int) -> Int { ratio(Int(nanoseconds), rate, 1_000_000_000) }

    /// In nanoseconds, rounded up.
    private static func time(for bytes: Int, _ rate: Int) -> Int64 { Int64(ratio(bytes, 1_000_000_000, rate)) + 1 }

    /// left × right ÷ divisor, none of them negative; half of the largest number where that is more.
    private static func ratio(_ left: Int, _ right: Int, _ divisor: Int) -> Int {
        let (high, low) = left.magnitude.multipliedFullWidth(by: right.magnitude)
        guard high < divisor.magnitude else { return .max / 2 }
        return Int(min(divisor.magnitude.dividingFullWidth((high, low)).quotient, UInt(Int.max / 2)))
    }
}
