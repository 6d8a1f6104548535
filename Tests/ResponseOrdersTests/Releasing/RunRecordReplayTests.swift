import Testing

@testable import ResponseOrders

@Suite struct RunRecordReplayTests {
    private static func record(_ released: String...) -> RunRecord {
        var record = RunRecord()
        record.arrivals = released.map { RequestLabel("GET /\($0)") }
        record.releases = record.arrivals.map { .init($0, arrived: released.count, others: []) }
        return record
    }

    private static let order = FullOrder(numbers: [2, 1], labels: [RequestLabel("GET /a"), RequestLabel("GET /b")])

    @Test func aReplayThatShowsItsOrderDepartsFromNothing() {
        #expect(Self.record("b", "a").departure(from: Self.order) == nil)
        #expect(Self.record("b", "a", "c").departure(from: Self.order) == nil, "others may come behind it")
    }

    @Test func requestsThatDoNotArriveAreTold() {
        #expect(
            Self.record("b").departure(from: Self.order)
                == "The run diverged from its schedule: 1 of its 2 responses were released, and the other requests did not arrive.")
        #expect(
            Self.record("x").departure(from: Self.order)
                == "The run diverged from its schedule: 0 of its 2 responses were released, and the other requests did not arrive. "
                + "Not in the order: GET /x #1.")
    }

    @Test func withoutChecksRequestsAreCounted() throws {
        let order = try FullOrder("o1.2.2-1")
        #expect(Self.record("x", "y").departure(from: order) == nil)
        #expect(Self.record("x").departure(from: order)?.contains("1 of its 2 responses") == true)
    }

    @Test func aDivergenceIsToldInItsOwnWords() {
        var record = Self.record("b")
        record.divergence = Divergence(number: 1, released: 1, count: 2, arrived: 1, needed: 2, held: [])
        #expect(record.departure(from: Self.order)?.contains("step 2 of 2") == true)
    }
}
