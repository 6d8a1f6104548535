package import Budget

/// Limits of one match, so that no pattern can block a thread.
package struct MatchLimits: Sendable, Hashable {
    /// Backtracking steps (`limits.patternSteps`). A million take about 10 ms.
    package var steps: Int
    /// Simultaneously open backtracking points (`limits.patternDepth`).
    package var depth: Int
    /// Memory of one match in KiB (`limits.patternMemory`).
    package var memoryKiB: Int

    package init(steps: Int = 5_000_000, depth: Int = 1_000_000, memoryKiB: Int = 65_536) {
        self.steps = steps
        self.depth = depth
        self.memoryKiB = memoryKiB
    }

    /// The default limits.
    package static let standard = MatchLimits()
}

/// A match was stopped by one of its limits: whether the pattern matches is unknown.
package struct MatchLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which limit was reached.
    package enum Limit: Sendable, Hashable {
        case steps, depth, memory
        /// What the request may take in all.
        case request(WorkBudget.Stop)
    }

    /// The pattern, as it was given.
    package let pattern: String
    /// Which limit was reached.
    package let limit: Limit
    /// The limits of the pattern.
    package let limits: MatchLimits

    /// The setting of the limit.
    package var setting: String? {
        switch limit {
        case .steps: "limits.patternSteps"
        case .depth: "limits.patternDepth"
        case .memory: "limits.patternMemory"
        case .request(let stop): stop.setting
        }
    }

    /// One sentence with the limit and its setting, and a second with what to do.
    package var description: String {
        let stopped =
            switch limit {
            case .steps: "stopped after \(limits.steps) steps (limits.patternSteps)"
            case .depth: "stopped at \(limits.depth) open backtracking points (limits.patternDepth)"
            case .memory: "stopped at \(limits.memoryKiB) KiB of memory (limits.patternMemory)"
            case .request(let stop): "stopped: \(stop)"
            }
        return "matching the pattern \"\(pattern)\" was \(stopped): it backtracks too often on this text. "
            + "Make its repetitions possessive (\"*+\") or more exact."
    }
}
