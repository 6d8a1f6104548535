import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import MockEngine

/// The observer is told once for each request about what the engine could not do.
struct ExchangeObserverTests {
    private final class Observer: ExchangeObserver {
        let told = Mutex<[String]>([])
        let wantsExchanges = false
        func missed(_ report: MissReport, in session: SessionIdentity) { told.withLock { $0.append("\(report.request.target) missed") } }
        func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity) {
            told.withLock { $0.append("\(request.target): no \(absence.file ?? "-")") }
        }
        func failed(_ request: Request, _ reason: String) { told.withLock { $0.append("\(request.target): \(reason)") } }
        func rendered(_ request: Request, with mistake: String) { told.withLock { $0.append("\(request.target): \(mistake)") } }
        func webhookFailed(to url: String?, _ reason: String) { told.withLock { $0.append("webhook \(url ?? "-"): \(reason)") } }
    }

    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        let error: UpstreamError
        init(_ error: UpstreamError) { self.error = error }
        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            completion(.failure(error))
            return Call()
        }
    }

    private final class Source: ContentSource {
        private let found: Content

        init(found: Content) { self.found = found }

        func content(for request: Request, in session: Session) -> Content { found }
    }

    private func told(
        _ stub: String?, _ error: UpstreamError? = nil, _ content: Content = .none, headers: HeaderFields = [], modifier: String? = nil
    ) throws -> [String] {
        let observer = Observer()
        var environment = EngineEnvironment()
        environment.observer = observer
        environment.upstream = error.map { Upstream($0) }
        environment.contents = Source(found: content)
        let engine = MockEngine(environment, .manual())
        for stub in [stub, modifier].compactMap(\.self) { try engine.add(stub) }
        let end: @Sendable (WirePlan) -> Bool = { plan in
            if let ticket = plan.ticket { engine.finished(ticket, ExchangeOutcome(ending: .performed)) }
            return true
        }
        switch engine.session.respond(to: Request(target: "/a", headers: headers)) {
        case .plan(let plan): _ = end(plan)
        case .later(let deferred): deferred.whenFulfilled(end)
        }
        return observer.told.withLock { $0 }
    }

    @Test func aBodyFileThatIsGone() throws {
        let told = try told(#"{"request": {"url": "/a"}, "response": {"bodyFileName": "gone.json"}}"#)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("/a: ") == true)
        #expect(told.first != "/a: ")
    }

    @Test func aTemplateThatFailsNamesItsStubAndThePlaceInTheWholeText() throws {
        let stub =
            #"{"name": "t", "request": {"url": "/a"}, "response": {"body": "é\n ä {{math 1 '/' 0}}", "transformers": ["response-template"]}}"#
        #expect(
            try told(stub) == [
                #"/a: the template of the stub "t" fails at line 2, column 6 of its text: java.lang.ArithmeticException: / by zero"#
            ])
    }

    @Test func aMistakeInAModifierNamesTheModifier() throws {
        let stub = #"{"name": "t", "request": {"url": "/a"}, "response": {"body": "{{page}}", "transformers": ["response-template"]}}"#
        let modify = #"{"headers": {"X": "{{page request.method}}"}, "transformers": ["response-template"]}"#
        let modifier = #"{"name": "m", "priority": 1, "request": {"url": "/a"}, "response": {"modify": \#(modify)}}"#
        let told = try told(stub, modifier: modifier)
        #expect(told.count == 2 && told[0].contains(#"the stub "t""#) && told[1].contains(#"the stub "m""#), "\(told)")
    }

    @Test func aResponseWhoseStatusIs500IsNoFailure() throws {
        #expect(try told(#"{"request": {"url": "/a"}, "response": {"status": 500}}"#).isEmpty)
        let templated =
            #"{"request": {"url": "/a"}, "response": {"status": 500, "body": "{{request.url}}", "transformers": ["response-template"]}}"#
        #expect(try told(templated).isEmpty)
    }

    @Test func aTargetThatIsDeniedOrCannotBeReached() throws {
        let stub = #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#
        #expect(try told(stub, .denied("10.0.0.1:80")) == ["/a: \(UpstreamError.denied("10.0.0.1:80"))"])
        #expect(try told(stub, .failed("no route")) == ["/a: Proxying to http://a.test/a failed: no route"])
        #expect(try told(stub, .cancelled).isEmpty)
        #expect(try told(stub) == ["/a: This server does not proxy."])
    }

    @Test func aWebhookThatIsNotSent() throws {
        let stub =
            #"{"request": {"url": "/a"}, "response": {}, "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://a.test/x"}}]}"#
        #expect(try told(stub, .denied("10.0.0.1:80")) == ["webhook http://a.test/x: \(UpstreamError.denied("10.0.0.1:80"))"])
        #expect(try told(stub, .cancelled) == ["webhook http://a.test/x: the server stopped before the response came"])
        #expect(try told(stub) == ["webhook http://a.test/x: this server sends no requests to others"])
    }

    /// A stub that calls its own server would otherwise do so without end.
    @Test func aRequestThatWasSentOnTooOften() throws {
        let headers: HeaderFields = [("X-Understudy-Hops", "16")]
        let proxy = #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#
        #expect(try told(proxy, .failed("sent"), headers: headers) == ["/a: \(HopCount.refusal(url: "http://a.test/a"))"])
        let webhook =
            #"{"request": {"url": "/a"}, "response": {}, "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://a.test/x"}}]}"#
        #expect(try told(webhook, .failed("sent"), headers: headers) == ["webhook http://a.test/x: \(HopCount.webhookRefusal)"])
    }

    @Test func aSourceOfContentThatHasNothingOrFails() throws {
        let plan = WirePlan(.text(404, ""))
        #expect(try told(nil, nil, .missing(plan, ContentAbsence(file: "s3/b/1.jpg"))) == ["/a: no s3/b/1.jpg"])
        #expect(try told(nil, nil, .failed(WirePlan(.text(500, "")), reason: "no permission")) == ["/a: no permission"])
        #expect(try told(nil, nil, .found(WirePlan(.text(200, "")))).isEmpty)
        #expect(try told(nil) == ["/a missed"])
    }
}

/// The wire sends a 500 in place of a response that it cannot send.
struct ReplacedResponseTests {
    @Test func theJournalHasWhatWasSent() throws {
        let engine = try EngineHarness(#"{"name": "long", "request": {"url": "/a"}, "response": {"body": "ok"}}"#).engine
        let request = Request(target: "/a")
        guard case .plan(let plan) = engine.session.respond(to: request) else {
            Issue.record("no plan")
            return
        }
        let ticket = try #require(plan.ticket)
        engine.replaced(request, ticket, by: .text(500, "too long"), because: "It is too long.")
        engine.finished(ticket, ExchangeOutcome(ending: .performed, bodyBytes: 8, status: 500))
        let entry = try #require(engine.lastEntry)
        #expect(entry.json["response"]?["status"]?.int == 500)
        #expect(entry.json["response"]?["body"]?.string == "too long")
        #expect(entry.details.subEvents.map(\.kind) == [.error])
    }
}
