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
        let verdict = verdict(on: facts, hasBody: entry.bodyDigest == nil, at: now)
        try budget.check(facts.undecided)
        return verdict
    }

    /// Whether a request that has just arrived meets the pattern.
    /// - Parameter form: where to find what an upload form says.
    func verdict(on request: Request, _ form: UploadForm, at now: Timestamp) -> JournalCount.Verdict {
        verdict(on: matcher.facts(request, at: now, form), hasBody: !request.lacksAnnouncedBody, at: now)
    }

    /// - Parameter hasBody: whether the request has the whole body; otherwise conditions on it are undecided.
    private func verdict(on facts: RequestFacts, hasBody: Bool, at now: Timestamp) -> JournalCount.Verdict {
        let partial = hasBody ? nil : headMatcher
        var known: RequestFacts? = facts
        guard (partial ?? matcher).matches(facts.request, at: now, &known) else { return .differs }
        return facts.assumesForm || partial != nil ? .undecided : .matches
    }
}
