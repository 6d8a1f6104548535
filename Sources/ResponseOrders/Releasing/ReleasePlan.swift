/// In which order a session releases what it holds.
package enum ReleasePlan: Sendable, Hashable {
    /// When nothing arrives any more, the oldest request first.
    case arrival
    /// When nothing arrives any more, the newest request first.
    case reverse
    /// When nothing arrives any more, the first in this list; what is not in the list comes last, the oldest first.
    case preferred([RequestLabel])
    /// Exactly this order: each response waits for its turn, and nothing waits for the requests to cease. What is not in the order comes
    /// last, the oldest first.
    case replay(FullOrder)

    /// As a user's schedule means it: a full order is a replay.
    package init(_ schedule: Schedule) {
        self =
            switch schedule {
            case .arrival: .arrival
            case .reverse: .reverse
            case .order(let order): .replay(order)
            }
    }
}
