import ResponseOrders
import JSONDocument
import Testing

/// Triples find ten planted bugs, shrink each to two or three requests, and replay it every time.
@Suite struct PlantedBugsTests {
    /// The requests in the smallest failure of each. Where several reasons are equally small, one of them is named.
    private static let culprits: [String: [[String]]] = [
        "SearchAsYouTypeClient": [["GET /search?q=swift #1", "GET /search?q=swi #1"]],
        "LikeOverwrittenClient": [["POST /post/7/like #1", "GET /post/7 #1"]],
        "RotatingTokenClient": [["POST /token #2", "POST /token #1"]],
        "ThreeOfEightClient": [["GET /part/6 #1", "GET /part/2 #1", "GET /part/7 #1"]],
        "SpinnerFlagClient": [["GET /totals #1", "GET /list #1"]],
        "ListOverDetailClient": [["GET /items/3 #1", "GET /items #1"]],
        "DeletedItemClient": [["DELETE /items/x #1", "GET /items #1"]],
        "LogoutClient": [["POST /logout #1", "GET /settings #1", "GET /profile #1"]],
        "DependentRequestsClient": [["GET /detail/2 #1", "GET /prices #1"]],
    ]

    /// Explores to the end.
    /// - Parameter atOnce: how many runs are in progress at the same time. Their results come in the order of their starts.
    static func explore(_ client: any SimulatedClient.Type, _ cover: CoverStrength, atOnce: Int, seed: UInt64 = 0) throws -> Exploration {
        var settings = Exploration.Settings()
        settings.cover = cover
        settings.seed = seed
        var exploration = Exploration(settings)
        var open: [ExplorationRun] = []
        while true {
            if open.count < atOnce, case .run(let run) = exploration.next() {
                open.append(run)
                continue
            }
            guard !open.isEmpty else { break }
            let run = open.removeFirst()
            let result = SimulatedRun(of: client, run.plan)
            try exploration.finish(run.number, passed: result.passed, result.record)
        }
        return exploration
    }

    @Test(arguments: plantedBugs.indices, [1, 4]) func triplesFindAndNameEachBug(index: Int, atOnce: Int) throws {
        let client = plantedBugs[index]
        for seed in UInt64(0)..<5 {
            let exploration = try Self.explore(client, .triples, atOnce: atOnce, seed: seed)
            let report = ExplorationReport(exploration)
            #expect(exploration.isFinished && report.failed, "\(client): \(report.sentence)")
            #expect((2...3).contains(report.culprits.count), "\(client): \(report.sentence)")
            if let known = Self.culprits["\(client)"] {
                #expect(known.contains(report.culprits.map(\.description)), "\(client): \(report.sentence)")
            }
            #expect(report.json()["failure"]?["smallest"] == true)
            #expect(report.json()["failure"]?["replayed"] == true)
        }
    }

    @Test(arguments: plantedBugs.indices) func eachBugIsReplayedEveryTime(index: Int) throws {
        let client = plantedBugs[index]
        let text = try #require(ExplorationReport(try Self.explore(client, .triples, atOnce: 1)).replay)
        let plan = ReleasePlan(try Schedule(text))
        for _ in 0..<100 {
            let result = SimulatedRun(of: client, plan)
            #expect(!result.passed && result.record.divergence == nil, "\(client): \(text)")
        }
    }

    /// Threads of a client send in an order that differs from run to run. Where the server's part does not depend on that order, the labels
    /// find the requests all the same.
    @Test(arguments: plantedBugs.indices) func aReplayDoesNotDependOnTheOrderOfArrival(index: Int) throws {
        let client = plantedBugs[index]
        if client == LikeOverwrittenClient.self || client == DeletedItemClient.self { return }
        let text = try #require(ExplorationReport(try Self.explore(client, .triples, atOnce: 1)).replay)
        let plan = ReleasePlan(try Schedule(text))
        for seed in UInt64(0)..<100 {
            let result = SimulatedRun(of: client, plan, shuffling: seed)
            #expect(!result.passed && result.record.divergence == nil, "\(client), seed \(seed): \(text)")
        }
    }

    @Test(arguments: plantedBugs.indices) func theOrderOfArrivalShowsNone(index: Int) {
        #expect(SimulatedRun(of: plantedBugs[index], .arrival).passed)
    }
}
