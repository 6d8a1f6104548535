internal import Foundation
public import UnderstudyClient

/// Under which orders of its responses a test runs.
public struct EveryOrder: Sendable {
    /// Which orders are shown.
    public var cover: Exploration.Cover
    /// How many runs there are at most; those that make a failure smaller count too. At most 1,024.
    public var maximumRuns: Int
    /// How many runs go on at the same time; 16 when nil, which is the most for all tests of the process together.
    public var parallelRuns: Int?
    /// Which requests take part, and when a session has settled. Its schedule is not used.
    public var order: ResponseOrder
    /// A schedule to repeat in a single run, in place of all orders. The variable `UNDERSTUDY_REPLAY` does the same.
    public var replay: String?

    /// Orders of responses.
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
