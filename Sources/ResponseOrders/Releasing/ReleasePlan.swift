/// The order in which a session releases held responses.
package enum ReleasePlan: Sendable, Hashable {
    /// When no more requests arrive, the oldest request first.
    case arrival
    /// When no more requests arrive, the newest request first.
    case reverse
    /// When no more requests arrive, the first in this list. Requests that are not in the list come last, oldest first.
    case preferred([RequestLabel])
    /// Exactly this order: each response is released when it is its turn, without waiting for requests to stop arriving. Requests that are
    /// not in the order come last, oldest first.
    case replay(FullOrder)

    /// The plan for a user's schedule; a full order is a replay.
    package init(_ schedule: Schedule) {
        self =
            switch schedule {
            case .arrival: .arrival
            case .reverse: .reverse
            case .order(let order): .replay(order)
            }
    }
}
