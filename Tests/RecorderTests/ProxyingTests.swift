import HTTPMessage
import JSONDocument
import MockEngine
import Recorder
import StubModel
import Synchronization
import Testing
import Upstream
import UpstreamTestSupport

/// An engine that may ask the loopback address.
struct ProxyingEngine {
    let engine: MockEngine
    let clock = ManualClock()
    let log = ProxyLog()
    private let client: CurlClient

    init(
        allowed: [String] = ["127.0.0.1"], denied: [String] = [], change: (inout EngineEnvironment) -> Void = { _ in }
    ) throws {
        client = try UpstreamTestSupport.client(allowed, denied: denied)
        var environment = EngineEnvironment()
        environment.upstream = client
        change(&environment)
        var options = Session.Options.manual(clock, seed: 1)
        options.proxyObserver = log
        engine = MockEngine(environment, options)
    }

    @discardableResult
    func add(_ mapping: JSONValue, operatorTargets: Set<TargetAuthority> = []) throws -> CompiledStub {
        let document = try JSONDocument.parse(mapping.bytes(), name: "stub")
        let report = ProblemReport(document)
        var read = StubMapping.decode(document.root, report)
        read?.operatorTargets = operatorTargets
        let stub = read.flatMap { engine.compile($0, report) }
        let compiled = try #require(stub, "\(report.problems)")
        engine.session.add(compiled)
        return compiled
    }

    func plan(_ request: Request) async throws -> WirePlan {
        switch engine.session.respond(to: request) {
        case .plan(let plan): return plan
        case .later(let deferred):
            return await handedOver { done in
                deferred.whenFulfilled {
                    done($0)
                    return true
                }
            }
        }
    }

    /// The answer's status, fields and body, with the exchange finished.
    func ask(
        _ target: String, method: String = "GET", headers: HeaderFields = [], body: [UInt8] = []
    ) async throws -> (status: Int, headers: HeaderFields, body: [UInt8]?) {
        let plan = try await plan(Request(method: method, target: target, headers: headers, body: body))
        let bytes = await plan.response.wholeBody()
        if let ticket = plan.ticket { engine.finished(ticket, ExchangeOutcome(ending: .performed)) }
        return (plan.response.status, plan.response.headers, bytes)
    }
}

extension ProxyLog {
    /// An exchange that is over.
    func proxied(_ exchange: ProxiedExchange) { end(begin(exchange), exchange) }
}

