import Foundation
import HTTPMessage
import StubModel
import Synchronization
import Testing

@testable import MockEngine

@Suite struct ScenarioTests {
    private static func step(_ name: String, from required: String?, to new: String?, status: Int, url: String = "/s") -> String {
        var fields = ["\"scenarioName\": \"\(name)\"", "\"request\": {\"url\": \"\(url)\"}", "\"response\": {\"status\": \(status)}"]
        if let required { fields.append("\"requiredScenarioState\": \"\(required)\"") }
        if let new { fields.append("\"newScenarioState\": \"\(new)\"") }
        return "{\(fields.joined(separator: ", "))}"
    }

    @Test func secondRequestSeesTheNextState() throws {
        let harness = try EngineHarness(
            Self.step("s", from: "Started", to: "b", status: 201), Self.step("s", from: "b", to: "Started", status: 202))
        #expect((0..<5).map { _ in harness.status("/s") } == [201, 202, 201, 202, 201])
    }

    @Test func noRequiredStateMatchesInAny() throws {
        let harness = try EngineHarness(Self.step("s", from: nil, to: "b", status: 201))
        #expect((0..<2).map { _ in harness.status("/s") } == [201, 201])
        #expect(harness.engine.session.scenarios.map(\.state) == ["b"])
    }

    /// Another request may have moved a scenario between the choice of stubs and their use.
    @Test func stubsAreUsedTogetherOrNotAtAll() throws {
        let harness = try EngineHarness()
        let steps = try ["one", "two"].map {
            try EngineHarness.compile(Self.step($0, from: "Started", to: "b", status: 201), in: harness.engine).mapping
        }
        var board = ScenarioBoard()
        board.set("two", to: "b")
        let all = board.advance(steps, giving: [0, 0])
        #expect(!all)
        #expect(board.state(of: "one") == "Started", "nothing has changed")
        board.set("two", to: "Started")
        let both = board.advance(steps, giving: [0, 0])
        #expect(both)
        #expect(["one", "two"].map(board.state) == ["b", "b"])
    }

