import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Exchanges in progress when their session ends or their client leaves.
struct SessionEndTests {
    private final class Observer: ExchangeObserver {
        let finished = Mutex<[ExchangeOutcome.Ending]>([])
        let wantsExchanges = true
        func finished(_ exchange: FinishedExchange) { finished.withLock { $0.append(exchange.outcome.ending) } }
    }

    /// Another server that never responds.
    private final class Silence: UpstreamClient {
        private struct Call: UpstreamCall {
            let silence: Silence
            func cancel() { silence.cancelled.add(1, ordering: .sequentiallyConsistent) }
        }
        let cancelled = Atomic(0)
        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall { Call(silence: self) }
    }

    /// The statuses of responses that came later.
    private final class Statuses: Sendable {
        private let statuses = Mutex<[Int]>([])
        var all: [Int] { statuses.withLock { $0 } }

        /// Nil when the response comes at once.
        func ask(_ session: Session) -> DeferredPlan? {
            guard case .later(let deferred) = session.respond(to: Request(target: "/a")) else { return nil }
            deferred.whenFulfilled { [self] plan in
                statuses.withLock { $0.append(plan.response.status) }
                return true
            }
            return deferred
        }
    }

    private let observer = Observer()
    private let work = LateWork()
    private let upstream = Silence()

    private func engine() -> MockEngine {
        var environment = EngineEnvironment()
        environment.observer = observer
        environment.upstream = upstream
        environment.work = work
        return MockEngine(environment, .manual())
    }

