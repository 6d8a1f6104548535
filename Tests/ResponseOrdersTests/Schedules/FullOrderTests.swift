import ResponseOrders
import Testing

@Suite struct FullOrderTests {
    private static let labels = ["GET /a", "GET /b", "PUT /c"].map { RequestLabel($0) }

    @Test func anOrderFindsItsLabels() throws {
        let order = FullOrder(numbers: [3, 1, 2], labels: Self.labels)
        #expect(Self.labels.map(order.number) == [1, 2, 3])
        #expect(order.number(of: RequestLabel("GET /a", occurrence: 2)) == nil)
        let read = try FullOrder(order.description)
        #expect(read == order)
        #expect(Self.labels.map(read.number) == [1, 2, 3])
    }

    @Test func anOrderWithoutChecksKnowsNoLabel() {
        #expect(FullOrder(numbers: [2, 1]).number(of: Self.labels[0]) == nil)
    }

    @Test func arrivalsNeverFall() {
        let order = FullOrder(numbers: [2, 1, 3], arrivals: [3, 1, 1])
        #expect(order.steps.map(\.arrivals) == [3, 3, 3])
        #expect(order.description == "o1.3.3:2-1-3")
    }

    /// Six digits differ by chance between some of the most labels that there may be; then all are longer.
    @Test func checksAreAsLongAsTheyMustBeToDiffer() {
        var lengths: Set<Int> = []
        for run in 0..<2_000 {
            let labels = (0..<FullOrder.maximumCount).map { RequestLabel("GET /\(run)/\($0)") }
            let order = FullOrder(numbers: Array(1...FullOrder.maximumCount), labels: labels)
            #expect(Set(order.checks).count == labels.count)
            lengths.formUnion(order.checks.map(\.utf8.count))
        }
        #expect(lengths == [6, 7])
    }
}
