internal import HTTPMessage
package import JSONDocument
package import StubModel

/// A request pattern that selects journal entries.
package struct JournalCondition: Sendable {
    /// The compiled pattern.
    package let matcher: RequestMatcher
    /// The pattern without its conditions on the body; nil if it has none.
    private let headMatcher: RequestMatcher?

    /// Compiles a pattern.
    /// - Returns: nil if the pattern is invalid; everything wrong with it is then in the report.
    package init?(_ pattern: RequestPattern, _ registry: MatcherRegistry, _ report: ProblemReport) {
        var pattern = pattern
        // The journal holds the requests of all listeners.
        pattern.listener = pattern.listener ?? .any
        guard let matcher = RequestMatcher(pattern, registry, report) else { return nil }
        self.matcher = matcher
        if pattern.bodyPatterns.isEmpty && pattern.multipartPatterns.isEmpty && pattern.formParameters.isEmpty {
            headMatcher = nil
        } else {
            pattern.bodyPatterns = []
            pattern.multipartPatterns = []
            pattern.formParameters = []
            headMatcher = RequestMatcher(pattern, registry, report)
        }
    }

    /// Whether the entry's request meets the pattern.
    /// - Parameter now: what dates relative to now are compared with.
    /// - Parameter budget: of the call, for all entries.
    /// - Throws: if a limit stopped the comparison.
    package func verdict(
        on entry: JournalEntry, at now: Timestamp, within budget: ComparisonBudget
    ) throws(ComparisonStop) -> JournalCount.Verdict {
        guard entry.bodyDigest != nil, let headMatcher else {
            return try Self.isMet(matcher, entry, now, budget) ? .matches : .differs
        }
        return try Self.isMet(headMatcher, entry, now, budget) ? .undecided : .differs
    }

    private static func isMet(
        _ matcher: RequestMatcher, _ entry: JournalEntry, _ now: Timestamp, _ budget: ComparisonBudget
    ) throws(ComparisonStop) -> Bool {
        var facts: RequestFacts? = RequestFacts(entry.request, budget.context(at: now))
        let isMet = matcher.matches(entry.request, at: now, &facts)
        try budget.check(facts?.undecided)
        return isMet
    }
}
