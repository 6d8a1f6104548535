import ResponseOrders
import JSONDocument
import Testing

@Suite struct ExplorationTests {
    /// Takes its responses in any order.
    private struct PatientClient: SimulatedClient {
        let first = (1...8).map { "GET /\($0)" }
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    /// The second request follows the first response, the third follows the second.
    private struct OneByOneClient: SimulatedClient {
        let first = ["GET /1"]
        mutating func receive(_ body: String, to request: String) -> [String] {
            switch request {
            case "GET /1": ["GET /2"]
            case "GET /2": ["GET /3", "GET /4"]
            default: []
            }
        }
        var isRight: Bool { true }
    }

    private struct AlwaysWrongClient: SimulatedClient {
        let first = ["GET /1", "GET /2"]
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { false }
    }

    /// Goes wrong when the second response comes first.
    private struct PickyClient: SimulatedClient {
        let first = ["GET /1", "GET /2"]
        var got: [String] = []
        mutating func receive(_ body: String, to request: String) -> [String] {
            got.append(request)
            return []
        }
        var isRight: Bool { got != ["GET /2", "GET /1"] }
    }

    /// The same test, whose requests are sent the other way round.
    private struct LatePickyClient: SimulatedClient {
        let first = ["GET /2", "GET /1"]
        var client = PickyClient()
        mutating func receive(_ body: String, to request: String) -> [String] { client.receive(body, to: request) }
        var isRight: Bool { client.isRight }
    }

    private struct SilentClient: SimulatedClient {
        let first: [String] = []
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    private static func settings(_ cover: CoverStrength = .triples, runs: Int = 64) -> Exploration.Settings {
        var settings = Exploration.Settings()
        settings.cover = cover
        settings.runs = runs
        return settings
    }

    private static func explore(_ client: any SimulatedClient.Type, _ settings: Exploration.Settings) throws -> Exploration {
        var exploration = Exploration(settings)
        while case .run(let run) = exploration.next() {
            let result = SimulatedRun(of: client, run.plan)
            try exploration.finish(run.number, passed: result.passed, result.record)
        }
        return exploration
    }

    @Test(arguments: [(1, true), (2, false)]) func nothingIsTestedWhenNothingMatched(unmatched: Int, isTested: Bool) throws {
        var exploration = Exploration(Self.settings(.pairs))
        while case .run(let run) = exploration.next() {
            var record = SimulatedRun(of: PatientClient.self, run.plan).record
            (record.requests, record.unmatched) = (2, unmatched)
            try exploration.finish(run.number, passed: true, record)
        }
        let report = ExplorationReport(exploration)
        let json = report.json()
        #expect(report.tested == isTested && json["tested"] == JSONValue(isTested))
        #expect(json["requests"] == 4 && json["unmatched"] == JSONValue(2 * unmatched))
        #expect(json["covered"]?["complete"] == JSONValue(isTested))
        let lines = report.lines(command: "-- test")
        #expect(lines[0] == "The test passes in all 2 runs\(isTested ? "" : ", but nothing matched any of its requests").")
        #expect(lines.contains { $0.contains("possible orders shown") } == isTested)
    }

