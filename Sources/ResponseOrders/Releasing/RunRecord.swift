/// What happened in one run, in labels.
package struct RunRecord: Sendable, Hashable {
    /// One released response.
    package struct Release: Sendable, Hashable {
        /// The request.
        package let label: RequestLabel
        /// How many requests had arrived before: a prefix of `arrivals`.
        package let arrived: Int
        /// The other requests that were held at that moment, oldest first: they could have been released instead.
        package let others: [RequestLabel]

        package init(_ label: RequestLabel, arrived: Int, others: [RequestLabel]) {
            self.label = label
            self.arrived = arrived
            self.others = others
        }
    }

    /// The requests that took part, in the order of arrival.
    package var arrivals: [RequestLabel] = []
    /// In the order of release.
    package var releases: [Release] = []
    /// Requests whose client left while they were held: a client's time-out, or a cancellation.
    package var left: [RequestLabel] = []
    /// Requests that reached the time limit of a hold.
    package var timedOut: [RequestLabel] = []
    /// Requests whose response the client did not acknowledge in time, so that the next release did not wait.
    package var unacknowledged: [RequestLabel] = []
    /// How many requests did not take part because the run had reached its limit.
    package var beyondLimit = 0
    /// Why the replay ended early; nil when it did not, or the run is not a replay.
    package var divergence: Divergence?
    /// How many requests came in the run, whether they took part or not, and how many of them nothing matched.
    package var requests = 0, unmatched = 0

    package init() {}

    /// Whether any two requests were in flight together.
    package var overlaps: Bool { releases.contains { !$0.others.isEmpty } }

    /// The labels in the order of release.
    package var order: [RequestLabel] { releases.map(\.label) }

    /// The order that repeats this run: each response is released after the same number of arrivals.
    /// - Parameter labels: the labels in the order of their numbers; others come after them.
    package func replay(numbering labels: [RequestLabel]) -> FullOrder {
        let released = order
        let known = labels.filter(Set(released).contains)
        let numbered = known + released.filter { !Set(known).contains($0) }
        let places = Dictionary(uniqueKeysWithValues: zip(numbered, 1...))
        // Requests whose client left before their turn are not in the order.
        let arrived = releases.map { release in arrivals.prefix(release.arrived).count { places[$0] != nil } }
        return FullOrder(numbers: released.compactMap { places[$0] }, arrivals: arrived, labels: numbered)
    }
}
