internal import Budget
internal import HTTPMessage

/// Finds the stubs that a request almost matched, and the requests that almost match a pattern.
enum NearMisses {
    /// How many are listed, as in WireMock.
    static let most = 3
    /// Up to this many stubs are compared field by field. If there are more, those with the most similar URLs are taken.
    private static let mostExamined = 256

    /// The nearest ones, closest first; equals in matching order.
    /// - Parameter budget: what the work is charged to; nil for a budget of its own. If it is used up, there are none.
    static func closest(
        to request: Request, at now: Timestamp, among routes: RouteTable, within budget: WorkBudget? = nil
    ) -> [(stub: CompiledStub, result: RequestMatchResult)] {
        // The limits are the same for all stubs.
        let limits = routes.unordered.first?.matcher.limits ?? .standard
        let context = MatchContext(limits: limits, now: now, budget: budget ?? WorkBudget(limits.request))
        return closest(to: RequestFacts(request, context, bodyLimit: MissLimits.bodyBytes), among: routes)
    }

    static func closest(to facts: RequestFacts, among routes: RouteTable) -> [(stub: CompiledStub, result: RequestMatchResult)] {
        let measured = preselect(routes, facts.request).map { (stub: $0, distance: $0.matcher.distance(facts)) }
        let found = nearest(measured) { $0.distance }.map { ($0.stub, $0.stub.matcher.examine(facts)) }
        return facts.context.budget?.stop == nil ? found : []
    }

    /// The nearest elements, closest first.
    static func nearest<Element>(_ elements: [Element], distance: (Element) -> Double) -> [Element] {
        let measured = elements.enumerated().map { ($0.offset, distance($0.element)) }
        let sorted = measured.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0 < $1.0 }
        return sorted.prefix(most).map { elements[$0.0] }
    }

    /// The stubs to compare, in matching order.
    private static func preselect(_ routes: RouteTable, _ request: Request) -> [CompiledStub] {
        guard routes.count > mostExamined else { return routes.ordered }
        let sketch = URLSketch(request)
        // A counting sort: distances are small whole numbers.
        var groups = [[CompiledStub]](repeating: [], count: 64)
        for stub in routes.unordered {
            let group = min(stub.matcher.sketch.distance(to: sketch), groups.count - 1)
            if groups[group].count < mostExamined { groups[group].append(stub) }
        }
        return groups.joined().prefix(mostExamined).sorted { $0.precedes($1) }
    }
}
