import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// The same seed and the same order of requests give the same bytes, delays and faults.
struct ReplayTests {
    private static let mappings = [
        #"{"request": {"urlPath": "/template"}, "response": {"transformers": ["response-template"], "body": "{{randomValue length=12}} {{randomInt lower=1 upper=1000}} {{pickRandom 'a' 'b' 'c' 'd'}}"}}"#,
        #"{"request": {"urlPath": "/slow"}, "response": {"delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4}}}"#,
        #"{"request": {"urlPath": "/spread"}, "response": {"delayDistribution": {"type": "uniform", "lower": 1, "upper": 90}}}"#,
        #"{"request": {"urlPath": "/lucky"}, "probability": 0.5, "response": {"status": 201}}"#,
        #"{"request": {"urlPath": "/broken"}, "response": {"body": "0123456789", "fault": {"effect": "garbage", "at": {"bodyFraction": 0.5}, "probability": 0.5}}}"#,
    ]

    private func open(seed: UInt64) throws -> (MockEngine, Session) {
        let engine = MockEngine(EngineEnvironment(), .manual())
        var definition = SessionDefinition()
        definition.seed = seed
        return (engine, try engine.openSession(definition, stubs: try Self.mappings.map { try EngineHarness.compile($0, in: engine) }))
    }

    /// The results of many requests, one line each.
    private func run(_ session: Session) -> [String] {
        (0..<200).map { number in
            let target = ["/template", "/slow", "/spread", "/lucky", "/broken"][number % 5]
            guard case .plan(let plan) = session.respond(to: Request(target: target)) else { return "later" }
            let body = if case .bytes(let bytes) = plan.response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
            let shown = plan.response.status == 404 ? "" : body
            let performance = plan.performance.map { "\($0.initialDelay) \(String(describing: $0.fault))" } ?? "nil"
            return "\(plan.response.status) \(shown) \(performance)"
        }
    }

    @Test func theSameSeedAndOrderGiveTheSameRun() throws {
        let (first, second, other) = (try open(seed: 7), try open(seed: 7), try open(seed: 8))
        let runs = [run(first.1), run(second.1), run(other.1)]
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
        // Every draw with two outcomes had both.
        #expect(Set(runs[0].map { $0.prefix(3) }) == ["200", "201", "404"])
        #expect(runs[0].contains { $0.contains("garbage") } && runs[0].contains { $0.contains("nil") })
    }

    @Test func theJournalHasTheSameDraws() throws {
        let (first, second) = (try open(seed: 7).1, try open(seed: 7).1)
        _ = (run(first), run(second))
        let draws = [first, second].map { session in
            session.journal.snapshot().oldestFirst.map { entry in entry.details.draws.map { "\($0.what) \($0.value.text())" } }
        }
        #expect(draws[0] == draws[1])
        #expect(draws[0].joined().count > 150)
    }

    @Test func sessionsOfOneSeedDrawAlikeAndHaveEntriesOfTheirOwn() throws {
        let (engine, first) = try open(seed: 7)
        var definition = SessionDefinition()
        definition.seed = 7
        let second = try engine.openSession(definition, stubs: try Self.mappings.map { try EngineHarness.compile($0, in: engine) })
        #expect(run(first) == run(second))
        let ids = [first, second].map { session in Set(session.journal.snapshot().oldestFirst.map(\.id)) }
        #expect(ids[0].isDisjoint(with: ids[1]))
    }
}