    @Test func anExchangeThatIsUnderWayWhenItsSessionEndsIsReportedWhenItIsOver() throws {
        let engine = engine()
        weak var left: Session?
        let ticket: ExchangeTicket? = try {
            let stub = try EngineHarness.compile(#"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#, in: engine)
            let session = try engine.openSession(SessionDefinition(), stubs: [stub])
            left = session
            guard case .later(let deferred) = session.respond(to: Request(target: "/a")) else {
                Issue.record("not later")
                return nil
            }
            engine.close(session)
            return deferred.ticket
        }()
        #expect(observer.finished.withLock { $0 } == [])
        engine.finished(try #require(ticket), ExchangeOutcome(ending: .clientLeft))
        #expect(observer.finished.withLock { $0 } == [.clientLeft])
        #expect(left == nil)
    }

    /// Otherwise it would wait for the other server as long as that may take.
    @Test func aProxiedRequestEndsWithItsSession() throws {
        let engine = engine()
        let stub = try EngineHarness.compile(#"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#, in: engine)
        let session = try engine.openSession(SessionDefinition(), stubs: [stub])
        let statuses = Statuses()
        let deferred = try #require(statuses.ask(session))
        #expect(statuses.all == [])
        engine.close(session)
        #expect(statuses.all == [503])
        #expect(upstream.cancelled.load(ordering: .sequentiallyConsistent) == 1)
        deferred.abandon()
        #expect(upstream.cancelled.load(ordering: .sequentiallyConsistent) == 1, "once")
        // Nor does a later request wait.
        _ = try #require(statuses.ask(session))
        #expect(statuses.all == [503, 503])
    }

    @Test func aDelayInRealTimeEndsWithItsSession() throws {
        let machine = ManualClock()
        let engine = MockEngine(EngineEnvironment(), .manual(machine))
        let stubs = try [
            #"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 60000}}"#,
            #"""
            {"request": {"url": "/dribble"}, "response": {"body": "0123456789", "chunkedDribbleDelay": {"numberOfChunks": 2,
             "totalDuration": 1000}}}
            """#,
        ].map { try EngineHarness.compile($0, in: engine) }
        let session = try engine.openSession(SessionDefinition(), stubs: stubs)
        let slow = try FakeWire(asking: session, "/slow")
        let dribble = try FakeWire(asking: session, "/dribble")
        #expect(slow.waitsForHead)
        #expect(slow.due == 60_000_000_000)
        #expect(dribble.status == 200 && dribble.sent.bodyBytes == 0 && dribble.due == 500_000_000)
        machine.advance(by: .milliseconds(500))
        dribble.isDue()
        #expect(dribble.sent.bodyBytes == 5 && dribble.due == 1_000_000_000)
        #expect(session.journal.snapshot().oldestFirst.map { $0.json["performed"]?["delayMilliseconds"] } == [60_000, nil])
        engine.close(session)
        #expect(slow.status == 503 && slow.isDone)
        #expect(dribble.sent.isBroken)
        #expect(session.stages.count == 0)
    }

    @Test func aStopDoesNotTurnADelayInRealTimeIntoAnError() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(ManualClock()))
        let stub = try EngineHarness.compile(#"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 60000}}"#, in: engine)
        let session = try engine.openSession(SessionDefinition(), stubs: [stub])
        let slow = try FakeWire(asking: session, "/slow")
        engine.stopping()
        #expect(slow.waitsForHead, "the wire does not wait any more")
        slow.leave()
    }

    @Test func aDelayInRealTimeIsOverWhenItsTimeHasCome() throws {
        let machine = ManualClock()
        let engine = MockEngine(EngineEnvironment(), .manual(machine))
        let stub = try EngineHarness.compile(#"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 800}}"#, in: engine)
        let session = try engine.openSession(SessionDefinition(), stubs: [stub])
        let slow = try FakeWire(asking: session, "/slow")
        session.clock.follow(.manual)
        machine.advance(by: .milliseconds(800))
        slow.isDue()
        #expect(slow.status == 200, "it began in real time, and ends in real time")
    }

    @Test func aClientThatLeavesWhileALongUploadIsProxiedIsTold() throws {
        let engine = engine()
        let stub = try EngineHarness.compile(#"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#, in: engine)
        engine.session.add(stub)
        let request = Request(method: "POST", target: "/a", body: [UInt8](repeating: 120, count: 100_000))
        for leavesFirst in [false, true] {
            guard case .later(let deferred) = engine.session.respond(to: request) else {
                Issue.record("not later")
                return
            }
            if leavesFirst { deferred.abandon() }
            work.run()
            if !leavesFirst { deferred.abandon() }
        }
        #expect(observer.finished.withLock { $0 } == [.clientLeft, .clientLeft])
        #expect(engine.session.journal.snapshot().oldestFirst.map { $0.outcome?.ending } == [.clientLeft, .clientLeft])
        #expect(engine.session.openExchanges.isEmpty)
    }

    @Test func modifiersOfAnUploadAreNotedOnceAndByTheWholeRequest() throws {
        let engine = engine()
        for mapping in [
            #"{"request": {"url": "/other"}, "response": {"fault": {"effect": "close", "at": "requestBody"}}}"#,
            #"{"request": {"url": "/a"}, "response": {"status": 200}}"#,
            #"{"name": "twice", "priority": 1, "request": {"url": "/a"}, "response": {"modify": {"status": 201}}, "expect": {"count": 1}}"#,
            #"{"priority": 1, "request": {"url": "/a", "bodyPatterns": [{"doesNotContain": "x"}]}, "response": {"modify": {"status": 500}}}"#,
        ] { try engine.add(mapping) }
        let request = Request(method: "POST", target: "/a", headers: [("Content-Length", "1")], body: [120])
        var head = request
        head.body = .empty
        guard case .receive(_, let admitted, _) = engine.session.admit(head),
            case .plan(let plan) = engine.session.respond(to: request, admitted: admitted)
        else {
            Issue.record("no plan")
            return
        }
        #expect(plan.response.status == 201)
        #expect(engine.lastEntry?.details.modifiers.count == 1)
        #expect(engine.session.report().isOK)
    }

    @Test func anUploadThatAFaultBreaksIsCounted() throws {
        let engine = engine()
        let mapping =
            #"{"request": {"url": "/a"}, "response": {"fault": {"effect": "close", "at": "requestBody"}}, "expect": {"count": 1}}"#
        let session = try engine.openSession(SessionDefinition(), stubs: [try EngineHarness.compile(mapping, in: engine)])
        _ = session.admit(Request(method: "POST", target: "/a", headers: [("Content-Length", "10")]))
        #expect(session.report().isOK && session.report().requests == 1)
    }

    @Test func aSessionThatCannotBeIsNoSession() throws {
        let engine = engine()
        var definition = SessionDefinition()
        definition.scenarioStates = [("none", "x")]
        definition.traceIDs = ["0af7651916cd43dd8448eb211c80319c"]
        #expect(throws: SessionError.self) { try engine.openSession(definition) }
        #expect(engine.openSessions.isEmpty)
        let request = Request(target: "/a", headers: [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")])
        #expect(try engine.findSession(of: request).0 === engine.session)
    }

    @Test func aTraceIDOfAnEndedSessionIsNobodys() throws {
        let engine = engine()
        var definition = SessionDefinition()
        definition.traceIDs = ["0af7651916cd43dd8448eb211c80319c"]
        engine.close(try engine.openSession(definition))
        var request = Request(target: "/a", headers: [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")])
        #expect(throws: SessionError.self) { try engine.findSession(of: request) }
        let next = try engine.openSession(definition)
        request = Request(target: "/a", headers: [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")])
        #expect(try engine.findSession(of: request).0 === next)
    }

    @Test func idsThatTemplatesShowDifferBetweenSessionsOfOneSeed() throws {
        let engine = engine()
        let mapping = #"{"request": {"url": "/a"}, "response": {"body": "{{request.id}}", "transformers": ["response-template"]}}"#
        var definition = SessionDefinition()
        definition.seed = 7
        var ids: Set<String> = []
        for _ in 0..<3 {
            let session = try engine.openSession(definition, stubs: [try EngineHarness.compile(mapping, in: engine)])
            guard case .plan(let plan) = session.respond(to: Request(target: "/a")), case .bytes(let id) = plan.response.body else {
                Issue.record("expected a plan with a body")
                return
            }
            ids.insert(String(decoding: id, as: UTF8.self))
        }
        #expect(ids.count == 3)
    }

    @Test func aModifierLeavesTheServersOwnFailureAlone() throws {
        let engine = engine()
        for mapping in [
            #"{"request": {"url": "/a"}, "response": {"bodyFileName": "nothing.json"}}"#,
            #"{"priority": 1, "request": {"url": "/a"}, "response": {"modify": {"status": 200}}}"#,
        ] { try engine.add(mapping) }
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/a")) else {
            Issue.record("expected a plan")
            return
        }
        #expect(plan.response.status == 500)
    }
}
