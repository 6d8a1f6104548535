/// How much work one match may take, so that no pattern can hold a thread.
package struct MatchLimits: Sendable, Hashable {
    /// Backtracking steps (`limits.patternSteps`). A million take about 10 ms.
    package var steps: Int
    /// Backtracking points open at the same time (`limits.patternDepth`).
    package var depth: Int
    /// Memory of one match in KiB (`limits.patternMemory`).
    package var memoryKiB: Int

    package init(steps: Int = 5_000_000, depth: Int = 1_000_000, memoryKiB: Int = 65_536) {
        self.steps = steps
        self.depth = depth
        self.memoryKiB = memoryKiB
    }

    package static let standard = MatchLimits()
}

/// A match was stopped by one of its limits: whether the pattern matches is not known.
package struct MatchLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Limit: Sendable, Hashable { case steps, depth, memory }

    package let pattern: String
    package let limit: Limit
    package let limits: MatchLimits

    package var description: String {
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