    @Test func theFirstRunIsTheOrderOfArrivalAndAllElseWaitsForIt() throws {
        var exploration = Exploration()
        guard case .run(let run) = exploration.next() else { return #expect(Bool(false), "no run") }
        #expect(run.number == 0 && run.purpose == .first && run.plan == .arrival && run.schedule == "arrival")
        #expect(exploration.next() == .wait)
        let result = SimulatedRun(of: PatientClient.self, run.plan)
        try exploration.finish(0, passed: true, result.record)
        guard case .run(let second) = exploration.next() else { return #expect(Bool(false), "no run") }
        #expect(second.purpose == .explore && second.schedule.hasPrefix("o1.8.8-7-6-5-4-3-2-1."))
        guard case .run(let third) = exploration.next() else { return #expect(Bool(false), "runs go side by side") }
        #expect(third.number == 2)
    }

    @Test func triplesOfEightTakeAboutFourteenRuns() throws {
        let report = ExplorationReport(try Self.explore(PatientClient.self, Self.settings())).json()
        #expect((10...15).contains(report["runs"]?["total"]?.int ?? 0), "\(report["runs"]?.text() ?? "")")
        #expect(report["covered"]?.text() == #"{"responses":8,"of":3,"orders":336,"possible":336,"shown":336,"complete":true}"#)
        #expect(report["neverInFlightTogether"] == [])
        #expect(report["passed"] == true && report["failure"] == nil)
        #expect(report["diverged"] == [])
    }

    @Test func pairsTakeTwoRuns() throws {
        let report = ExplorationReport(try Self.explore(PatientClient.self, Self.settings(.pairs))).json()
        #expect(report["runs"]?["total"] == 2)
        #expect(report["covered"]?["complete"] == true)
        #expect(report["summary"] == "The test passes in all 2 runs.")
    }

    @Test func theMaximumCutsAndTheReportSaysWhatWasCovered() throws {
        let report = ExplorationReport(try Self.explore(PatientClient.self, Self.settings(runs: 5))).json()
        #expect(report["runs"]?["total"] == 5)
        #expect(report["covered"]?["complete"] == false)
        #expect(report["covered"]?["shown"]?.int ?? 0 > 150)
        #expect(report["finished"] == true)
    }

    @Test func ordersAtRandomLeaveAQuarterToShrinking() throws {
        let report = ExplorationReport(try Self.explore(PatientClient.self, Self.settings(.random, runs: 40))).json()
        #expect(report["runs"]?["total"] == 31)
    }

    @Test func whatWasNeverInFlightTogetherIsReported() throws {
        let report = ExplorationReport(try Self.explore(OneByOneClient.self, Self.settings(.pairs))).json()
        #expect(
            report["neverInFlightTogether"] == [
                ["GET /1 #1", "GET /2 #1"], ["GET /1 #1", "GET /3 #1"], ["GET /1 #1", "GET /4 #1"], ["GET /2 #1", "GET /3 #1"],
                ["GET /2 #1", "GET /4 #1"],
            ])
        #expect(report["covered"]?.text() == #"{"responses":4,"of":2,"orders":12,"possible":2,"shown":2,"complete":true}"#)
        #expect(report["diverged"]?.array?.first?["order"] == ["GET /1 #1", "GET /2 #1", "GET /4 #1", "GET /3 #1"])
    }

    @Test func aTestThatFailsInTheOrderOfArrivalIsNotExplored() throws {
        let report = ExplorationReport(try Self.explore(AlwaysWrongClient.self, Self.settings()))
        let sentence = "The test fails with each response in the order of its request. No other order was tried."
        #expect(report.sentence == sentence)
        #expect(report.lines(command: "-- test") == [sentence], "nothing is said about orders")
        #expect(report.replay == "arrival")
        #expect(report.json()["runs"]?["total"] == 2, "it is repeated with longer windows")
        #expect(report.json()["repeatedFirstRun"] == false)
    }

    /// On a busy machine a client may take responses in another order than they were sent.
    @Test func aFirstRunThatFailsOnceIsRepeatedWithoutHaste() throws {
        var exploration = Exploration(Self.settings(.pairs))
        var hurried: [Int] = []
        while case .run(let run) = exploration.next() {
            if !run.isUnhurried { hurried.append(run.number) }
            if run.number < 2 { #expect(run.purpose == .first && run.expected.isEmpty) }
            let result = SimulatedRun(of: PatientClient.self, run.plan)
            try exploration.finish(run.number, passed: run.number > 0, result.record)
        }
        #expect(hurried == [0])
        let report = ExplorationReport(exploration)
        #expect(!report.failed && report.json()["repeatedFirstRun"] == true)
        #expect(report.json()["covered"]?["complete"] == true)
        let line =
            "The first run failed, and passed when it was repeated with longer windows: the machine is busy, or the test is unsteady."
        #expect(report.lines(command: "").contains(line))
    }

    /// The first run fails in an order that its repeat, whose requests arrive the other way round, does not have.
    @Test func theOrderOfAFirstRunThatFailsIsRunAgain() throws {
        var exploration = Exploration(Self.settings(.pairs))
        while case .run(let run) = exploration.next() {
            let result =
                run.number == 0 ? SimulatedRun(of: LatePickyClient.self, run.plan) : SimulatedRun(of: PickyClient.self, run.plan)
            #expect(result.passed || run.number != 1)
            try exploration.finish(run.number, passed: result.passed, result.record)
        }
        let report = ExplorationReport(exploration)
        #expect(report.failed, "\(report.json().text())")
        #expect(report.json()["failure"]?["order"] == ["GET /2 #1", "GET /1 #1"])
    }

    @Test func aFirstRunThatFailsIsNotRepeatedBeyondTheLimitOfRuns() throws {
        let report = ExplorationReport(try Self.explore(AlwaysWrongClient.self, Self.settings(runs: 1)))
        #expect(report.failed && report.json()["runs"]?["total"] == 1)
    }

    @Test func aWindowWithoutHasteIsTenTimesAsLong() {
        for (settle, unhurried) in [(0, 0), (15, 150), (200, 1_000), (3_000, 3_000)] {
            var settings = ReleaseSettings()
            settings.settle = .milliseconds(settle)
            #expect(settings.unhurried == .milliseconds(unhurried))
        }
    }

    @Test func requestsThatNeverOverlapAreTold() throws {
        struct Client: SimulatedClient {
            let first = ["GET /1"]
            mutating func receive(_ body: String, to request: String) -> [String] { request == "GET /1" ? ["GET /2"] : [] }
            var isRight: Bool { true }
        }
        let report = ExplorationReport(try Self.explore(Client.self, Self.settings()))
        #expect(
            report.sentence.hasSuffix(", but no two of its requests were ever in flight together: there was no order to change."))
        #expect(report.json()["overlapped"] == false && report.json()["passed"] == true)
        let overlapping = ExplorationReport(try Self.explore(OneByOneClient.self, Self.settings()))
        #expect(overlapping.json()["overlapped"] == true, "two of its four requests are")
        #expect(!overlapping.sentence.contains("no order to change"))
    }

    @Test func theReportSaysHowManyResponsesTookPart() throws {
        let report = ExplorationReport(try Self.explore(PatientClient.self, Self.settings()))
        #expect(
            report.lines(command: "")[1].hasSuffix(
                " runs. 8 responses took part; every three of them in every order: 336 of 336 possible orders shown."))
    }

    @Test func laterRunsKnowWhatTheFirstHasSent() throws {
        var exploration = Exploration(Self.settings(.pairs))
        guard case .run(let first) = exploration.next() else { return #expect(Bool(false), "no run") }
        #expect(first.expected.isEmpty)
        try exploration.finish(0, passed: true, SimulatedRun(of: PatientClient.self, first.plan).record)
        guard case .run(let second) = exploration.next() else { return #expect(Bool(false), "no run") }
        #expect(second.expected.labels == Set((1...8).map { RequestLabel("GET /\($0)") }))
    }

    @Test func aTestWithoutRequestsHasNoOrders() throws {
        let report = ExplorationReport(try Self.explore(SilentClient.self, Self.settings()))
        #expect(report.sentence == "No request took part: there are no orders to try.")
        #expect(report.json()["passed"] == true)
    }

    @Test func aTestThatDependsOnMoreThanTheOrderIsCalledSo() throws {
        var exploration = Exploration(Self.settings())
        while case .run(let run) = exploration.next() {
            // Whatever the schedule, the responses come as in the first run.
            let result = SimulatedRun(of: PatientClient.self, .arrival)
            try exploration.finish(run.number, passed: run.number != 1, result.record)
        }
        let report = ExplorationReport(exploration)
        #expect(
            report.sentence
                == "The test fails in run 1, in an order in which it has passed: it depends on more than the order of responses.")
        #expect(report.json()["failure"]?["replayed"] == false)
    }

    @Test func aRunWithoutResultIsNotWaitedForWhenItIsLost() throws {
        var exploration = Exploration(Self.settings(.pairs))
        for _ in 0..<2 {
            guard case .run(let run) = exploration.next() else { return #expect(Bool(false), "no run") }
            #expect(run.purpose == .first, "without labels nothing can be planned")
            if run.number == 0 { try exploration.lose(0, RunRecord()) }
        }
        try exploration.finish(1, passed: true, SimulatedRun(of: PatientClient.self, .arrival).record)
        guard case .run(let reverse) = exploration.next() else { return #expect(Bool(false), "no run") }
        #expect(exploration.next() == .wait)
        try exploration.lose(reverse.number, RunRecord())
        while case .run(let run) = exploration.next() {
            let result = SimulatedRun(of: PatientClient.self, run.plan)
            try exploration.finish(run.number, passed: true, result.record)
        }
        let report = ExplorationReport(exploration).json()
        #expect(report["runs"]?["lost"] == 2)
        #expect(report["covered"]?["complete"] == true, "what the lost run would have shown is planned again")
    }

    @Test func resultsOfUnknownRunsAreRefused() throws {
        var exploration = Exploration()
        #expect(throws: ExplorationError.unknownRun(0, runs: 0)) { try exploration.finish(0, passed: true, RunRecord()) }
        _ = exploration.next()
        #expect(throws: ExplorationError.unknownRun(3, runs: 1)) { try exploration.finish(3, passed: true, RunRecord()) }
        #expect(throws: ExplorationError.unknownRun(-1, runs: 1)) { try exploration.finish(-1, passed: true, RunRecord()) }
        try exploration.finish(0, passed: true, RunRecord())
        #expect(throws: ExplorationError.alreadyOver(0)) { try exploration.finish(0, passed: false, RunRecord()) }
        #expect(ExplorationError.unknownRun(3, runs: 1).description == "there is no run 3: the last one that was taken is run 0")
    }

    @Test func shrinkingEndsWithTheRunsThatThereMayBe() throws {
        let report = ExplorationReport(try Self.explore(ThreeOfEightClient.self, Self.settings(.random, runs: 12))).json()
        #expect(report["runs"]?["total"]?.int ?? 99 <= 12)
    }

    @Test func retriesAndTimeOutsAreReported() throws {
        var exploration = Exploration(Self.settings(.pairs))
        _ = exploration.next()
        var record = RunRecord()
        record.arrivals = [RequestLabel("GET /a"), RequestLabel("GET /b")]
        record.releases = [
            .init(record.arrivals[0], arrived: 2, others: [record.arrivals[1]]), .init(record.arrivals[1], arrived: 2, others: []),
        ]
        try exploration.finish(0, passed: true, record)
        _ = exploration.next()
        record.arrivals.append(RequestLabel("GET /a", occurrence: 2))
        record.left = [RequestLabel("GET /a")]
        record.timedOut = [RequestLabel("GET /b")]
        record.beyondLimit = 3
        record.releases = [.init(record.arrivals[2], arrived: 3, others: [])]
        try exploration.finish(1, passed: true, record)
        let report = ExplorationReport(exploration).json()
        #expect(report["retries"] == [["run": 1, "request": "GET /a #2"]])
        #expect(report["clientLeft"] == [["run": 1, "request": "GET /a #1"]])
        #expect(report["timedOut"] == [["run": 1, "request": "GET /b #1"]])
        #expect(report["newRequests"] == [] && report["missingRequests"] == [])
        #expect(report["beyondLimit"] == 3)
    }
}
