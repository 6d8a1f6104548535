internal import Budget
internal import HTTPMessage
internal import StubModel

/// Finds the stubs that a request almost matched, and the requests that almost match a pattern.
enum NearMisses {
    /// How many are listed, as in WireMock.
    static let most = 3
    /// Up to this many stubs are compared field by field. If there are more, those with the most similar URLs are taken.
    private static let mostExamined = 256

    /// Sketches of twins are nearer: they take no notice of case and encoding, and slashes make little difference.
    private static let mostTwinDistance = 8

    /// The nearest ones of the request's listener, closest first; equals in matching order.
    /// - Parameters:
    ///   - budget: what the work is charged to; nil for a budget of its own. If it is used up, there are none.
    ///   - isOff: whether a stub's scenario or sequence keeps it from responding. Such a stub comes behind its equals; and
    ///     behind another one that names the request's method and URL as exactly, though it alone matches.
    static func closest(
        to request: Request, at now: Timestamp, among routes: RouteTable, within budget: WorkBudget? = nil,
        isOff: (CompiledStub) -> Bool = { _ in false }
    ) -> [(stub: CompiledStub, result: RequestMatchResult)] {
        // The limits are the same for all stubs.
        let limits = routes.unordered.first?.matcher.limits ?? .standard
        let context = MatchContext(limits: limits, now: now, budget: budget ?? WorkBudget(limits.request))
        return closest(to: RequestFacts(request, context, bodyLimit: MissLimits.bodyBytes), among: routes, isOff: isOff)
    }

    static func closest(
        to facts: RequestFacts, among routes: RouteTable, isOff: (CompiledStub) -> Bool = { _ in false }
    ) -> [(stub: CompiledStub, result: RequestMatchResult)] {
        let stubs = preselect(routes, facts.request)
        let ordered = stubs.filter { !isOff($0) } + stubs.filter(isOff)
        let measured = ordered.map { (stub: $0, distance: $0.matcher.distance(facts)) }
        let found = nearest(measured) { $0.distance }.map { (stub: $0.stub, result: $0.stub.matcher.examine(facts)) }
        guard facts.context.budget?.stop == nil else { return [] }
        // Those that were not compared before are now.
        let sorted = nearest(found) { $0.result.distance }
        // A modifier responds to nothing itself.
        guard let first = sorted.first(where: { !$0.stub.modifies }), first.result.isMatch, isOff(first.stub) else { return sorted }
        // It may be one that is switched on by a test, beside the stub that is meant: what differs there is told first. A stub for any URL
        // is not meant.
        let active = measured.filter { stub, _ in
            !isOff(stub) && !stub.modifies && stub.width <= first.stub.width
                && stub.isForURL(of: facts.request, within: facts.context.budget)
        }
        guard let stub = active.min(by: { $0.distance < $1.distance })?.stub, facts.context.budget?.stop == nil else { return sorted }
        let others = sorted.filter { $0.stub.id != stub.id && $0.stub.id != first.stub.id }.prefix(most - 2)
        return [(stub: stub, result: stub.matcher.examine(facts)), first] + others
    }

    /// A stub whose URL differs from the request's only in case, slashes or spelling, of those whose URLs look most similar: WireMock's
    /// distance counts each letter of another case, so it may not be among the nearest.
    /// - Parameter nearest: those that are known already.
    static func urlTwin(
        of request: Request, at now: Timestamp, among routes: RouteTable, besides nearest: [CompiledStub], within budget: WorkBudget
    ) -> (stub: CompiledStub, result: RequestMatchResult)? {
        let sketch = URLSketch(request)
        for stub in preselect(routes, request) where stub.matcher.accepts(methodOf: request) {
            guard stub.matcher.sketch.distance(to: sketch) <= mostTwinDistance, let url = stub.mapping.request.url,
                url.kind == .url || url.kind == .urlPath
            else { continue }
            let actual = url.kind == .url ? request.target : request.path
            guard budget.chargeSteps(url.text.utf8.count + actual.utf8.count) else { return nil }
            guard MissHints.urlTwin(expected: url.text, actual: actual) != nil, !nearest.contains(where: { $0.id == stub.id }) else {
                continue
            }
            let context = MatchContext(limits: stub.matcher.limits, now: now, budget: budget)
            let result = stub.matcher.examine(RequestFacts(request, context, bodyLimit: MissLimits.bodyBytes))
            return budget.stop == nil ? (stub, result) : nil
        }
        return nil
    }

    /// The nearest elements, closest first.
    static func nearest<Element>(_ elements: [Element], distance: (Element) -> Double) -> [Element] {
        let measured = elements.enumerated().map { ($0.offset, distance($0.element)) }
        let sorted = measured.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0 < $1.0 }
        return sorted.prefix(most).map { elements[$0.0] }
    }

    /// The stubs to compare, in matching order: those of the request's listener.
    static func preselect(_ routes: RouteTable, _ request: Request) -> [CompiledStub] {
        guard routes.count > mostExamined else { return routes.ordered.filter { $0.matcher.accepts(listenerOf: request) } }
        let sketch = URLSketch(request)
        // A counting sort: distances are small whole numbers.
        var groups = [[CompiledStub]](repeating: [], count: 64)
        for stub in routes.unordered where stub.matcher.accepts(listenerOf: request) {
            let group = min(stub.matcher.sketch.distance(to: sketch), groups.count - 1)
            if groups[group].count < mostExamined { groups[group].append(stub) }
        }
        return groups.joined().prefix(mostExamined).sorted { $0.precedes($1) }
    }
}

extension CompiledStub {
    /// Whether it names a URL, and has the request's listener, method and URL, whatever else it wants.
    func isForURL(of request: Request, within budget: WorkBudget?) -> Bool {
        mapping.request.url != nil && matcher.accepts(listenerOf: request) && matcher.accepts(methodOf: request)
            && (try? matcher.url.matches(request, within: budget)) ?? false
    }

    /// How many URLs it may be for: one, those of a template, those of a pattern, or all.
    fileprivate var width: Int {
        switch mapping.request.url?.kind {
        case .url?, .urlPath?: 0
        case .urlPathTemplate?: 1
        case .urlPattern?, .urlPathPattern?: 2
        case nil: 3
        }
    }
}
