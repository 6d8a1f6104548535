internal import Foundation
public import UnderstudyClient

/// The orders of its responses in which a test runs.
public struct EveryOrder: Sendable {
    /// Which orders are shown.
    public var cover: Exploration.Cover
    /// How many runs there are at most; those that make a failure smaller count too. At most 1,024.
    public var maximumRuns: Int
    /// How many runs go on at the same time; 16 when nil, which is the most for all tests of this process together.
    public var parallelRuns: Int?
    /// Which requests take part, and when a session has settled. The schedule in it is not used.
    public var order: ResponseOrder
    /// A schedule to repeat in a single run, in place of all orders; nil for all orders. The variable `UNDERSTUDY_REPLAY` does the same,
    /// and wins.
    public var replay: String?

    /// The orders of a cover, at most so many runs.
    ///
    /// - Parameters:
    ///   - cover: which orders are shown.
    ///   - maximumRuns: how many runs there are at most; those that make a failure smaller count too. At most 1,024.
    ///   - parallelRuns: how many go on at the same time; 16 when nil.
    ///   - order: which requests take part, and when a session has settled.
    ///   - replay: a schedule to repeat in a single run; nil for all orders.
    public init(
        _ cover: Exploration.Cover = .triples, maximumRuns: Int = 64, parallelRuns: Int? = nil, order: ResponseOrder = ResponseOrder(),
        replay: String? = nil
    ) {
        self.cover = cover
        self.maximumRuns = maximumRuns
        self.parallelRuns = parallelRuns
        self.order = order
        self.replay = replay
    }

    /// The variable of the environment with a schedule to repeat.
    static let replayVariable = "UNDERSTUDY_REPLAY"

    /// The order of a single run; nil when all are to be shown.
    var replayedOrder: ResponseOrder? {
        let named = ProcessInfo.processInfo.environment[Self.replayVariable].flatMap { $0.isEmpty ? nil : $0 }
        guard let schedule = named ?? replay else { return nil }
        var order = order
        order.schedule = schedule
        return order
    }

    /// How many runs of all tests go on at the same time. They wait more than they work.
    static let mostRunsAtOnce = 16

    var width: Int { max(1, parallelRuns ?? Self.mostRunsAtOnce) }
}
