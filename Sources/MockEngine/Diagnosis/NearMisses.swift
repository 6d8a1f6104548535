internal import HTTPMessage

/// Finds the stubs that a request nearly matched, and the requests that nearly match a pattern.
enum NearMisses {
    /// As many as WireMock gives.
    static let most = 3
    /// Up to so many stubs are compared field by field; of more, the ones whose URLs look nearest.
    private static let mostExamined = 256

    /// The nearest ones, closest first; among equals the order of the list.
    static func closest<Stub>(
        to request: Request, among stubs: some Collection<Stub>, matcher: (Stub) -> RequestMatcher
    ) -> [(stub: Stub, result: RequestMatchResult)] {
        let facts = RequestFacts(request)
        let examined = preselect(stubs, request, matcher).map { ($0, matcher($0).examine(facts)) }
        return nearest(examined) { $0.1.distance }.map { (stub: $0.0, result: $0.1) }
    }

    /// The nearest of some things, closest first.
    static func nearest<Element>(_ elements: [Element], distance: (Element) -> Double) -> [Element] {
        let measured = elements.enumerated().map { ($0.offset, distance($0.element)) }
        let sorted = measured.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0 < $1.0 }
        return sorted.prefix(most).map { elements[$0.0] }
    }

    private static func preselect<Stub>(
        _ stubs: some Collection<Stub>, _ request: Request, _ matcher: (Stub) -> RequestMatcher
    ) -> [Stub] {
        guard stubs.count > mostExamined else { return Array(stubs) }
        let sketch = URLSketch(request)
        // Counting sort: distances are small whole numbers.
        var groups = [[Stub]](repeating: [], count: 64)
        for stub in stubs {
            let group = min(matcher(stub).sketch.distance(to: sketch), groups.count - 1)
            if groups[group].count < mostExamined { groups[group].append(stub) }
        }
        return Array(groups.joined().prefix(mostExamined))
    }
}
