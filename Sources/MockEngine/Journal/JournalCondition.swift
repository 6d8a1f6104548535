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
        let facts = RequestFacts(entry.request, budget.context(at: now), form: entry.form)
        guard entry.bodyDigest != nil, let headMatcher else {
            let verdict = Self.verdict(of: matcher, on: facts, at: now)
            try budget.check(facts.undecided)
            return verdict
        }
        let verdict = Self.verdict(of: headMatcher, on: facts, at: now)
        try budget.check(facts.undecided)
        return verdict == .matches ? .undecided : verdict
    }

    /// Whether a request meets the pattern that has just arrived, and is there as it came.
    /// - Parameter form: where to find what an upload form says.
    func verdict(on request: Request, _ form: UploadForm, at now: Timestamp) -> JournalCount.Verdict {
        Self.verdict(of: matcher, on: matcher.facts(request, at: now, form), at: now)
    }

    private static func verdict(of matcher: RequestMatcher, on facts: RequestFacts, at now: Timestamp) -> JournalCount.Verdict {
        var known: RequestFacts? = facts
        guard matcher.matches(facts.request, at: now, &known) else { return .differs }
        return facts.assumesForm ? .undecided : .matches
    }
}
