/// Exchanges that are not over, by what they do: what a stop cuts off.
package struct UnfinishedExchanges: Sendable, Equatable, CustomStringConvertible {
    /// Requests that are arriving.
    package private(set) var arriving = 0
    /// Requests that a worker is busy with.
    package private(set) var computing = 0
    /// Exchanges that wait: for time, a release, another server, a file.
    package private(set) var waiting = 0
    /// Responses that are being sent.
    package private(set) var sending = 0

    package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { self == UnfinishedExchanges() }

    mutating func add(_ phase: ExchangeState.Phase) {
        switch phase {
        case .idle, .closed: break
        case .receiving: arriving += 1
        case .deciding: computing += 1
        case .suspended: waiting += 1
        case .queued, .streaming: sending += 1
        }
    }

    /// Both together.
    package static func + (left: UnfinishedExchanges, right: UnfinishedExchanges) -> UnfinishedExchanges {
        var sum = left
        sum.arriving += right.arriving
        sum.computing += right.computing
        sum.waiting += right.waiting
        sum.sending += right.sending
        return sum
    }

    /// `3 requests: 1 being computed, 2 waiting`; `no request`.
    package var description: String {
        let parts = [(arriving, "arriving"), (computing, "being computed"), (waiting, "waiting"), (sending, "being sent")]
            .filter { $0.0 > 0 }
        let count = parts.reduce(0) { $0 + $1.0 }
        if count == 0 { return "no request" }
        return "\(count == 1 ? "1 request" : "\(count) requests"): \(parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))"
    }
}