@Suite(.timeLimit(.minutes(5))) struct ProxyingTests {
    @Test func requestIsPassedOnAndTheResponseComesBack() async throws {
        let target = try Target { request in
            .init(
                Response(
                    status: 203, reason: "Told",
                    headers: [("X-T", "1"), ("X-T", "2"), ("Connection", "keep-alive"), ("Content-Type", "text/x")],
                    body: .bytes(Array("got \(request.target)".utf8))))
        }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add([
            "request": ["urlPathPattern": "/api/.*"],
            "response": [
                "proxyBaseUrl": .string(target.origin + "/base/"), "proxyUrlPrefixToRemove": "/api", "status": 418,
                "headers": ["X-T": "mine", "X-N": "n", "content-type": "text/y"],
                "additionalProxyRequestHeaders": ["X-Add": "1", "X-Have": "new", "X-List": ["a", "b"], "X-Text": "é日"],
                "removeProxyRequestHeaders": ["x-gone"],
            ],
        ])
        let answer = try await proxying.ask(
            "/api/x?y=%20", method: "POST",
            headers: [
                ("Host", "mock:1"), ("X-Have", "old"), ("X-Gone", "g"), ("Connection", "close"), ("X-Kept", "k"), ("Content-Length", "3"),
                ("User-Agent", "U"),
            ],
            body: Array("abc".utf8))
        #expect(answer.status == 203)
        #expect(answer.body == Array("got /base/x?y=%20".utf8))
        #expect(answer.headers.values("X-T") == ["1", "2", "mine"])
        #expect(answer.headers.values("X-N") == ["n"])
        #expect(answer.headers.values("Content-Type") == ["text/y"])
        #expect(!answer.headers.contains("Matched-Stub-Id"), "as in WireMock")
        #expect(!answer.headers.contains("Connection") && !answer.headers.contains("Content-Length"))
        let seen = try #require(target.requests.first)
        #expect(seen.method == "POST")
        #expect(try seen.body.bytes() == Array("abc".utf8))
        #expect(seen.headers("X-Have") == ["new"])
        #expect(seen.headers("X-Add") == ["1"] && seen.headers("X-List") == ["a", "b"])
        #expect(seen.headers("X-Kept") == ["k"] && seen.headers("X-Text") == ["é日"])
        #expect(seen.headers("User-Agent") == ["U"])
        #expect(seen.headers("X-Gone").isEmpty && seen.headers("Connection").isEmpty)
        #expect(seen.firstHeader("Host") == "127.0.0.1:\(target.port)")
        #expect(proxying.engine.session.journal.snapshot().count == 1)
    }

    @Test func hostFieldMayBeKept() async throws {
        let target = try Target { _ in .init(.text(200, "")) }
        defer { target.stop() }
        let proxying = try ProxyingEngine { $0.proxying.preservesHostHeader = true }
        try proxying.add(["response": ["proxyBaseUrl": .string(target.origin)]])
        _ = try await proxying.ask("/", headers: [("Host", "mock.example")])
        #expect(target.requests.first?.firstHeader("Host") == "mock.example")
    }

    @Test func baseURLAndFieldsMayBeTemplates() async throws {
        let target = try Target { _ in .init(.text(200, "")) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add([
            "response": [
                "proxyBaseUrl": "http://127.0.0.1:{{request.query.port}}", "transformers": ["response-template"],
                "additionalProxyRequestHeaders": ["X-M": "{{request.method}}"],
            ]
        ])
        #expect(try await proxying.ask("/?port=\(target.port)").status == 200)
        #expect(target.requests.first?.firstHeader("X-M") == "GET")
    }

    @Test func headKeepsTheLength() async throws {
        let target = try Target { _ in .init(.text(200, "twelve bytes")) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add(["response": ["proxyBaseUrl": .string(target.origin)]])
        let plan = try await proxying.plan(Request(method: "HEAD", target: "/"))
        #expect(plan.response.body.length == 12)
    }

    @Test(arguments: [false, true])
    func theJournalHasABodyThatComesSlowly(isChunked: Bool) async throws {
        let target = try Target { _ in
            WirePlan(
                Response(status: 200, body: .bytes(Array("slow text".utf8)), framing: isChunked ? .chunked : .length),
                performance: Performance(pace: .chunks(3, over: .milliseconds(120))))
        }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add(["response": ["proxyBaseUrl": .string(target.origin)]])
        #expect(try await proxying.ask("/").body == Array("slow text".utf8))
        let event = try #require(proxying.engine.session.journal.snapshot().newestFirst.first { _ in true })
        #expect(event.json["response"]?["body"] == "slow text")
        #expect(event.json["response"]?["bodyLength"] == nil)
    }

    @Test func failuresAreTold() async throws {
        let dead = try Target { _ in .init(.text(200, "")) }
        dead.stop()
        for (base, allowed, text, hint) in [
            (dead.origin, "127.0.0.1", nil, nil),
            ("nonsense", "*", "The target proxy address `nonsense/x` is not an absolute URL.", nil),
            (
                dead.origin, "10.0.0.0/8", "The target proxy address is denied in WireMock's configuration.",
                "--allow-proxy-targets 127.0.0.1:\(dead.port)"
            ),
        ] as [(String, String, String?, String?)] {
            let proxying = try ProxyingEngine(allowed: [allowed])
            try proxying.add(["response": ["proxyBaseUrl": .string(base)]])
            let answer = try await proxying.ask("/x")
            #expect(answer.status == 500)
            #expect(answer.headers.first("Content-Type") == "text/plain")
            let body = String(decoding: answer.body ?? [], as: UTF8.self)
            if let text {
                #expect(body == text)
            } else {
                #expect(body.hasPrefix("Network failure trying to make a proxied request from Understudy to \(dead.origin)/x\r\n"))
            }
            #expect(answer.headers.first("X-Understudy-Hint")?.contains(hint ?? "") == hint.map { _ in true })
        }
    }

    @Test func delaysAndFaultsOfTheStubHold() async throws {
        let target = try Target { _ in .init(.text(200, "x")) }
        defer { target.stop() }
        let proxying = try ProxyingEngine()
        try proxying.add([
            "response": [
                "proxyBaseUrl": .string(target.origin), "fixedDelayMilliseconds": 70, "fault": ["effect": "close", "at": "afterHeaders"],
            ]
        ])
        let performance = try await proxying.plan(Request(target: "/")).performance
        #expect(performance?.initialDelay == .milliseconds(70))
        #expect(performance?.fault == WireFault(.close, at: .afterHeaders))
    }
}
