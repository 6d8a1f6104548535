import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// What a session that ends closes: stalls, and bodies that arrive from other servers.
struct SessionTransfersTests {
    /// Counts calls.
    private final class Counter: Sendable {
        private let calls = Atomic(0)
        var count: Int { calls.load(ordering: .sequentiallyConsistent) }
        func call() { calls.add(1, ordering: .sequentiallyConsistent) }
    }

    /// A body of which the first bytes have arrived.
    private final class Arriving: BodyStream {
        let finished = Counter()
        private let isRead = Mutex(false)

        func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
            let isFirst = isRead.withLock { isRead in
                defer { isRead = true }
                return !isRead
            }
            return isFirst ? .bytes(1) : .wait
        }

        func finish() { finished.call() }
    }

    /// Another server, whose response comes at once or never.
    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall {
            let cancelled: Counter
            func cancel() { cancelled.call() }
        }

        let response: Response?
        let cancelled = Counter()
        let sent = Counter()

        init(_ response: Response?) { self.response = response }

        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            sent.call()
            if let response { completion(.success(response)) }
            return Call(cancelled: cancelled)
        }
    }

    private struct NoPlan: Error {}

    private static func session(_ stub: String, in engine: MockEngine) throws -> Session {
        try engine.openSession(SessionDefinition(), stubs: [EngineHarness.compile(stub, in: engine)])
    }

    /// The response, also one that comes later and is known at once.
    private static func plan(_ session: Session) throws -> WirePlan {
        switch session.respond(to: Request(target: "/a")) {
        case .plan(let plan): return plan
        case .later(let deferred):
            let known = Mutex<WirePlan?>(nil)
            deferred.whenFulfilled { plan in
                known.withLock { $0 = plan }
                return true
            }
            guard let plan = known.withLock({ $0 }) else { throw NoPlan() }
            return plan
        }
    }

    // MARK: Stalls

    private static let stall = """
        {"request": {"url": "/a"}, "response": {"body": "ab", "fault": {"effect": "stall", "at": "afterHeaders"}}}
        """

    @Test func aStallEndsWithItsSession() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = try Self.session(Self.stall, in: engine)
        let regulator = try #require(Self.plan(session).performance?.regulator)
        guard case .bytes = regulator.allowance(at: .head, wake: {}) else {
            Issue.record("the head is held")
            return
        }
        let ends = Counter()
        regulator.stalls { ends.call() }
        #expect(ends.count == 0)
        engine.close(session)
        #expect(ends.count == 1)
        regulator.ended()
        #expect(session.stages.count == 0)
        let entry = try #require(session.journal.snapshot().newestFirst.first { _ in true })
        #expect(entry.details.subEvents.compactMap(\.message) == ["The session has ended."])
        #expect(entry.response.status == 200, "it was sent")
    }

    @Test func aStallThatBeginsLaterEndsAtOnce() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = try Self.session(Self.stall, in: engine)
        let regulator = try #require(Self.plan(session).performance?.regulator)
        _ = regulator.allowance(at: .head, wake: {})
        engine.close(session)
        let ends = Counter()
        regulator.stalls { ends.call() }
        #expect(ends.count == 1)
    }

    @Test func aStallThatIsOverIsNotEnded() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let session = try Self.session(Self.stall, in: engine)
        let regulator = try #require(Self.plan(session).performance?.regulator)
        let ends = Counter()
        regulator.stalls { ends.call() }
        regulator.ended()
        engine.close(session)
        #expect(ends.count == 0)
    }

    @Test func theServersOwnSessionNeedsNoRegulatorForAStall() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        try engine.add(Self.stall)
        #expect(try Self.plan(engine.session).performance?.regulator == nil)
    }

    // MARK: Bodies of other servers

    private static let proxy = #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#

    private static func read(_ stream: any BodyStream, _ wake: @escaping @Sendable () -> Void = {}) -> BodyStreamStep {
        var bytes = [UInt8](repeating: 0, count: 8)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        return stream.read(into: &raw, wake: wake)
    }

    private func engine(_ upstream: Upstream, work: LateWork? = nil) -> MockEngine {
        var environment = EngineEnvironment()
        environment.upstream = upstream
        environment.work = work
        return MockEngine(environment, .manual())
    }

    @Test func aProxiedBodyEndsWithItsSession() throws {
        let source = Arriving()
        let engine = engine(Upstream(Response(status: 200, body: .stream(source, length: 9))))
        let session = try Self.session(Self.proxy, in: engine)
        guard case .stream(let body, _) = try Self.plan(session).response.body else { throw NoPlan() }
        #expect(Self.read(body) == .bytes(1))
        let wakes = Counter()
        #expect(Self.read(body) { wakes.call() } == .wait)
        engine.close(session)
        #expect(wakes.count == 1)
        #expect(Self.read(body) == .failed)
        body.finish()
        #expect(source.finished.count == 1)
    }

    @Test func aProxiedBodyThatWasReadIsLeftAlone() throws {
        let engine = engine(Upstream(Response(status: 200, body: .stream(Arriving(), length: 9))))
        let session = try Self.session(Self.proxy, in: engine)
        guard case .stream(let body, _) = try Self.plan(session).response.body else { throw NoPlan() }
        let wakes = Counter()
        #expect(Self.read(body) { wakes.call() } == .bytes(1))
        engine.close(session)
        #expect(wakes.count == 0, "nobody waits")
    }

    // MARK: Clients that leave

    /// Rendering the target takes so long that it continues on the work pool.
    private static let slowTarget = """
        {"request": {"url": "/a"}, "response": {"transformers": ["response-template"],
         "proxyBaseUrl": "http://a.test{{#each (range 1 60000)}}{{#if this}}{{/if}}{{/each}}"}}
        """

    @Test(arguments: [false, true]) func aRequestWhoseTargetTakesLongIsCancelledWhenTheClientLeaves(isEarly: Bool) throws {
        let (upstream, work) = (Upstream(nil), LateWork())
        let engine = engine(upstream, work: work)
        try engine.add(Self.slowTarget)
        guard case .later(let deferred) = engine.session.respond(to: Request(target: "/a")) else { throw NoPlan() }
        #expect(upstream.sent.count == 0)
        if isEarly { deferred.abandon() }
        work.run()
        if !isEarly { deferred.abandon() }
        #expect(upstream.sent.count == 1 && upstream.cancelled.count == 1)
    }
}
