import ResponseOrders
import Testing

@Suite struct ExpectedRequestsTests {
    /// Names are single letters: "a", "b" arrive, and "a!" is released.
    private static func record(_ events: String) -> RunRecord {
        var record = RunRecord()
        for event in events.split(separator: " ") {
            let label = RequestLabel("GET /\(event.first ?? " ")")
            if event.hasSuffix("!") {
                record.releases.append(.init(label, arrived: record.arrivals.count, others: []))
            } else {
                record.arrivals.append(label)
            }
        }
        return record
    }

    private static func labels(_ names: String) -> Set<RequestLabel> { Set(names.map { RequestLabel("GET /\($0)") }) }

    private static func expected(_ runs: String...) -> ExpectedRequests {
        var expected = ExpectedRequests()
        for run in runs { expected.learn(from: record(run)) }
        return expected
    }

    private static func expects(_ expected: ExpectedRequests, _ name: String, after released: String) -> Bool {
        expected.expects(RequestLabel("GET /\(name)"), after: labels(released))
    }

    @Test func nothingIsExpectedBeforeTheFirstRun() {
        #expect(ExpectedRequests().isEmpty)
        #expect(!Self.expects(ExpectedRequests(), "a", after: ""))
    }

    @Test func aRequestIsExpectedWithTheResponsesThatItFollowed() {
        let expected = Self.expected("a b a! c b! c!")
        #expect(!expected.isEmpty && expected.labels == Self.labels("abc"))
        #expect(Self.expects(expected, "b", after: ""))
        #expect(!Self.expects(expected, "c", after: ""))
        #expect(!Self.expects(expected, "c", after: "b"))
        #expect(Self.expects(expected, "c", after: "a"))
        #expect(Self.expects(expected, "c", after: "ab"))
    }

    @Test func eachWayToArriveCounts() {
        let expected = Self.expected("a b a! c", "a b b! c")
        #expect(Self.expects(expected, "c", after: "a") && Self.expects(expected, "c", after: "b"))
        #expect(!Self.expects(expected, "c", after: ""))
    }

    @Test func anEarlierArrivalReplacesALaterOne() {
        let expected = Self.expected("a a! b b! c", "a c b", "a a! c")
        #expect(Self.expects(expected, "c", after: ""))
        #expect(Self.expects(expected, "b", after: ""))
    }

    @Test func theNumberOfWaysIsLimited() {
        var expected = ExpectedRequests()
        for letter in "abcdefghijkl" { expected.learn(from: Self.record("\(letter) \(letter)! z")) }
        let ways = "abcdefghijkl".count { Self.expects(expected, "z", after: String($0)) }
        #expect(ways == 8)
    }
}
