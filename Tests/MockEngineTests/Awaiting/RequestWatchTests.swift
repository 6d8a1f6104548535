import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing
import WorkPool

@testable import MockEngine

@Suite(.timeLimit(.minutes(5))) struct RequestWatchTests {
    private func condition(_ text: String, _ engine: MockEngine) throws -> JournalCondition {
        let document = try JSONDocument.parse(Array(text.utf8), name: "pattern")
        let report = ProblemReport(document)
        return try #require(
            RequestPattern.decode(document.root, report).flatMap { JournalCondition($0, engine.environment.matchers, report) })
    }

    /// Requests arrive on several threads while a wait begins: each counts exactly once, whether it came before the wait or after.
    @Test(arguments: [true, false])
    func noRequestIsMissedOrCountedTwice(_ hasWork: Bool) async throws {
        for _ in 0..<20 {
            var environment = EngineEnvironment()
            if hasWork { environment.work = WorkPool(threads: 2) }
            let engine = MockEngine(environment, .manual())
            let session = engine.session
            let condition = try condition(#"{"url": "/a"}"#, engine)
            let found: RequestWatch.Found? = await withCheckedContinuation { continuation in
                for _ in 0..<2 {
                    Task.detached {
                        for _ in 0..<100 {
                            _ = session.respond(to: Request(target: "/a"))
                            _ = session.respond(to: Request(target: "/b"))
                        }
                    }
                }
                _ = session.watch.wait(for: condition, count: 200) { continuation.resume(returning: $0) }
            }
            #expect(found?.entries.count == 200)
            #expect(Set(found?.entries.map(\.sequence) ?? []).count == 200)
        }
    }

    @Test func aLongBodyIsComparedAsItCame() throws {
        var environment = EngineEnvironment()
        environment.journal.maximumBodyBytes = 10
        let engine = MockEngine(environment, .manual())
        let session = engine.session
        let condition = try condition(#"{"bodyPatterns": [{"contains": "needle"}]}"#, engine)
        let long = Request(method: "POST", target: "/", body: Array("a long body with a needle".utf8))
        _ = session.respond(to: long)
        let told = Mutex<Int?>(nil)
        let number = session.watch.wait(for: condition, count: 1) { found in told.withLock { $0 = found?.entries.count } }
        // The content of the earlier request is no longer known.
        #expect(told.withLock { $0 } == nil)
        _ = session.respond(to: long)
        #expect(told.withLock { $0 } == 1)
        #expect(session.watch.stopWaiting(number) == nil)
    }

    @Test func aResetOfTheJournalBeginsAnew() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = engine.session
        _ = session.respond(to: Request(target: "/a"))
        let number = session.watch.wait(for: try condition(#"{"url": "/a"}"#, engine), count: 2) { _ in Issue.record("told") }
        session.resetJournal()
        _ = session.respond(to: Request(target: "/a"))
        #expect(session.watch.stopWaiting(number)?().entries.count == 1)
    }

    @Test(arguments: [true, false])
    func aRequestFromBeforeAResetDoesNotCountAfterIt(_ hasJournal: Bool) throws {
        let work = LateWork()
        var environment = EngineEnvironment()
        environment.work = work
        environment.journal.isEnabled = hasJournal
        let engine = MockEngine(environment, .manual())
        let session = engine.session
        let number = session.watch.wait(for: try condition(#"{"url": "/a"}"#, engine), count: 2) { _ in Issue.record("told") }
        _ = session.respond(to: Request(target: "/a"))
        session.resetJournal()
        work.run()
        _ = session.respond(to: Request(target: "/a"))
        work.run()
        #expect(session.watch.stopWaiting(number)?().entries.count == 1)
    }

    @Test func withoutAJournalARequestHasItsStub() throws {
        var environment = EngineEnvironment()
        environment.journal.isEnabled = false
        let engine = MockEngine(environment, .manual())
        try engine.add(#"{"request": {"url": "/a"}, "response": {"status": 201}}"#)
        let told = Mutex<JSONValue?>(nil)
        _ = engine.session.watch.wait(for: try condition("{}", engine), count: 1) { found in
            told.withLock { $0 = found?.entries.first?.json }
        }
        _ = engine.session.respond(to: Request(target: "/a"))
        let entry = try #require(told.withLock { $0 })
        #expect(entry["wasMatched"] == true && entry["response"]?["status"] == 201 && entry["responseDefinition"]?["status"] == 201)
    }

    @Test func aRequestInTheMidstOfAResetCounts() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = engine.session
        let number = session.watch.wait(for: try condition(#"{"url": "/a"}"#, engine), count: 3) { _ in Issue.record("told") }
        _ = session.respond(to: Request(target: "/a"))
        let first = session.journal.reset()
        _ = session.respond(to: Request(target: "/a"))
        session.watch.forget(before: first)
        #expect(session.watch.stopWaiting(number)?().entries.count == 1)
    }

    @Test func theEndOfASessionEndsWaits() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = engine.session
        let told = Mutex<[Bool]>([])
        let condition = try condition("{}", engine)
        _ = session.watch.wait(for: condition, count: 1) { found in told.withLock { $0.append(found == nil) } }
        session.end()
        #expect(told.withLock { $0 } == [true])
        _ = session.watch.wait(for: condition, count: 1) { found in told.withLock { $0.append(found == nil) } }
        #expect(told.withLock { $0 } == [true, true])
    }

    @Test func aRequestCountsFromItsArrival() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = engine.session
        session.add(try EngineHarness.compile(#"{"response": {"hold": "g"}}"#, in: engine))
        let told = Mutex<[String?]?>([])
        _ = session.watch.wait(for: try condition("{}", engine), count: 1) { found in
            told.withLock { $0 = found?.entries.map { $0.details.held.first?.state.rawValue } }
        }
        let wire = try FakeWire(asking: session, "/")
        #expect(wire.waitsForHead)
        #expect(told.withLock { $0 } == ["waiting"])
        wire.leave()
    }

    /// Requests do not pile up in memory while a condition is compared.
    @Test(arguments: [true, false]) func requestsThatDoNotFitAreReadFromTheJournal(_ hasJournal: Bool) throws {
        let work = LateWork()
        var environment = EngineEnvironment()
        environment.work = work
        environment.journal.isEnabled = hasJournal
        environment.journal.maximumBodyBytes = 4 << 20
        let engine = MockEngine(environment, .manual())
        let session = engine.session
        let condition = try condition(#"{"bodyPatterns": [{"contains": "a"}]}"#, engine)
        let number = session.watch.wait(for: condition, count: 20) { _ in }
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: 4 << 20)
        for _ in 0..<6 { _ = session.respond(to: Request(method: "POST", target: "/", body: body)) }
        // The requests, whose bodies are long, and then their comparison.
        work.run()
        work.run()
        let found = try #require(session.watch.stopWaiting(number)?())
        #expect(found.entries.count == (hasJournal ? 6 : 3))
        #expect(found.unknownCount == (hasJournal ? 0 : 3))
    }

    @Test(arguments: [true, false]) func longHeadsCountAsWell(_ hasJournal: Bool) throws {
        let work = LateWork()
        var environment = EngineEnvironment()
        environment.work = work
        environment.journal.isEnabled = hasJournal
        let engine = MockEngine(environment, .manual())
        let session = engine.session
        let number = session.watch.wait(for: try condition("{}", engine), count: 20) { _ in }
        let headers: HeaderFields = [("Long", String(repeating: "a", count: 4 << 20))]
        for _ in 0..<6 { _ = session.respond(to: Request(target: "/", headers: headers)) }
        work.run()
        let found = try #require(session.watch.stopWaiting(number)?())
        #expect(found.entries.count == (hasJournal ? 6 : 3))
        #expect(found.unknownCount == (hasJournal ? 0 : 3))
    }
}
