internal import Budget

/// What one call of the admin API may take to compare: one budget, as of one request, for everything that the call looks at.
///
/// Belongs to one call. One thread at a time.
package final class ComparisonBudget {
    let limits: MatchingLimits
    let budget: WorkBudget

    package init(_ limits: MatchingLimits) {
        self.limits = limits
        budget = WorkBudget(limits.request)
    }

    /// What metadata are compared in.
    package func context(at now: Timestamp) -> MatchContext { MatchContext(limits: limits, now: now, budget: budget) }

    /// - Parameter undecided: why a comparison was not decided; nil if all were.
    /// - Throws: if the budget is used up or a comparison was not decided, so that the result may be wrong.
    package func check(_ undecided: String? = nil) throws(ComparisonStop) {
        if let stop = budget.stop { throw ComparisonStop(description: "\(stop)") }
        if let undecided { throw ComparisonStop(description: undecided) }
    }
}

/// A limit stopped a comparison, so that nobody knows what matches.
package struct ComparisonStop: Error, CustomStringConvertible {
    /// A sentence without a period, with the limit and its setting.
    package let description: String
}
