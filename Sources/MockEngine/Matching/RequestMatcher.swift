internal import Budget
package import HTTPMessage
package import JSONDocument
internal import RegularExpression
package import StubModel

/// A compiled request pattern. Immutable. Any thread.
///
/// Cheap conditions are tested first: listener, method and URL, then the other conditions on the head, then those on the body.
package struct RequestMatcher: Sendable {
    let listener: ListenerPattern
    /// Nil for any method.
    let method: MethodMatcher?
    /// Nil if there are no conditions besides method and URL.
    let conditions: RequestConditions?
    let url: URLMatcher
    /// A fingerprint that tells near misses from distant ones.
    let sketch: URLSketch
    /// The same for all stubs of an engine.
    let limits: MatchingLimits

    /// Compiles a pattern.
    /// - Returns: nil if the pattern is invalid; everything wrong with it is then in the report.
    package init?(_ pattern: borrowing RequestPattern, _ registry: MatcherRegistry = .builtIn, _ report: ProblemReport) {
        let before = report.problems.count
        let url = URLMatcher(pattern.url, registry.limits.patterns, report)
        conditions = RequestConditions(pattern, registry, report)
        guard report.problems.count == before, let url else { return nil }
        self.url = url
        sketch = URLSketch(url)
        limits = registry.limits
        method = pattern.method.map { MethodMatcher($0) }
        let isAddressed = pattern.host != nil || pattern.port != nil
        listener = pattern.s3 != nil ? .s3 : pattern.listener ?? (isAddressed ? .any : .http)
    }

    /// Whether the request meets the pattern.
    /// - Parameter now: what dates relative to now are compared with.
    package func matches(_ request: Request, at now: Timestamp) -> Bool {
        var facts: RequestFacts?
        return matches(request, at: now, &facts)
    }

    /// Whether the request meets the pattern.
    /// - Parameters:
    ///   - steps: after how many steps the work pauses (`WorkBudget`); nil for never.
    ///   - facts: made when first needed, then reused. They hold the request's budget: its `stop` tells whether the result counts.
    func matches(_ request: Request, at now: Timestamp, pausingAfter steps: Int? = nil, _ facts: inout RequestFacts?) -> Bool {
        guard accepts(listenerOf: request), accepts(methodOf: request) else { return false }
        do throws(MatchLimitError) {
            let quickly = try url.matchesQuickly(request)
            if quickly == false { return false }
            if quickly == nil, try !url.matches(request, within: known(&facts, request, now, steps).context.budget) { return false }
        } catch {
            let facts = known(&facts, request, now, steps)
            if facts.context.budget?.stop == nil { facts.note(.undecided("\(error)")) }
            return false
        }
        return conditions?.accept(known(&facts, request, now, steps), self) ?? true
    }

    private func known(_ facts: inout RequestFacts?, _ request: Request, _ now: Timestamp, _ steps: Int?) -> RequestFacts {
        if let facts { return facts }
        let made = self.facts(request, at: now, pausingAfter: steps)
        facts = made
        return made
    }

    /// What is compared with the pattern, with a budget of its own.
    /// - Parameter form: where to find what an upload form says.
    func facts(_ request: Request, at now: Timestamp, _ form: UploadForm = .inBody, pausingAfter steps: Int? = nil) -> RequestFacts {
        let budget = WorkBudget(limits.request, pausingAfter: steps)
        return RequestFacts(request, MatchContext(limits: limits, now: now, budget: budget), form: form)
    }

    @inline(__always)
    func accepts(listenerOf request: Request) -> Bool { listener.includes(request.arrival.listener) }

    @inline(__always)
    func accepts(methodOf request: Request) -> Bool { method?.matches(request) ?? true }

    /// The values of the path template's variables; empty if the pattern has no template or the path does not match.
    func pathParameters(_ request: Request) -> [(name: String, value: String)] {
        guard case .template(let template) = url else { return [] }
        return template.values(request.pathBytes) ?? []
    }
}
