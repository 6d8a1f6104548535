/// What an exploration has found out.
public struct ExplorationReport: Hashable, Sendable, Decodable, CustomStringConvertible {
    /// The smallest order that fails.
    public struct Failure: Hashable, Sendable, Decodable {
        /// What the failure depends on, as a sentence.
        public let sentence: String
        /// The two or three requests that explain it.
        public let requests: [String]?
        /// The order of the smallest failing run.
        public let order: [String]?
        /// False if the runs were used up before it was known to be the smallest.
        public let smallest: Bool?
        /// The schedule that shows it again: for ``ResponseOrder/schedule``.
        public let schedule: String?
        /// The line of a shell that shows it again.
        public let replay: String?
        /// Whether it failed again when it was run again.
        public let replayed: Bool?
    }

    /// How many orders were shown.
    public struct Coverage: Hashable, Sendable, Decodable {
        /// How many responses took part.
        public let responses: Int?
        /// How many responses each of the orders has: 3 for every order of every three.
        public let of: Int?
        /// All orders.
        public let orders: Int?
        /// Those that can happen.
        public let possible: Int?
        /// Those that were shown.
        public let shown: Int?
        /// Whether all that can happen were shown.
        public let complete: Bool?
    }

    /// Its id.
    public let id: String
    /// Whether no run is left.
    public let finished: Bool
    /// Whether the test passed in all orders.
    public let passed: Bool
    /// What was found, in one sentence.
    public let summary: String
    /// The requests' labels, in the order of the first run.
    public let labels: [String]?
    /// How many orders were shown.
    public let covered: Coverage?
    /// Whether any two requests were in flight together, so that there was an order to change.
    public let overlapped: Bool?
    /// Whether the first run failed, and passed when it was repeated with longer windows.
    public let repeatedFirstRun: Bool?
    /// Pairs of requests whose order the client decides.
    public let neverInFlightTogether: [[String]]?
    /// The smallest order that fails.
    public let failure: Failure?

    /// The summary, the order that fails, and the line that shows it again.
    public var description: String {
        var lines = [summary]
        if let order = failure?.order { lines += ["Order:"] + order.enumerated().map { "  \($0 + 1). \($1)" } }
        if let replay = failure?.replay { lines.append("Replay: \(replay)") }
        return lines.joined(separator: "\n")
    }
}
