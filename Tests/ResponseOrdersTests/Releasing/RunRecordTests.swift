import ResponseOrders
import Testing

@Suite struct RunRecordTests {
    private static func label(_ name: String, _ occurrence: Int = 1) -> RequestLabel {
        RequestLabel("GET /\(name)", occurrence: occurrence)
    }

    @Test func aReplayWaitsForAsManyRequestsAsThen() {
        var record = RunRecord()
        record.arrivals = [Self.label("a"), Self.label("b"), Self.label("c")]
        record.releases = [
            .init(Self.label("b"), arrived: 2, others: [Self.label("a")]),
            .init(Self.label("a"), arrived: 3, others: [Self.label("c")]),
            .init(Self.label("c"), arrived: 3, others: []),
        ]
        let order = record.replay(numbering: [Self.label("a"), Self.label("b")])
        #expect(order.steps.map(\.number) == [2, 1, 3])
        #expect(order.steps.map(\.arrivals) == [2, 3, 3])
        #expect(order.number(of: Self.label("c")) == 3)
        #expect(order.description.hasPrefix("o1.3.2:2-3:1-3."))
    }

    @Test func aReplayDoesNotWaitForWhoLeft() {
        var record = RunRecord()
        record.arrivals = [Self.label("a"), Self.label("b")]
        record.left = [Self.label("a")]
        record.releases = [.init(Self.label("b"), arrived: 2, others: [])]
        let order = record.replay(numbering: [Self.label("a"), Self.label("b")])
        #expect(order.steps.map(\.number) == [1] && order.steps.map(\.arrivals) == [1])
    }

    @Test func aRetryComesAfterItsClientLeft() {
        var record = RunRecord()
        record.arrivals = [Self.label("a"), Self.label("a", 2), Self.label("b"), Self.label("b", 2)]
        record.left = [Self.label("a")]
        #expect(record.retries == [Self.label("a", 2)])
    }

    @Test func pollingIsOneAfterTheOther() {
        var record = RunRecord()
        record.arrivals = (1...5).map { Self.label("poll", $0) }
        record.releases = record.arrivals.map { .init($0, arrived: $0.occurrence, others: []) }
        #expect(record.polling == [Self.label("poll", 5)])
        record.releases[1] = .init(Self.label("poll", 2), arrived: 3, others: [Self.label("poll", 3)])
        #expect(record.polling == [], "two at the same time are no polling")
    }
}
