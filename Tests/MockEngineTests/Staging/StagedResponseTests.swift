import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Responses that wait for a test, sent by a fake wire.
@Suite struct StagedResponseTests {
    private let machine = ManualClock()
    private let engine: MockEngine
    private var session: Session { engine.session }

    init() { engine = MockEngine(EngineEnvironment(), .manual(machine)) }

    private func add(_ response: String) throws {
        session.add(try EngineHarness.compile(#"{"request": {"url": "/a"}, "response": \#(response)}"#, in: engine))
    }

    private func ask(_ method: String = "GET") throws -> FakeWire { try FakeWire(asking: session, "/a", method: method) }

    private var entry: JournalEntry? { session.journal.snapshot().newestFirst.first { _ in true } }
    private var performed: JSONValue? { entry?.json["performed"] }

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

    // MARK: Holds

    @Test func aHeldResponseGoesOutWhenItIsReleased() throws {
        try add(#"{"body": "0123456789", "hold": "page-1"}"#)
        let wire = try ask()
        #expect(wire.waitsForHead)
        #expect(session.gates["page-1"]?.waiting == 1)
        #expect(performed?["held"] == [["gate": "page-1", "at": "beforeHeaders", "state": "waiting"]])
        machine.advance(by: .milliseconds(250))
        _ = session.gates.release("page-1", count: 1)
        #expect(wire.sent == FakeWire.Sent(status: 200, bodyBytes: 10, isDone: true, questions: 3))
        #expect(performed?["held"] == [["gate": "page-1", "at": "beforeHeaders", "state": "released", "milliseconds": 250]])
        #expect(session.stages.count == 0)
    }

    @Test(arguments: [
        (#""afterHeaders""#, 0), (#"{"bodyBytes": 3}"#, 3), (#"{"bodyFraction": 0.5}"#, 5), (#""end""#, 9), (#"{"bodyBytes": 99}"#, 9),
        (#"{"bodyBytes": 0}"#, 0), (#"{"bodyFraction": 1}"#, 9),
    ])
    func aHoldIsAtItsMoment(_ moment: String, _ bytes: Int) throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": \#(moment)}}"#)
        let wire = try ask()
        #expect(wire.status == 200)
        #expect(wire.sent.bodyBytes == bytes && !wire.isDone)
        #expect(session.gates["g"]?.waiting == 1)
        _ = session.gates.release("g")
        #expect(wire.isDone)
    }

    @Test(arguments: ["HEAD", "GET"])
    func whereNoBodyIsSentTheHoldIsBeforeTheHead(_ method: String) throws {
        try add(#"{"body": "\#(method == "HEAD" ? "0123456789" : "")", "hold": {"gate": "g", "at": {"bodyFraction": 0.5}}}"#)
        let wire = try ask(method)
        #expect(wire.waitsForHead)
        _ = session.gates.release("g")
        #expect(wire.status == 200)
    }

    @Test func aHoldThatLastsTooLongIsA504() throws {
        try add(#"{"body": "0123456789", "hold": "g", "holdTimeoutMilliseconds": 500}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(499))
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(1))
        #expect(wire.status == 504)
        #expect(session.gates["g"]?.waiting == 0)
        let entry = try #require(entry)
        #expect(entry.response.status == 504)
        #expect(entry.details.held.map(\.state) == [.timedOut])
        #expect(
            entry.details.subEvents.map(\.data) == [
                ["message": #"The gate "g" was not released within 500 ms (holdTimeoutMilliseconds)."#]
            ])
    }

    @Test func itLastsThirtySecondsWithoutAWord() throws {
        try add(#"{"hold": "g"}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(29_999))
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(1))
        #expect(wire.status == 504)
    }

    @Test func withinABodyATimeOutBreaksTheResponseOff() throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": {"bodyBytes": 4}}}"#)
        let wire = try ask()
        machine.advance(by: .seconds(30))
        #expect(wire.sent.isBroken && wire.sent.bodyBytes == 4)
        #expect(entry?.response.status == 200)
        #expect(entry?.details.held.map(\.state) == [.timedOut])
    }

    @Test func aHoldDoesNotTimeOutOnceItIsReleased() throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": {"bodyBytes": 4}}}"#)
        let wire = try ask()
        _ = session.gates.release("g")
        machine.advance(by: .seconds(60))
        #expect(wire.isDone)
        #expect(entry?.details.subEvents.isEmpty == true)
    }

    @Test func aClientThatLeavesFreesItsPlaceAndSpendsNoRelease() throws {
        try add(#"{"body": "0123456789", "hold": "g"}"#)
        let first = try ask()
        let second = try ask()
        first.leave()
        #expect(session.gates["g"]?.waiting == 1)
        _ = session.gates.release("g", count: 1)
        #expect(second.isDone)
        #expect(session.gates["g"]?.released == 1)
        let states = session.journal.snapshot().oldestFirst.flatMap { $0.details.held.map(\.state) }
        #expect(states == [.left, .released])
        #expect(session.stages.count == 0)
    }

    @Test func aPlanThatNobodyTakesFreesItsPlace() throws {
        try add(#"{"hold": "g"}"#)
        guard case .plan(let plan) = session.respond(to: Request(target: "/a")) else { throw FakeWire.ComesLater() }
        #expect(session.gates["g"]?.waiting == 1)
        plan.performance?.regulator?.ended()
        plan.performance?.regulator?.ended()
        #expect(session.gates["g"]?.waiting == 0)
        #expect(session.stages.count == 0)
    }

    @Test func aResetAndTheEndOfASessionEndHolds() throws {
        try add(#"{"body": "0123456789", "hold": "g"}"#)
        let first = try ask()
        session.reset()
        #expect(first.status == 503)
        let second = try ask()
        #expect(second.waitsForHead)
        session.endWaiting("The session has ended.")
        #expect(second.status == 503)
        #expect(try ask().status == 503)
        #expect(session.stages.count == 0)
    }

    @Test func aStopEndsThemInAllSessions() throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": "end"}}"#)
        let wire = try ask()
        engine.stopping()
        #expect(wire.sent.isBroken && wire.sent.bodyBytes == 9)
    }

    @Test func aSessionHoldsNoMoreThanItsLimit() throws {
        var environment = EngineEnvironment()
        environment.heldResponseLimit = 2
        let engine = MockEngine(environment, .manual())
        engine.session.add(try EngineHarness.compile(#"{"response": {"hold": "g"}}"#, in: engine))
        let wires = try (0..<3).map { _ in try FakeWire(asking: engine.session, "/") }
        #expect(wires.map(\.status) == [nil, nil, 503])
        _ = engine.session.gates.release("g", count: 1)
        #expect(try FakeWire(asking: engine.session, "/").waitsForHead)
    }

    @Test func aModifierHoldsTheResponseOfAnotherStub() throws {
        try add(#"{"body": "0123456789", "hold": "own"}"#)
        session.add(
            try EngineHarness.compile(
                #"{"priority": 1, "response": {"modify": {"hold": {"gate": "g", "at": "end"}, "holdTimeoutMilliseconds": 100}}}"#,
                in: engine))
        #expect(session.allGates.map(\.name) == ["g", "own"])
        let wire = try ask()
        #expect(wire.sent.bodyBytes == 9)
        machine.advance(by: .milliseconds(100))
        #expect(wire.sent.isBroken)
    }

    /// Gives a file when the test says so.
    private final class LateFile: ContentSource {
        private let give = Mutex<(@Sendable (Content) -> Void)?>(nil)
        func filePath(for request: Request) -> String? { nil }
        func existingPath(for request: Request) -> String? { nil }
        func content(for request: Request) -> Content { .later { give in self.give.withLock { $0 = give } } }
        func come() { give.withLock { $0 }?(.found(WirePlan(.text(200, "late")))) }
    }

    @Test func aLateResponseIsHeldUnlessItsClientHasLeft() throws {
        let file = LateFile()
        var environment = EngineEnvironment()
        environment.contents = file
        let engine = MockEngine(environment, .manual(machine))
        let session = engine.session
        session.add(try EngineHarness.compile(#"{"response": {"modify": {"hold": "g"}}}"#, in: engine))
        guard case .later(let first) = session.respond(to: Request(target: "/late")) else { throw FakeWire.ComesLater() }
        first.whenFulfilled { _ in true }
        first.abandon()
        file.come()
        #expect(session.gates["g"]?.waiting == 0)
        #expect(session.stages.count == 0)
        guard case .later(let second) = session.respond(to: Request(target: "/late")) else { throw FakeWire.ComesLater() }
        let wire = Mutex<FakeWire?>(nil)
        second.whenFulfilled { plan in
            wire.withLock { $0 = FakeWire(plan, in: session) }
            return true
        }
        file.come()
        #expect(wire.withLock { $0?.waitsForHead } == true)
        _ = session.gates.release("g")
        #expect(wire.withLock { $0?.isDone } == true)
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

    @Test func gatesNeedNoJournal() throws {
        var environment = EngineEnvironment()
        environment.journal.isEnabled = false
        let engine = MockEngine(environment, .manual())
        engine.session.add(try EngineHarness.compile(#"{"response": {"hold": "g"}}"#, in: engine))
        let wire = try FakeWire(asking: engine.session, "/")
        #expect(wire.waitsForHead && engine.session.gates["g"]?.waiting == 1)
        _ = engine.session.gates.release("g")
        #expect(wire.status == 200)
    }

    @Test func aReleaseWhileTheWireAsksIsNotLost() async throws {
        try add(#"{"body": "0123456789", "hold": "g"}"#)
        let session = session
        for _ in 0..<500 {
            async let wire = FakeWire(asking: session, "/a")
            async let release = session.gates.release("g", count: 1)
            _ = await release
            #expect(try await wire.isDone)
        }
        #expect(session.gates["g"]?.released == 500)
    }

    // MARK: The manual clock

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

    private func plan() throws -> WirePlan {
        guard case .plan(let plan) = session.respond(to: Request(target: "/a")) else { throw FakeWire.ComesLater() }
        return plan
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

    @Test func aReleaseWhileTheWireAsksIsWaitedFor() throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": {"bodyBytes": 3}}}"#)
        let session = session
        let goesOn = Mutex(0)
        _ = session.gates.wait("g", arrivals: 1) { _ in
            _ = session.gates.release("g")
            _ = session.whenWireGoesOn { goesOn.withLock { $0 += 1 } }
            #expect(goesOn.withLock { $0 } == 0)
        }
        #expect(try ask().isDone)
        #expect(goesOn.withLock { $0 } == 1)
    }

    @Test(arguments: [#""g""#, #"{"gate": "g", "at": {"bodyBytes": 3}}"#])
    func whoIsToldOfAnArrivalMayEndTheResponse(_ hold: String) throws {
        try add(#"{"body": "0123456789", "hold": \#(hold)}"#)
        let session = session
        _ = session.gates.wait("g", arrivals: 1) { _ in session.endWaiting("The session has ended.") }
        let wire = try ask()
        #expect(wire.status == 503 || wire.sent.isBroken)
        #expect(entry?.details.held.map(\.state) == [.ended])
    }

    @Test func theJournalKnowsOfAnEndBeforeTheEntryWasOpen() throws {
        try add(#"{"body": "0123456789", "hold": "g"}"#)
        session.endWaiting("The session has ended.")
        #expect(try ask().status == 503)
        let entry = try #require(entry)
        #expect(entry.response.status == 503)
        #expect(entry.details.held == [])
        #expect(entry.details.subEvents.map(\.data) == [["message": "The session has ended."]])
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
}
