/// What an exploration has found out.
public struct ExplorationReport: Hashable, Sendable, Decodable, CustomStringConvertible {
    /// The smallest order that fails.
    public struct Failure: Hashable, Sendable, Decodable {
        /// What the failure depends on, as a sentence.
        public let sentence: String
        /// The labels of the two or three requests that explain it. Nil when there are none.
        public let requests: [String]?
        /// The labels of its requests, in the order of their responses. Nil when the server does not say.
        public let order: [String]?
        /// Whether it is known to be the smallest; false if the runs were used up before. Nil when the server does not say.
        public let smallest: Bool?
        /// The schedule that shows it again, for ``ResponseOrder/schedule``. Nil when there is none.
        public let schedule: String?
        /// The line of a shell that shows it again. Nil when there is none.
        public let replay: String?
        /// Whether it failed again when it was run again. Nil when it was not run again.
        public let replayed: Bool?
    }

    /// How many orders were shown.
    public struct Coverage: Hashable, Sendable, Decodable {
        /// How many responses took part. Here and below nil when the server does not say.
        public let responses: Int?
        /// How many responses each of the orders has: 3 for every order of every three.
        public let responsesPerOrder: Int?
        /// How many orders there are of so many responses.
        public let orders: Int?
        /// How many of them can happen: the client decides the order of requests that are not in flight together.
        public let possible: Int?
        /// How many of them were shown.
        public let shown: Int?
        /// Whether all that can happen were shown. False when no order was changed.
        public let complete: Bool?

        private enum CodingKeys: String, CodingKey {
            case responses, responsesPerOrder = "of", orders, possible, shown, complete
        }
    }

    /// The exploration's id.
    public let id: String
    /// Whether no run is left.
    public let finished: Bool
    /// Whether the test passed in all orders that were shown.
    public let passed: Bool
    /// What was found, in one sentence.
    public let summary: String
    /// The requests' labels, in the order of the first run. Here and below nil when the server does not say.
    public let labels: [String]?
    /// How many orders were shown.
    public let covered: Coverage?
    /// Whether any two requests were in flight together, so that there was an order to change.
    public let overlapped: Bool?
    /// Whether an order was changed, so that something was tested: of two requests that were in flight together, each had its response
    /// first in some run, the runs sent the same requests, and something matched one of them.
    public let tested: Bool?
    /// How many requests came in all runs.
    public let requests: Int?
    /// How many of them nothing matched.
    public let unmatched: Int?
    /// The names of query parameters that differ from run to run, for ``ResponseOrder/ignoredQueryParameters``.
    public let differingQuery: [String]?
    /// Whether the first run failed, and passed when it was repeated with longer windows.
    public let repeatedFirstRun: Bool?
    /// The labels of pairs of requests that were never in flight together: the client decides their order.
    public let neverInFlightTogether: [[String]]?
    /// The smallest order that fails; nil when none does.
    public let failure: Failure?

    /// The summary, the order that fails, and the line that shows it again.
    public var description: String {
        var lines = [summary]
        if let order = failure?.order { lines += ["Order:"] + order.enumerated().map { "  \($0 + 1). \($1)" } }
        if let replay = failure?.replay { lines.append("Replay: \(replay)") }
        return lines.joined(separator: "\n")
    }
}
