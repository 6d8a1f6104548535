import ResponseOrders
import Testing

@Suite struct RequestLabellerTests {
    private static func labels(_ targets: [String], ignoring names: Set<String> = []) -> [String] {
        var labeller = RequestLabeller(ignoringQuery: names)
        return targets.map { target in
            let parts = target.split(separator: "?", maxSplits: 1)
            return labeller.label(method: "GET", path: String(parts[0]), query: parts.count > 1 ? Array(parts[1].utf8)[...] : nil)
                .description
        }
    }

    @Test func aLabelHasMethodPathQueryAndAnOccurrenceNumber() {
        #expect(
            Self.labels(["/feed?page=1", "/feed?page=2", "/feed?page=1", "/feed"]) == [
                "GET /feed?page=1 #1", "GET /feed?page=2 #1", "GET /feed?page=1 #2", "GET /feed #1",
            ])
    }

    @Test func ignoredPartsOfTheQueryDoNotCount() {
        #expect(
            Self.labels(["/a?ts=1&x=2&t%73=3", "/a?x=2&ts=9", "/a?ts=7", "/a?tsx=1"], ignoring: ["ts"]) == [
                "GET /a?x=2 #1", "GET /a?x=2 #2", "GET /a #1", "GET /a?tsx=1 #1",
            ])
    }

    @Test func theMethodCounts() {
        var labeller = RequestLabeller()
        let get = labeller.label(method: "GET", path: "/a", query: nil)
        let put = labeller.label(method: "PUT", path: "/a", query: nil)
        #expect(get.occurrence == 1 && put.occurrence == 1 && get != put)
    }

    /// Schedules that were written down must mean the same for ever.
    @Test func fingerprintsNeverChange() {
        #expect(RequestLabel("GET /feed").fingerprint == RequestLabel("GET /feed").fingerprint)
        #expect(RequestLabel("GET /feed").fingerprint != RequestLabel("GET /feed", occurrence: 2).fingerprint)
        #expect(String(RequestLabel("GET /feed").fingerprint, radix: 16) == "636b083f815c75d")
    }
}
