import ResponseOrders
import JSONDocument
import Testing

/// Explorations of clients whose requests differ from run to run.
@Suite struct RequestDifferencesTests {
    /// Two requests at once, whose query has another value in each run.
    private struct StampedClient: SimulatedClient {
        private let stamp = UInt64.random(in: 0...UInt64.max)
        var first: [String] { ["GET /a?page=1&t%73=\(stamp)", "GET /b?ts=\(stamp)"] }
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    /// Two requests at once, whose path has another part in each run.
    private struct NumberedClient: SimulatedClient {
        private let number = UInt64.random(in: 0...UInt64.max)
        var first: [String] { ["GET /a/\(number)", "GET /b/\(number)"] }
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    /// Three requests at once, one of which is another one in each run.
    private struct PartlyStampedClient: SimulatedClient {
        private let stamp = UInt64.random(in: 0...UInt64.max)
        var first: [String] { ["GET /a", "GET /b", "GET /c?page=1&ts=\(stamp)"] }
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    /// Many requests at once that have the same query parameters, one of which has another value in each run.
    private struct ManyStampsClient: SimulatedClient {
        private let stamp = UInt64.random(in: 0...UInt64.max)
        private static let same = (1...20).map { "p\($0)=v" }.joined(separator: "&")
        var first: [String] { ["GET /a", "GET /b"] + (0..<30).map { "GET /feed?\(Self.same)&i=\($0)&ts=\(stamp)" } }
        mutating func receive(_ body: String, to request: String) -> [String] { [] }
        var isRight: Bool { true }
    }

    /// Its last request depends on which response came last.
    private struct DependentClient: SimulatedClient {
        let first = ["GET /a", "GET /b", "GET /c"]
        private var got: [String] = []
        mutating func receive(_ body: String, to request: String) -> [String] {
            got.append(body)
            return got.count == 3 ? ["GET /next?after=\(body)"] : []
        }
        var isRight: Bool { true }
    }

    private static func explore(
        _ client: any SimulatedClient.Type, _ cover: CoverStrength = .triples, runs: Int = 64
    ) throws -> ExplorationReport {
        var settings = Exploration.Settings()
        settings.cover = cover
        settings.runs = runs
        var exploration = Exploration(settings)
        while case .run(let run) = exploration.next() {
            let result = SimulatedRun(of: client, run.plan)
            try exploration.finish(run.number, passed: result.passed, result.record)
        }
        return ExplorationReport(exploration)
    }

    @Test func aTimeStampInTheQueryIsNamedAndNothingCountsAsTested() throws {
        let report = try Self.explore(StampedClient.self)
        let sentence =
            "The test passes in all 2 runs, but its requests differ from run to run: GET /a has another ts; GET /b has another ts."
        #expect(report.lines(command: "") == [sentence], "nothing is said about orders")
        #expect(!report.tested && report.overlapped && report.differingQuery == ["ts"])
        let json = report.json()
        #expect(json["tested"] == false && json["differingQuery"] == ["ts"])
        #expect(json["covered"]?["complete"] == false)
        #expect(json["neverInFlightTogether"] == [], "requests of different runs cannot be")
        #expect(json["runs"]?["total"] == 2, "further orders would show no more")
    }

    @Test func anotherPathIsNamed() throws {
        let report = try Self.explore(NumberedClient.self)
        #expect(report.sentence.contains(#/its requests differ from run to run: run 1 sent GET \/a\/\d+ #1, but not GET \/a\/\d+ #1\.$/#))
        #expect(!report.tested && report.differingQuery == [])
    }

    @Test func aRequestThatDiffersBesideOthersIsNamed() throws {
        let report = try Self.explore(PartlyStampedClient.self, .pairs)
        #expect(report.tested && report.sentence.wholeMatch(of: #/The test passes in all \d+ runs\./#) != nil)
        #expect(report.lines(command: "").contains("The requests differ from run to run: GET /c has another ts."))
        #expect(report.json()["covered"]?["complete"] == false)
        #expect(report.json()["neverInFlightTogether"] == [])
    }

    /// Of all new requests of the same form, the one that differs least stands for the missing one.
    @Test(.timeLimit(.minutes(1))) func theParameterOfManyRequestsIsNamed() throws {
        let report = try Self.explore(ManyStampsClient.self, .random, runs: 8)
        #expect(report.differingQuery == ["ts"])
        #expect(report.lines(command: "").contains("The requests differ from run to run: GET /feed has another ts."))
    }

    @Test func aRequestThatDependsOnTheOrderDiffersNot() throws {
        let report = try Self.explore(DependentClient.self)
        #expect(report.tested && report.differingQuery == [], "\(report.json().text())")
        #expect(report.json()["newRequests"] != [])
    }

    @Test func oneRunTestsNothing() throws {
        let report = try Self.explore(PartlyStampedClient.self, runs: 1)
        #expect(report.sentence == "The test passes in the 1 run, but no order of its responses was changed.")
        #expect(!report.tested && report.json()["covered"]?["complete"] == false)
    }

    /// The client of a search leaves the older request when the newer one has its response.
    @Test func anOrderIsChangedAlsoWhereTheOtherClientLeaves() throws {
        let (older, newer) = (RequestLabel("GET /older"), RequestLabel("GET /newer"))
        var exploration = Exploration()
        var record = RunRecord()
        record.arrivals = [older, newer]
        record.releases = [.init(older, arrived: 2, others: [newer]), .init(newer, arrived: 2, others: [])]
        _ = exploration.next()
        try exploration.finish(0, passed: true, record)
        #expect(!ExplorationReport(exploration).tested)
        _ = exploration.next()
        record.releases = [.init(newer, arrived: 2, others: [older])]
        record.left = [older]
        try exploration.finish(1, passed: true, record)
        #expect(ExplorationReport(exploration).tested)
    }

    /// Runs of the same second have the same time stamp.
    @Test func aRunWithNoneOfThePlannedRequestsEndsTheExploration() throws {
        struct Client: SimulatedClient {
            let first = (1...8).map { "GET /\($0)" }
            mutating func receive(_ body: String, to request: String) -> [String] { [] }
            var isRight: Bool { true }
        }
        var exploration = Exploration()
        while case .run(let run) = exploration.next() {
            let result = run.number < 3 ? SimulatedRun(of: Client.self, run.plan) : SimulatedRun(of: StampedClient.self, run.plan)
            try exploration.finish(run.number, passed: true, result.record)
        }
        let report = ExplorationReport(exploration)
        #expect(report.json()["runs"]?["total"] == 4)
        #expect(!report.tested && report.sentence.contains("run 3 sent GET /a?page=1"))
    }
}
