import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Responses that wait for a clock, sent by a fake wire.
@Suite struct StagedDelayTests: StagingSuite {
    let machine = ManualClock()
    let engine: MockEngine

    init() { engine = MockEngine(EngineEnvironment(), .manual(machine)) }

    @Test func aDribbleBeginsWithItsRequestThoughTheClockMovesBeforeTheWireAsks() throws {
        session.clock.follow(.manual)
        try add(#"{"body": "0123456789", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 1000}}"#)
        guard case .plan(let plan) = session.respond(to: Request(target: "/a")) else {
            Issue.record("it comes later")
            return
        }
        _ = session.clock.advance(by: .milliseconds(1000))
        #expect(FakeWire(plan, in: session).isDone)
    }

    @Test func aDelayOnAManualClockWaitsForTheClock() throws {
        session.clock.follow(.manual)
        try add(#"{"body": "0123456789", "fixedDelayMilliseconds": 800}"#)
        let wire = try ask()
        machine.advance(by: .seconds(100))
        session.clock.advance(by: .milliseconds(799))
        #expect(wire.waitsForHead)
        #expect(performed?["delayMilliseconds"] == 800)
        session.clock.advance(by: .milliseconds(1))
        #expect(wire.isDone)
    }

    @Test func aDribbleOnAManualClockGoesOutPartByPart() throws {
        session.clock.follow(.manual)
        try add(#"{"body": "0123456789", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}"#)
        let wire = try ask()
        #expect(wire.status == 200 && wire.sent.bodyBytes == 0)
        var bytes: [Int] = []
        for _ in 0..<5 {
            session.clock.advance(by: .milliseconds(200))
            bytes.append(wire.sent.bodyBytes)
        }
        #expect(bytes == [2, 4, 6, 8, 10])
        #expect(wire.isDone)
    }

    @Test func oneAdvanceFiresADelayAndTheDribbleBehindIt() throws {
        session.clock.follow(.manual)
        try add(
            #"""
            {"body": "0123456789", "fixedDelayMilliseconds": 100, "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}
            """#)
        let wire = try ask()
        session.clock.advance(by: .milliseconds(1099))
        #expect(wire.sent.bodyBytes == 8)
        session.clock.advance(by: .milliseconds(1))
        #expect(wire.isDone)
    }

    @Test func theDelayRunsBesideTheHoldAndTheDribbleBeginsBehindBoth() throws {
        session.clock.follow(.manual)
        try add(
            #"""
            {"body": "0123456789", "hold": "g", "fixedDelayMilliseconds": 100,
             "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}
            """#)
        let wire = try ask()
        #expect(session.gates["g"]?.waiting == 1)
        session.clock.advance(by: .milliseconds(500))
        #expect(wire.waitsForHead)
        _ = session.gates.release("g")
        #expect(wire.status == 200 && wire.sent.bodyBytes == 0)
        session.clock.advance(by: .milliseconds(200))
        #expect(wire.sent.bodyBytes == 2)
    }

    /// The longer of the two counts.
    @Test(arguments: [(50, 100), (250, 250)]) func aDelayBesideAHoldIsNotAddedTwice(held: Int, added: Int) throws {
        session.clock.follow(.manual)
        try add(#"{"hold": "g", "fixedDelayMilliseconds": 100}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(held))
        session.clock.advance(by: .milliseconds(100))
        _ = session.gates.release("g", count: 1)
        #expect(wire.isDone)
        #expect(performed?["held"]?[0]?["milliseconds"] == JSONValue(held))
        #expect(entry?.json["timing"]?["addedDelay"] == JSONValue(added))
    }

    @Test func aReleaseBeforeTheDelayIsOverIsNotSpentUntilThen() throws {
        session.clock.follow(.manual)
        try add(#"{"hold": "g", "fixedDelayMilliseconds": 100}"#)
        let first = try ask()
        let second = try ask()
        _ = session.gates.release("g", count: 1)
        first.leave()
        session.clock.advance(by: .milliseconds(100))
        #expect(second.status == 200)
    }

    @Test func theClockCanBeMovedBeforeTheWireAsks() throws {
        session.clock.follow(.manual)
        try add(#"{"fixedDelayMilliseconds": 800}"#)
        let plan = try plan()
        #expect(session.clock.advance(by: .milliseconds(800)) == 1)
        let goesOn = Mutex(false)
        _ = session.whenWireGoesOn { goesOn.withLock { $0 = true } }
        #expect(!goesOn.withLock { $0 })
        #expect(FakeWire(plan, in: session).isDone)
        #expect(goesOn.withLock { $0 })
    }

    @Test func aPlanThatNobodyTakesIsNotWaitedFor() throws {
        session.clock.follow(.manual)
        try add(#"{"fixedDelayMilliseconds": 800}"#)
        let plan = try plan()
        session.clock.advance(by: .milliseconds(800))
        plan.performance?.regulator?.ended()
        let goesOn = Mutex(false)
        _ = session.whenWireGoesOn { goesOn.withLock { $0 = true } }
        #expect(goesOn.withLock { $0 })
    }

    @Test func inRealTimeTheDelayStaysWithTheWireUnlessTheResponseIsHeld() throws {
        try add(#"{"fixedDelayMilliseconds": 100}"#)
        #expect(try plan().performance?.initialDelay == .milliseconds(100))
        session.clock.follow(.scaled(0.1))
        try add(#"{"body": "0123456789", "hold": "g", "fixedDelayMilliseconds": 800, "holdTimeoutMilliseconds": 500}"#)
        let plan = try plan()
        #expect(plan.performance?.initialDelay == .zero)
        #expect(performed?["delayMilliseconds"] == 80)
        _ = session.gates.release("g", count: 1)
        let wire = FakeWire(plan, in: session)
        machine.advance(by: .milliseconds(79))
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(1))
        #expect(wire.isDone)
    }

    @Test func aHoldBehindADelayInRealTimeEndsAtOnce() throws {
        try add(#"{"hold": "g", "fixedDelayMilliseconds": 60000, "holdTimeoutMilliseconds": 100}"#)
        let plan = try plan()
        #expect(plan.performance?.initialDelay == .zero)
        let wire = FakeWire(plan, in: session)
        machine.advance(by: .milliseconds(100))
        #expect(wire.status == 504)
        let second = try ask()
        session.endWaiting("The session has ended.")
        #expect(second.status == 503)
    }

    @Test func responsesThatWaitGoOnInRealTimeWhenTheClockBecomesReal() throws {
        session.clock.follow(.manual)
        try add(#"{"fixedDelayMilliseconds": 800}"#)
        let wire = try ask()
        session.clock.advance(by: .milliseconds(300))
        session.clock.follow(.real)
        machine.advance(by: .milliseconds(499))
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(1))
        #expect(wire.isDone)
    }

    @Test func responsesThatWaitInRealTimeStayThereWhenTheClockBecomesManual() throws {
        try add(#"{"fixedDelayMilliseconds": 800}"#)
        let plan = try plan()
        session.clock.follow(.manual)
        #expect(plan.performance == Performance(initialDelay: .milliseconds(800)))
        #expect(plan.performance?.regulator == nil)
    }

    @Test func aScaledClockShortensTheWiresDelay() throws {
        session.clock.follow(.scaled(0.1))
        try add(#"{"fixedDelayMilliseconds": 800}"#)
        let plan = try plan()
        #expect(plan.performance?.initialDelay == .milliseconds(80))
    }

    @Test func responsesGoOutInTheOrderOfTheirDeadlines() throws {
        session.clock.follow(.manual)
        for (path, delay) in [("/slow", 300), ("/quick", 100), ("/middle", 200)] {
            session.add(
                try EngineHarness.compile(
                    #"{"request": {"url": "\#(path)"}, "response": {"fixedDelayMilliseconds": \#(delay)}}"#, in: engine))
        }
        let done = Mutex<[String]>([])
        let wires = try ["/slow", "/quick", "/middle"].map { path in
            try FakeWire(asking: session, path) { done.withLock { $0.append(path) } }
        }
        session.clock.advance(by: .milliseconds(299))
        #expect(wires.map(\.isDone) == [false, true, true])
        session.clock.advance(by: .milliseconds(1))
        #expect(done.withLock { $0 } == ["/quick", "/middle", "/slow"])
    }

    @Test func templatesReadTheManualClock() throws {
        session.clock.follow(.manual)
        try add(#"{"body": "{{now format='epoch'}}", "transformers": ["response-template"]}"#)
        func now() throws -> Int? {
            guard case .plan(let plan) = session.respond(to: Request(target: "/a")), case .bytes(let bytes) = plan.response.body else {
                return nil
            }
            return Int(String(decoding: bytes, as: UTF8.self))
        }
        let before = try #require(try now())
        session.clock.advance(by: .seconds(3600))
        #expect(try now() == before + 3_600_000)
    }

    @Test func webhooksOfAServerThatStopsKeepTheirDelay() throws {
        let called = Mutex(false)
        session.clock.schedule(after: .milliseconds(100)) { called.withLock { $0 = true } }
        engine.stopping()
        machine.advance(by: .milliseconds(100))
        #expect(called.withLock { $0 })
        session.end()
        session.clock.schedule(after: .zero) { Issue.record("called after the session's end") }
    }
}