    @Test func statesAreSetAndResetByName() throws {
        let harness = try EngineHarness(
            Self.step("s", from: "Started", to: "b", status: 201), Self.step("s", from: "b", to: nil, status: 202))
        try harness.engine.session.setScenario("s", to: "b")
        #expect(harness.status("/s") == 202)
        try harness.engine.session.setScenario("s", to: nil)
        #expect(harness.status("/s") == 201)
        harness.engine.session.resetScenarios()
        #expect(harness.engine.session.scenarios.map(\.state) == ["Started"])
        #expect(harness.engine.session.scenarios[0].possibleStates == ["Started", "b"])
        #expect(throws: ScenarioError.unknownScenario("x", known: ["s"])) { try harness.engine.session.setScenario("x", to: "b") }
        #expect(throws: ScenarioError.unknownState("c", scenario: "s", known: ["Started", "b"])) {
            try harness.engine.session.setScenario("s", to: "c")
        }
    }

    @Test func theFirstStateIsOneThatStubsHaveToName() throws {
        let harness = try EngineHarness(Self.step("s", from: "a", to: "b", status: 201))
        #expect(throws: ScenarioError.unknownState("Started", scenario: "s", known: ["a", "b"])) {
            try harness.engine.session.setScenario("s", to: "Started")
        }
        try harness.engine.session.setScenario("s", to: nil)
    }

    @Test func scenariosAndStatesAreListedInTheOrderOfJavasHashTables() throws {
        let harness = try EngineHarness()
        for name in (1...13).map({ "s\($0)" }) + ["two", "one"] {
            try harness.add(Self.step(name, from: "Started", to: "second", status: 201))
        }
        try harness.add(Self.step("one", from: "second", to: "third", status: 202))
        let scenarios = harness.engine.session.scenarios
        #expect(
            scenarios.map(\.name) == [
                "s3", "s4", "s5", "s6", "s7", "s8", "s9", "one", "two", "s11", "s10", "s13", "s12", "s1", "s2",
            ])
        #expect(scenarios.first { $0.name == "one" }?.possibleStates == ["Started", "third", "second"])
    }

    @Test func aScenarioGoesWithItsLastStub() throws {
        let harness = try EngineHarness(Self.step("s", from: nil, to: "b", status: 201))
        _ = harness.status("/s")
        harness.engine.session.removeAll()
        #expect(harness.engine.session.scenarios.isEmpty)
        try harness.add(Self.step("s", from: "Started", to: "b", status: 203))
        #expect(harness.status("/s") == 203)
    }

    @Test func theCountOfAFaultGoesWithItsStub() throws {
        let harness = try EngineHarness()
        let stub = #"""
            {"id": "76ada7b0-55ae-4229-91c4-396a36f18347", "response": {"fault": {"effect": "close", "at": "afterHeaders", "count": 1}}}
            """#
        for _ in 0..<2 {
            try harness.add(stub)
            #expect((0..<2).map { _ in harness.faults("/") } == [1, 0])
            harness.engine.session.removeAll()
        }
    }

    @Test func sequencesGoOnWithEachRequest() throws {
        func statuses(_ continuation: String) throws -> [Int] {
            let harness = try EngineHarness(#"{"responses": [{"status": 500}, {"status": 501}, {"status": 201}]\#(continuation)}"#)
            let statuses = (0..<7).map { _ in harness.status("/") }
            harness.engine.session.resetScenarios()
            #expect(harness.status("/") == 500)
            return statuses
        }
        #expect(try statuses("") == [500, 501, 201, 201, 201, 201, 201])
        #expect(try statuses(#", "repeat": "cycle""#) == [500, 501, 201, 500, 501, 201, 500])
        #expect(try statuses(#", "repeat": "once""#) == [500, 501, 201, 404, 404, 404, 404])
    }

    @Test func chancePassesAStubOverAndComesFromTheSeed() throws {
        func statuses(seed: UInt64) throws -> [Int] {
            let harness = try EngineHarness(
                seed: seed, #"{"response": {"status": 201}}"#, #"{"response": {"status": 202}, "probability": 0.25}"#)
            return (0..<1000).map { _ in harness.status("/") }
        }
        let first = try statuses(seed: 1)
        #expect(try statuses(seed: 1) == first)
        #expect(try statuses(seed: 2) != first)
        #expect((180...320).contains(first.filter { $0 == 202 }.count))
    }

    @Test func neverIsNeverAndAlwaysIsAlways() throws {
        let harness = try EngineHarness(
            #"{"response": {"status": 201}, "probability": 1}"#, #"{"response": {"status": 202}, "probability": 0}"#)
        #expect((0..<100).allSatisfy { _ in harness.status("/") == 201 })
    }

    /// Each of n requests takes one step in a ring of states; a request that saw a half-applied change would take two steps or none.
    @Test func noRequestSeesAHalfChangedScenario() throws {
        let states = ["Started", "a", "b", "c", "d"]
        let harness = try EngineHarness()
        for (index, state) in states.enumerated() {
            try harness.add(Self.step("ring", from: state, to: states[(index + 1) % states.count], status: 200 + index))
        }
        let counts = Mutex([Int: Int]())
        let threads = 8
        let rounds = 1000
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var own: [Int: Int] = [:]
            for _ in 0..<rounds { own[harness.status("/s"), default: 0] += 1 }
            counts.withLock { $0.merge(own, uniquingKeysWith: +) }
        }
        let total = threads * rounds / states.count
        #expect(counts.withLock { $0 } == [200: total, 201: total, 202: total, 203: total, 204: total])
    }

    @Test func aSequenceGivesEachResponseOnceToManyThreads() throws {
        let harness = try EngineHarness(
            "{\"responses\": [\((0..<400).map { "{\"status\": \(200 + $0)}" }.joined(separator: ","))], \"repeat\": \"once\"}")
        let seen = Mutex([Int]())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let own = (0..<100).map { _ in harness.status("/") }
            seen.withLock { $0 += own }
        }
        let answered = seen.withLock { $0 }.filter { $0 != 404 }
        // 404 is also the status of the 205th response.
        #expect(Set(answered).count == 399 && answered.count == 399)
        #expect(seen.withLock { $0 }.filter { $0 == 404 }.count == 401)
    }
}
