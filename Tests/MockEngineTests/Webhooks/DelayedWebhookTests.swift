import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Webhooks with a delay when the server stops or their session ends.
struct DelayedWebhookTests {
    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        private let targets = Mutex<[String]>([])
        var sent: [String] { targets.withLock { $0 } }
        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            targets.withLock { $0.append(request.target) }
            completion(.success(Response(status: 200)))
            return Call()
        }
    }

    private let upstream = Upstream()
    private let clock = ManualClock()
    private let engine: MockEngine

    init() {
        var environment = EngineEnvironment()
        environment.upstream = upstream
        engine = MockEngine(environment, .manual(clock))
    }

    private func stub() throws -> CompiledStub {
        let parameters = #"{"url": "http://a.test{{originalRequest.path}}", "delay": {"type": "fixed", "milliseconds": 1000}}"#
        return try EngineHarness.compile(
            #"{"request": {"method": "ANY"}, "serveEventListeners": [{"name": "webhook", "parameters": \#(parameters)}]}"#, in: engine)
    }

    private func ask(_ session: Session, _ target: String) throws {
        guard case .plan(let plan) = session.respond(to: Request(target: target)) else { Issue.record("it waits"); return }
        engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed))
    }

    @Test func aStopEndsTheDelays() throws {
        engine.session.add(try stub())
        try ask(engine.session, "/a")
        clock.advance(by: .milliseconds(1))
        try ask(engine.session, "/b")
        #expect(upstream.sent == [])
        engine.stopping()
        #expect(upstream.sent == ["/a", "/b"])
        try ask(engine.session, "/c")
        #expect(upstream.sent == ["/a", "/b", "/c"], "There are no delays any more.")
        clock.advance(by: .seconds(60))
        #expect(upstream.sent == ["/a", "/b", "/c"])
    }

    @Test func aDelayThatIsOverEndsOnce() throws {
        engine.session.add(try stub())
        try ask(engine.session, "/a")
        clock.advance(by: .seconds(1))
        #expect(upstream.sent == ["/a"])
        engine.stopping()
        #expect(upstream.sent == ["/a"])
    }

    @Test func aManualClockNeverComesToTheTime() throws {
        var definition = SessionDefinition()
        definition.clock = .manual
        let session = try engine.openSession(definition, stubs: [stub()])
        try ask(session, "/a")
        engine.stopping()
        #expect(upstream.sent == [])
        let entry = try #require(session.journal.snapshot().newestFirst.first { _ in true })
        let told = "the server stopped before the session's clock came to its time"
        #expect(entry.json.text(.pretty).contains(told), "\(entry.json.text(.pretty))")
    }

    @Test func thoseOfASessionEndWithIt() throws {
        weak var left: Session?
        try {
            let session = try engine.openSession(SessionDefinition(), stubs: [stub()])
            left = session
            try ask(session, "/a")
            engine.close(session)
            try ask(session, "/b")
        }()
        engine.stopping()
        clock.advance(by: .seconds(60))
        #expect(upstream.sent == [])
        #expect(left == nil)
    }
}
