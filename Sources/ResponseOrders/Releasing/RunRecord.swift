/// What one run did, in labels.
package struct RunRecord: Sendable, Hashable {
    /// One response that went out.
    package struct Release: Sendable, Hashable {
        package let label: RequestLabel
        /// How many requests had arrived until then: a prefix of `arrivals`.
        package let arrived: Int
        /// The other requests that were held at that moment, the oldest first: this one could have been after them.
        package let others: [RequestLabel]

        package init(_ label: RequestLabel, arrived: Int, others: [RequestLabel]) {
            self.label = label
            self.arrived = arrived
            self.others = others
        }
    }

    /// The requests that took part, in the order of their arrival.
    package var arrivals: [RequestLabel] = []
    /// In the order in which they went out.
    package var releases: [Release] = []
    /// Whose client left while they were held: a time-out of the client, or a cancellation.
    package var left: [RequestLabel] = []
    /// Which were held longer than a request may be.
    package var timedOut: [RequestLabel] = []
    /// Whose receipt the client did not acknowledge in time, so that the next one did not wait for it.
    package var unacknowledged: [RequestLabel] = []
    /// How many requests took no part because the run had as many as it may have.
    package var beyondLimit = 0
    /// Why the replay ended; nil when it did not, or was none.
    package var divergence: Divergence?

    package init() {}

    /// The labels in the order in which their responses went out.
    package var order: [RequestLabel] { releases.map(\.label) }

    /// The order that repeats this run: each response waits until the same number of requests has arrived.
    /// - Parameter labels: numbers them, in this order; what is not among them comes after them.
    package func replay(numbering labels: [RequestLabel]) -> FullOrder {
        let released = order
        let known = labels.filter(Set(released).contains)
        let numbered = known + released.filter { !Set(known).contains($0) }
        let places = Dictionary(uniqueKeysWithValues: zip(numbered, 1...))
        // Who left before the turn came is not in the order, and nobody waits for it.
        let arrived = releases.map { release in arrivals.prefix(release.arrived).count { places[$0] != nil } }
        return FullOrder(numbers: released.compactMap { places[$0] }, arrivals: arrived, labels: numbered)
    }
}
