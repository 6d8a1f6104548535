package import Budget

/// What matchers need besides the value: limits and the time.
///
/// Belongs to one request. Not thread-safe.
package struct MatchContext {
    /// What matching one request may take.
    package let limits: MatchingLimits
    /// What `now` means: the moment at which the request arrived. Nil if there is none; then no comparison with `now` matches.
    package let now: Timestamp?

    /// What the work is charged to; nil for nothing.
    package let budget: WorkBudget?

    package init(limits: MatchingLimits = .standard, now: Timestamp? = nil, budget: WorkBudget? = nil) {
        self.limits = limits
        self.now = now
        self.budget = budget
    }

    /// Standard limits, no time and no budget.
    package static var standard: MatchContext { MatchContext() }
}
