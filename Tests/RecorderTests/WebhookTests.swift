import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import TestSupport
import Testing
import UpstreamTestSupport

@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    @Test(.timeLimit(.minutes(5))) func webhookIsSentWhenTheResponseHasGone() async throws {
        let target = try Target { _ in .init(Response(status: 202, headers: [("X-R", "r")], body: .bytes(Array("taken".utf8)))) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add([
            "response": ["body": "ok", "headers": ["X-A": "a"]],
            "serveEventListeners": [
                [
                    "name": "webhook",
                    "parameters": [
                        "method": "PUT", "url": .string(target.origin + "/done/{{originalRequest.query.id}}"),
                        "headers": ["X-Id": "{{parameters.extra}}", "X-L": ["1", "2"]],
                        "body": "{{originalRequest.body}} {{originalRequest.method}} {{response.body}} {{response.headers.x-a}}",
                        "extra": "e",
                        "delay": ["type": "fixed", "milliseconds": 5],
                    ],
                ], ["name": "unknown", "parameters": [:]],
            ],
        ])
        let plan = try await proxying.plan(Request(method: "POST", target: "/a?id=7", body: Array("hi".utf8)))
        #expect(plan.response.status == 200)
        #expect(target.requests.isEmpty)
        proxying.engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed))
        proxying.clock.advance(by: .milliseconds(4))
        // As in WireMock, the entry shows the request before its delay is over.
        #expect(await subEvents(proxying, count: 1).map(\.kind) == [.webhookRequest])
        proxying.clock.advance(by: .milliseconds(1))
        let events = await subEvents(proxying, count: 2)
        try #require(events.count == 2)
        let seen = try #require(target.requests.first)
        #expect(seen.method == "PUT")
        #expect(seen.target == "/done/7")
        #expect(seen.headers("X-Id") == ["e"])
        #expect(seen.headers("X-L") == ["1", "2"])
        #expect(try seen.body.bytes() == Array("hi POST ok a".utf8))
        #expect(events.map(\.kind) == [.webhookRequest, .webhookResponse])
        #expect(events[0].data["absoluteUrl"]?.string == target.origin + "/done/7")
        #expect(events[0].data["body"]?.string == "hi POST ok a")
        #expect(events[1].data["status"]?.int == 202)
        #expect(events[1].data["body"]?.string == "taken")
    }

    /// A response whose webhook posts its body to `/hook` of the same target.
    private func addHook(to proxying: ProxyingEngine, _ target: Target) throws {
        try proxying.add([
            "response": ["proxyBaseUrl": .string(target.origin)],
            "serveEventListeners": [
                [
                    "name": "webhook",
                    "parameters": ["method": "POST", "url": .string(target.origin + "/hook"), "body": "[{{response.body}}]"],
                ]
            ],
        ])
    }

    @Test(arguments: [false, true]) func aWebhookHasTheBodyHoweverLongTheTargetTakes(isSlow: Bool) async throws {
        let target = try Target { request in
            if request.path == "/hook" { return .init(Response(status: 202)) }
            return WirePlan(
                Response(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("text".utf8)), framing: .chunked),
                performance: isSlow ? Performance(pace: .chunks(2, over: .milliseconds(120))) : nil)
        }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try addHook(to: proxying, target)
        #expect(try await proxying.ask("/").body == Array("text".utf8))
        #expect(await subEvents(proxying, count: 2).map(\.kind) == [.webhookRequest, .webhookResponse])
        let hook = try #require(target.requests.first { $0.path == "/hook" })
        #expect(try hook.body.bytes() == Array("[text]".utf8))
    }

    @Test func aWebhookTellsThatItHasNoBody() async throws {
        let target = try Target { request in
            if request.path == "/hook" { return .init(Response(status: 202)) }
            return WirePlan(
                Response(status: 200, body: .bytes(Array(repeating: 65, count: 200_000))),
                performance: Performance(fault: WireFault(.close, at: .bodyBytes(150_000))))
        }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try addHook(to: proxying, target)
        #expect(try await proxying.ask("/").body == nil)
        let events = await subEvents(proxying, count: 3)
        #expect(events.map(\.kind) == [.warning, .webhookRequest, .webhookResponse])
        #expect(events.first?.data["message"]?.string?.hasPrefix("The webhook's {{response.body}} is empty.") == true)
    }

    @Test(.timeLimit(.minutes(5))) func deniedWebhookIsNoted() async throws {
        let proxying = try ProxyingEngine(allowed: [])
        try proxying.add([
            "name": "lost",
            "response": ["status": 200],
            "postServeActions": [
                ["name": "webhook", "parameters": ["url": "http://127.0.0.1:1/x", "method": "PUT", "base64Body": "AP8="]]
            ],
        ])
        _ = try await proxying.ask("/")
        let events = await subEvents(proxying, count: 2)
        try #require(events.count == 2)
        #expect(events[1].kind == .error)
        let message = try #require(events[1].data["message"]?.string)
        #expect(
            message.hasPrefix(
                "The target webhook address http://127.0.0.1:1/x specified by stub lost is denied in WireMock's configuration. "))
        #expect(message.contains("is not among the allowed targets"))
        #expect(events[0].data["bodyAsBase64"] == "AP8=")
    }

    @Test(
        arguments: [
            (["url": "http://x/{{#if"], ""),
            ("http://x/", "/serveEventListeners/0/parameters: expected an object, found a string."),
            (["url": ["x"]], "/serveEventListeners/0/parameters/url: \"url\" must be a string, found an array."),
            (["url": "http://x/", "method": [:]], "\"method\" must be a string, found an object"),
            (["url": "http://x/", "headers": "X: 1"], "\"headers\" must be an object, found a string"),
            (
                ["url": "http://x/", "delay": ["type": "nope"]],
                "/serveEventListeners/0/parameters/delay/type: \"type\" cannot be \"nope\"."
            ),
        ] as [(JSONValue, String)])
    func mistakesAreTold(_ parameters: JSONValue, _ phrase: String) throws {
        let mapping: JSONValue = ["serveEventListeners": [["name": "webhook", "parameters": parameters]]]
        let document = try JSONDocument.parse(mapping.bytes(), name: "stub")
        let report = ProblemReport(document)
        let stub = try StubMapping.decode(document.root, report).flatMap { try ProxyingEngine().engine.compile($0, report) }
        #expect((stub == nil) == !phrase.isEmpty)
        #expect(phrase.isEmpty || report.problems.contains { $0.description.contains(phrase) }, "\(report.problems)")
    }

    /// What WireMock accepts and logs when the webhook is due.
    @Test(
        arguments: [
            (nil, "a webhook without a \"url\" is not sent", "\"\" is no URL to call"),
            (["method": "GET"], "/parameters: a webhook without a \"url\" is not sent", "\"\" is no URL to call"),
            (["url": "http://x/{{#if a}}"], "/parameters/url: the template does not compile", "is never closed"),
            (
                ["url": "http://x/", "method": "POST", "body": "{{nope 1}}"], "/parameters/body: the template does not compile",
                "could not find helper: 'nope'"
            ),
            (["url": "http://x/", "method": "POST", "base64Body": "?"], "\"base64Body\" is not base64", "\"base64Body\" is not base64"),
        ] as [(JSONValue?, String, String)])
    func whatFailsWhenItIsDueIsTold(_ parameters: JSONValue?, _ early: String, _ late: String) async throws {
        var listener: JSONObject = ["name": "webhook"]
        if let parameters { listener["parameters"] = parameters }
        let mapping: JSONValue = ["serveEventListeners": [.object(listener)]]
        let report = ProblemReport(try JSONDocument.parse(mapping.bytes(), name: "stub"))
        let proxying = try ProxyingEngine()
        let stub = StubMapping.decode(report.document.root, report).flatMap { proxying.engine.compile($0, report) }
        #expect(report.lateProblems.contains { $0.description.contains(early) }, "\(report.lateProblems)")
        proxying.engine.session.add(try #require(stub))
        _ = try await proxying.ask("/")
        let events = await subEvents(proxying, count: 1)
        #expect(events.map(\.kind) == [.error])
        let message = events.first?.data["message"]?.string ?? ""
        #expect(message.hasPrefix("Exception thrown while configuring webhook: ") && message.contains(late), "\(message)")
    }

    /// As in WireMock.
    @Test(arguments: [("GET", ""), ("DELETE", ""), ("PUT", "b"), ("PATCH", "b"), ("POST", "b"), ("{{originalRequest.method}}", "")])
    func onlySomeMethodsHaveABody(_ method: String, _ body: String) async throws {
        let target = try Target { _ in .init(Response(status: 200)) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add([
            "serveEventListeners": [
                ["name": "webhook", "parameters": ["url": .string(target.origin + "/"), "method": .string(method), "body": "b"]]
            ]
        ])
        _ = try await proxying.ask("/")
        _ = await subEvents(proxying, count: 2)
        let seen = try #require(target.requests.first)
        #expect(try seen.body.bytes() == Array(body.utf8))
    }

    /// Others would break the request.
    @Test func whatFramesTheRequestIsTheServers() async throws {
        let target = try Target { _ in .init(Response(status: 200)) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        let written: JSONValue = ["Content-Length": "99", "transfer-encoding": "chunked", "Connection": "close", "X-Kept": "1"]
        try proxying.add([
            "response": ["proxyBaseUrl": .string(target.origin), "additionalProxyRequestHeaders": written],
            "serveEventListeners": [
                [
                    "name": "webhook",
                    "parameters": ["url": .string(target.origin + "/hook"), "method": "POST", "headers": written, "body": "abc"],
                ]
            ],
        ])
        #expect(try await proxying.ask("/", method: "POST", body: Array("abc".utf8)).status == 200)
        #expect(await subEvents(proxying, count: 2).map(\.kind) == [.webhookRequest, .webhookResponse])
        #expect(target.requests.map(\.path) == ["/", "/hook"])
        for seen in target.requests {
            #expect(try seen.body.bytes() == Array("abc".utf8))
            #expect(seen.headers("Content-Length") == ["3"] && seen.headers("X-Kept") == ["1"])
            #expect(seen.headers("Transfer-Encoding").isEmpty && seen.headers("Connection").isEmpty)
        }
    }

    /// As in WireMock; the last body is gzip already.
    @Test(arguments: [("body", "text"), ("base64Body", "dGV4dA=="), ("base64Body", "H4sIAAAAAAACAytJrSgBAMenizsEAAAA")])
    func aBodyIsInTheCodingThatItsFieldSays(name: String, body: String) async throws {
        let target = try Target { _ in .init(Response(status: 200)) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        var parameters: JSONObject = [
            "url": .string(target.origin + "/"), "method": "POST", "headers": ["Content-Encoding": "gzip"],
        ]
        parameters[name] = .string(body)
        try proxying.add(["serveEventListeners": [["name": "webhook", "parameters": .object(parameters)]]])
        _ = try await proxying.ask("/")
        let events = await subEvents(proxying, count: 2)
        let seen = try #require(target.requests.first)
        #expect(try seen.body.bytes().starts(with: [0x1F, 0x8B]))
        #expect(seen.bodyWithoutCoding(limit: 100) == Array("text".utf8))
        #expect(events.first?.data["body"] == "text")
    }

    @Test func aWebhookOfAnotherPhaseIsNeverSent() async throws {
        for (phases, count) in [(["BEFORE_MATCH", "AFTER_MATCH"], 0), (["BEFORE_RESPONSE_SENT", "AFTER_COMPLETE"], 1)] {
            let mapping: JSONValue = [
                "serveEventListeners": [
                    ["name": "webhook", "requestPhases": .array(phases.map { .string($0) }), "parameters": ["url": "http://127.0.0.1:1/"]]
                ]
            ]
            let report = ProblemReport(try JSONDocument.parse(mapping.bytes(), name: "stub"))
            let proxying = try ProxyingEngine(allowed: [])
            let stub = StubMapping.decode(report.document.root, report).flatMap { proxying.engine.compile($0, report) }
            #expect(report.warnings.contains { $0.description.contains("never with these \"requestPhases\"") } == (count == 0))
            proxying.engine.session.add(try #require(stub))
            _ = try await proxying.ask("/")
            #expect(await subEvents(proxying, count: 2 * count).isEmpty == (count == 0))
        }
    }

    /// The sub-events of the one entry, when there are that many.
    private func subEvents(_ proxying: ProxyingEngine, count: Int) async -> [SubEvent] {
        @Sendable func events() -> [SubEvent] {
            proxying.engine.session.journal.snapshot().newestFirst.first { _ in true }?.details.subEvents ?? []
        }
        // Nobody tells of them.
        _ = await Bell().eventually { events().count >= count }
        return events()
    }
}
