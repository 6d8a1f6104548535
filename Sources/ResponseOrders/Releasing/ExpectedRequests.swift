/// What earlier runs of a test say about the requests of the next one.
///
/// A request that arrived once when the client had certain responses is expected again as soon as it has these.
package struct ExpectedRequests: Sendable, Hashable {
    /// How many ways to arrive are kept for each request.
    private static let mostWays = 8

    /// For each request, the responses that had been released when it arrived: one set for each way in which that happened. No set contains
    /// another.
    private var ways: [RequestLabel: [Set<RequestLabel>]] = [:]

    /// Nothing is known, as in the first run.
    package init() {}

    /// Whether nothing is known.
    package var isEmpty: Bool { ways.isEmpty }

    /// The requests that have arrived in some run.
    package var labels: Set<RequestLabel> { Set(ways.keys) }

    /// Whether a request that has not arrived should be on its way.
    /// - Parameter released: the responses that the client has.
    package func expects(_ label: RequestLabel, after released: Set<RequestLabel>) -> Bool {
        ways[label]?.contains { $0.isSubset(of: released) } == true
    }

    /// Adds what a run has shown.
    package mutating func learn(from record: RunRecord) {
        var released: Set<RequestLabel> = []
        var releases = record.releases[...]
        for (place, label) in record.arrivals.enumerated() {
            while let release = releases.first, release.arrived <= place {
                released.insert(release.label)
                releases.removeFirst()
            }
            add(label, after: released)
        }
    }

    private mutating func add(_ label: RequestLabel, after released: Set<RequestLabel>) {
        var known = ways[label] ?? []
        if known.contains(where: { $0.isSubset(of: released) }) { return }
        known.removeAll { released.isSubset(of: $0) }
        if known.count < Self.mostWays { known.append(released) }
        ways[label] = known
    }
}
