internal import HTTPMessage
package import JSONDocument
package import StubModel

/// A request pattern to find journal entries by.
package struct JournalCondition: Sendable {
    package let matcher: RequestMatcher
    /// The same without what it wants of the body; nil when it wants nothing of it.
    private let headMatcher: RequestMatcher?

    /// - Returns: nil when something is wrong with the pattern; all of that is then in the report.
    package init?(_ pattern: RequestPattern, _ registry: MatcherRegistry, _ report: ProblemReport) {
        var pattern = pattern
        // The journal has the requests of all listeners.
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

    /// Whether the entry's request meets it.
    /// - Parameter now: the moment of the question, which dates relative to now are compared with.
    package func verdict(on entry: JournalEntry, at now: Timestamp) -> JournalCount.Verdict {
        guard entry.bodyDigest != nil, let headMatcher else { return matcher.matches(entry.request, at: now) ? .matches : .differs }
        return headMatcher.matches(entry.request, at: now) ? .undecided : .differs
    }
}
