import HTTPMessage
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// The delay that an exchange had in the end, for the access log. The metrics count the planned one.
@Suite struct ServeEventDelayTests {
    private final class Observer: ExchangeObserver {
        let delays = Mutex<[Duration]>([])
        let wantsExchanges = true
        func finished(_ exchange: FinishedExchange) { delays.withLock { $0.append(exchange.delay) } }
    }

    private let machine = ManualClock()
    private let observer = Observer()
    private let engine: MockEngine

    init() throws {
        var environment = EngineEnvironment()
        environment.observer = observer
        engine = MockEngine(environment, .manual(machine))
        let stub = try EngineHarness.compile(
            #"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 5000}}"#, in: engine, origin: .file(path: "a.json"))
        engine.loadFixtures([stub])
    }

    private var delays: [Duration] { observer.delays.withLock { $0 } }
    private var counted: Duration { engine.environment.tally.addedDelays.sum }

    /// The exchange ends after so much time.
    private func end(_ outcome: ExchangeOutcome, after time: Duration) throws {
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/slow")) else { throw FakeWire.ComesLater() }
        #expect(counted == .seconds(5))
        machine.advance(by: time)
        engine.finished(try #require(plan.ticket), outcome)
    }

    @Test func aResponseThatWasSentHasThePlannedDelay() throws {
        try end(ExchangeOutcome(ending: .performed, sending: .milliseconds(20), status: 200), after: .milliseconds(5_020))
        #expect(delays == [.seconds(5)])
        #expect(engine.session.openExchanges.isEmpty)
    }

    @Test func aClientThatLeavesWaitedOnlyUntilThen() throws {
        try end(ExchangeOutcome(ending: .clientLeft, status: 0), after: .milliseconds(200))
        #expect(delays == [.milliseconds(200)])
    }

    /// The stop of the server cuts delays short.
    @Test func aDelayThatIsCutShortIsAsLongAsItWas() throws {
        try end(ExchangeOutcome(ending: .performed, sending: .milliseconds(50), status: 200), after: .milliseconds(300))
        #expect(delays == [.milliseconds(250)])
    }

    /// A distribution has any whole number. The sum says less than that of many such delays.
    @Test(arguments: [1, 9_223_372_036_854_775, 9_223_372_036_854_776, 9_223_372_036_854_800, Int.max])
    func theLongestDelaysAreCounted(milliseconds: Int) throws {
        let json = #"{"request": {"url": "/long"}, "response": {"delayDistribution": {"type": "fixed", "milliseconds": \#(milliseconds)}}}"#
        try engine.add(json)
        for _ in 0..<2_000 { _ = engine.session.respond(to: Request(target: "/long")) }
        let (counts, sum) = engine.environment.tally.addedDelays
        #expect(counts.reduce(0, +) == 2_000)
        #expect(milliseconds == 1 ? counts[0] == 2_000 && sum == .seconds(2) : counts[counts.count - 1] == 2_000)
    }

    @Test func theEndOfTheSessionEndsTheDelay() throws {
        let session = engine.openTestSession(.manual(machine))
        let wire = try FakeWire(asking: session, "/slow")
        #expect(wire.waitsForHead)
        machine.advance(by: .milliseconds(300))
        engine.close(session)
        #expect(wire.status == 503)
        #expect(delays == [.milliseconds(300)])
    }

    @Test func onAManualClockTheTimeOfTheTestCounts() throws {
        let session = engine.openTestSession(.manual(machine))
        session.clock.follow(.manual)
        let wire = try FakeWire(asking: session, "/slow")
        machine.advance(by: .milliseconds(7))
        session.clock.advance(by: .seconds(6))
        #expect(wire.status == 200)
        #expect(delays == [.seconds(5)])
        let other = try FakeWire(asking: session, "/slow")
        session.clock.advance(by: .seconds(2))
        other.leave()
        #expect(delays == [.seconds(5), .seconds(2)])
    }
}
