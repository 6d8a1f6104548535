import Budget
import Compression
import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Webhooks of modifiers, and those that post what a request has created or removed.
struct EventWebhookTests {
    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        let sent = Mutex<[UpstreamRequest]>([])
        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            sent.withLock { $0.append(request) }
            completion(.success(Response(status: 200)))
            return Call()
        }
    }

    private final class Source: ContentSource {
        private let content: Content

        init(content: Content) { self.content = content }

        func content(for request: Request, in session: Session) -> Content { content }
    }

    private static let changed = Content.changed(WirePlan(.text(200, ""))) { ["Records": [1]] }

    /// What is sent for a request to a stub with a webhook.
    private func sent(_ response: String, _ parameters: String, _ content: Content) throws -> [UpstreamRequest] {
        let upstream = Upstream()
        let engine = MockEngine.manual(contents: Source(content: content), upstream: upstream)
        try engine.add(Self.stub(response, parameters))
        guard case .plan(let plan) = engine.session.respond(to: Request(method: "PUT", target: "/a")) else { return [] }
        if let ticket = plan.ticket { engine.finished(ticket, ExchangeOutcome(ending: .performed)) }
        return upstream.sent.withLock { $0 }
    }

    private static func stub(_ response: String, _ parameters: String, _ phases: String = "") -> String {
        #"""
        {"request": {"url": "/a"}, "response": \#(response),
         "serveEventListeners": [{"name": "webhook", \#(phases)"parameters": {"url": "http://a.test/x"\#(parameters)}}]}
        """#
    }

    @Test func aModifiersWebhookIsSent() throws {
        #expect(try sent(#"{"modify": {}}"#, "", .found(WirePlan(.text(200, "")))).map(\.method) == ["GET"])
    }

    @Test func anEventIsPosted() throws {
        let parameters = #", "s3Event": true, "headers": {"X-A": "{{originalRequest.method}}"}"#
        let sent = try sent(#"{"modify": {"status": 500}}"#, parameters, Self.changed)
        let request = try #require(sent.first)
        #expect(sent.count == 1)
        #expect(request.method == "POST")
        #expect(try request.body.bytes() == Array(#"{"Records":[1]}"#.utf8))
        #expect(request.headers.first("Content-Type") == "application/json")
        #expect(request.headers.first("X-A") == "PUT")
    }

    @Test func itsFieldsAreOneLine() throws {
        let parameters = #", "headers": {"X-A": "a\r\nB: c", "X\nB": "one", "": "two"}"#
        let fields = try #require(sent("{}", parameters, .found(WirePlan(.text(200, "")))).first).headers
        #expect(fields.first("X-A") == "a  B: c")
        #expect(!fields.contains { ["one", "two"].contains($0.value) })
    }

    @Test func withoutAChangeThereIsNone() throws {
        #expect(try sent(#"{"modify": {}}"#, #", "s3Event": true"#, .found(WirePlan(.text(200, "")))).isEmpty)
        #expect(try sent(#"{"status": 200}"#, #", "s3Event": true"#, Self.changed).isEmpty)
        #expect(try sent(#"{"modify": {}}"#, #", "s3Event": false"#, Self.changed).count == 1)
    }

    /// A long file, which is not read for a webhook.
    private final class File: BodyStream {
        func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep { .failed }
        func finish() {}
    }

    /// To HEAD there is none.
    @Test(arguments: [("GET", true), ("HEAD", false)]) func aWebhookTellsThatItHasNoBody(method: String, isTold: Bool) throws {
        let content = Content.found(WirePlan(Response(status: 200, body: .stream(File(), length: 5))))
        let engine = MockEngine.manual(contents: Source(content: content), upstream: Upstream())
        let parameters = #", "method": "POST", "body": "{{response.body}}""#
        try engine.add(Self.stub(#"{"modify": {}}"#, parameters))
        guard case .plan(let plan) = engine.session.respond(to: Request(method: method, target: "/a")) else {
            Issue.record("the response waits for the webhook")
            return
        }
        engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed))
        #expect(try entry(of: engine).contains("The webhook's {{response.body}} is empty.") == isTold)
    }

    /// An engine whose only exchange is over, with a webhook of these parameters.
    private func engine(
        after parameters: String, _ upstream: Upstream, _ work: LateWork, _ limits: WorkBudget.Limits = WorkBudget.Limits()
    ) throws -> MockEngine {
        var environment = EngineEnvironment()
        environment.upstream = upstream
        environment.work = work
        environment.matchers.limits = MatchingLimits(request: limits)
        let engine = MockEngine(environment, .manual())
        try engine.add(Self.stub("{}", parameters))
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/a")) else {
            Issue.record("the response waits for the webhook")
            return engine
        }
        engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed))
        return engine
    }

    /// What the engine's only exchange tells.
    private func entry(of engine: MockEngine) throws -> String {
        try #require(engine.lastEntry).json.text(.pretty)
    }

    @Test(arguments: [(longBody, "GET"), (compressedBody, plainText)])
    func aWebhookThatTakesLongToMakeIsSentLater(parameters: String, body: String) throws {
        let (upstream, queue) = (Upstream(), LateWork())
        let engine = try engine(after: parameters, upstream, queue)
        #expect(upstream.sent.withLock { $0.isEmpty }, "not on the worker")
        queue.run()
        let sent = upstream.sent.withLock { $0 }
        #expect(sent.count == 1)
        let request = try #require(sent.first)
        let bytes = try request.body.bytes()
        let isCoded = request.headers.contains("Content-Encoding")
        let text = try isCoded ? Gzip.decompress(bytes, limit: 1 << 20) : bytes
        #expect(text == Array(body.utf8))
        #expect(try !entry(of: engine).contains("Exception"))
    }

    @Test func whatAWebhookCompressesIsChargedToTheRequest() throws {
        let (upstream, queue) = (Upstream(), LateWork())
        let engine = try engine(after: Self.compressedBody, upstream, queue, WorkBudget.Limits(steps: 1_100_000))
        queue.run()
        #expect(upstream.sent.withLock { $0.isEmpty })
        let told = "Exception thrown while configuring webhook: the work for this request takes more than 1100000 steps"
        #expect(try entry(of: engine).contains(told))
    }

    @Test(arguments: [longBody, compressedBody])
    func aWebhookThatTakesLongIsNotSentWhileThePoolIsFull(parameters: String) throws {
        let upstream = Upstream()
        let engine = try engine(after: parameters, upstream, LateWork(isFull: true))
        #expect(upstream.sent.withLock { $0.isEmpty })
        let told = "Exception thrown while configuring webhook: making it takes long, and the server has too much other work"
        #expect(try entry(of: engine).contains(told))
    }

    private static let plainText = String(repeating: "text ", count: 60_000)
    private static let compressedBody =
        #", "method": "POST", "headers": {"Content-Encoding": "gzip"}, "body": "\#(plainText)""#
    private static let longBody =
        #", "method": "POST", "body": "{{#each (range 1 60000)}}{{#if this}}{{/if}}{{/each}}{{originalRequest.method}}""#

    @Test(
        arguments: [
            (#""s3": {}"#, #"{"modify": {}}"#, nil), (#""listener": "any""#, #"{"modify": {"status": 500}}"#, nil),
            (#""url": "/a""#, #"{"modify": {}}"#, "the stub is for the HTTP listener"),
            (#""s3": {}"#, #"{"s3Error": "SlowDown"}"#, "the stub responds, so S3 creates and removes nothing"),
            (#""url": "/a""#, "{}", "the stub responds, so S3 creates and removes nothing"),
        ] as [(String, String, String?)])
    func anEventThatIsNeverSentIsTold(request: String, response: String, told: String?) throws {
        let webhook = #"{"name": "webhook", "parameters": {"url": "http://a.test/x", "s3Event": true}}"#
        let stub = #"{"request": {\#(request)}, "response": \#(response), "serveEventListeners": [\#(webhook)]}"#
        let report = ProblemReport(try JSONDocument.parse(Array(stub.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        _ = MockEngine(EngineEnvironment(), .manual()).compile(mapping, report)
        #expect(report.problems.isEmpty)
        #expect(report.warnings.map(\.message) == (told.map { ["\"s3Event\" is never sent: \($0)"] } ?? []))
    }

    @Test func mistakesAreReported() throws {
        let harness = try EngineHarness()
        let body = harness.problems(Self.stub("{}", #", "s3Event": true, "body": "x""#))
        #expect(body.first?.contains("\"body\" beside \"s3Event\"") == true, "\(body)")
        let early = harness.problems(Self.stub("{}", #", "s3Event": true"#, #""requestPhases": ["BEFORE_RESPONSE_SENT"], "#))
        #expect(early.isEmpty, "a warning: it is never sent")
    }
}
