import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Responses that wait at a gate, sent by a fake wire.
@Suite struct StagedResponseTests: StagingSuite {
    let machine = ManualClock()
    let engine: MockEngine
    private let observer = Observer()

    /// Keeps what it is told of refusals.
    private final class Observer: ExchangeObserver {
        private let told = Mutex<[String]>([])
        var refusals: [String] { told.withLock { $0 } }
        let wantsExchanges = false
        func refused(_ request: Request, _ status: Int, _ reason: String) { told.withLock { $0.append("\(status) \(reason)") } }
        func brokeOff(_ request: Request, _ reason: String) { told.withLock { $0.append("broken: \(reason)") } }
    }

    init() {
        var environment = EngineEnvironment()
        environment.observer = observer
        engine = MockEngine(environment, .manual(machine))
    }

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
        #expect(entry?.json["timing"]?["addedDelay"] == 250)
        #expect(session.stages.count == 0)
    }

    /// There is no byte behind the head, so the hold keeps the head back.
    @Test func aHoldInAnEmptyBodyCountsAsAddedTime() throws {
        try add(#"{"status": 204, "hold": {"gate": "g", "at": "end"}}"#)
        let wire = try ask()
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(250))
        _ = session.gates.release("g")
        #expect(wire.isDone)
        #expect(entry?.json["timing"]?["addedDelay"] == 250)
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
        #expect(session.report().failures.map(\.reason) == [#"The gate "g" was not released within 500 ms (holdTimeoutMilliseconds)."#])
        let entry = try #require(entry)
        #expect(entry.response.status == 504)
        #expect(entry.details.held.map(\.state) == [.timedOut])
        #expect(
            entry.details.subEvents.map(\.data) == [
                ["message": #"The gate "g" was not released within 500 ms (holdTimeoutMilliseconds)."#]
            ])
    }

    @Test func aTimeOutIsToldOnce() throws {
        try add(#"{"body": "0123456789", "hold": "g", "holdTimeoutMilliseconds": 500}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(600))
        #expect(wire.status == 504)
        #expect(observer.refusals == [#"504 The gate "g" was not released within 500 ms (holdTimeoutMilliseconds)."#])
    }

    @Test func aTimeOutWithinTheBodyIsToldAsABreak() throws {
        try add(#"{"body": "0123456789", "hold": {"gate": "g", "at": {"bodyBytes": 4}}, "holdTimeoutMilliseconds": 500}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(600))
        #expect(wire.sent.bodyBytes == 4 && wire.sent.isBroken)
        #expect(observer.refusals == [#"broken: The gate "g" was not released within 500 ms (holdTimeoutMilliseconds)."#])
        #expect(performed?["ending"] == "aborted")
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
        try engine.add(#"{"response": {"hold": "g"}}"#)
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
        func content(for request: Request, in session: Session) -> Content { .later { give in self.give.withLock { $0 = give } } }
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

    @Test func gatesNeedNoJournal() throws {
        var environment = EngineEnvironment()
        environment.journal.isEnabled = false
        let engine = MockEngine(environment, .manual())
        try engine.add(#"{"response": {"hold": "g"}}"#)
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
}
