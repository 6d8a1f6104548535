/// How much work one match may take, so that no pattern can hold a thread.
public struct MatchLimits: Sendable, Hashable {
    /// Backtracking steps (`limits.patternSteps`). A million take about 10 ms.
    public var steps: Int
    /// Backtracking points open at the same time (`limits.patternDepth`).
    public var depth: Int
    /// Memory of one match in KiB (`limits.patternMemory`).
    public var memoryKiB: Int

    public init(steps: Int = 5_000_000, depth: Int = 1_000_000, memoryKiB: Int = 65_536) {
        self.steps = steps
        self.depth = depth
        self.memoryKiB = memoryKiB
    }

    public static let standard = MatchLimits()
}

/// A match was stopped by one of its limits: whether the pattern matches is not known.
public struct MatchLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Limit: Sendable, Hashable { case steps, depth, memory }

    public let pattern: String
    public let limit: Limit
    public let limits: MatchLimits

    public var description: String {
        let stopped =
            switch limit {
            case .steps: "stopped after \(limits.steps) steps (limits.patternSteps)"
            case .depth: "stopped at \(limits.depth) open backtracking points (limits.patternDepth)"
            case .memory: "stopped at \(limits.memoryKiB) KiB of memory (limits.patternMemory)"
            }
        return "matching the pattern \"\(pattern)\" was \(stopped): it backtracks too often on this text. "
            + "Make its repetitions possessive (\"*+\") or more exact."
    }
}
