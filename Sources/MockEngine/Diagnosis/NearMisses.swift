internal import HTTPMessage

/// Finds the stubs that a request nearly matched, and the requests that nearly match a pattern.
enum NearMisses {
    /// As many as WireMock gives.
    static let most = 3
    /// Up to so many stubs are compared field by field; of more, the ones whose URLs look nearest.
    private static let mostExamined = 256

    /// The nearest ones, closest first; among equals the order of matching.
    static func closest(to request: Request, at now: Timestamp, among routes: RouteTable) -> [(
        stub: CompiledStub, result: RequestMatchResult
    )] {
        let chosen = preselect(routes, request)
        // The limits are the same for all stubs.
        let facts = RequestFacts(request, MatchContext(limits: chosen.first?.matcher.limits ?? .standard, now: now))
        let examined = chosen.map { (stub: $0, result: $0.matcher.examine(facts)) }
        return nearest(examined) { $0.result.distance }
    }

    /// The nearest of some things, closest first.
    static func nearest<Element>(_ elements: [Element], distance: (Element) -> Double) -> [Element] {
        let measured = elements.enumerated().map { ($0.offset, distance($0.element)) }
        let sorted = measured.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0 < $1.0 }
        return sorted.prefix(most).map { elements[$0.0] }
    }

    /// In the order of matching.
    private static func preselect(_ routes: RouteTable, _ request: Request) -> [CompiledStub] {
        guard routes.count > mostExamined else { return routes.ordered }
        let sketch = URLSketch(request)
        // Sorted by counting: distances are small whole numbers.
        var groups = [[CompiledStub]](repeating: [], count: 64)
        for stub in routes.unordered {
            let group = min(stub.matcher.sketch.distance(to: sketch), groups.count - 1)
            if groups[group].count < mostExamined { groups[group].append(stub) }
        }
        return groups.joined().prefix(mostExamined).sorted { $0.precedes($1) }
    }
}
