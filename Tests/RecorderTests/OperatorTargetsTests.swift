import HTTPMessage
import JSONDocument
import MockEngine
import Recorder
import StubModel
import Testing
import Upstream
import UpstreamTestSupport

/// Targets that the operator named are called without a rule; all others are not. Over real sockets on the loopback.
@Suite(.timeLimit(.minutes(5))) struct OperatorTargetsTests {
    private let target: Target
    private let authority: TargetAuthority

    init() throws {
        target = try Target { request in WirePlan(.text(200, "theirs")) }
        authority = try #require(TargetAuthority(literalIn: target.origin))
    }

    private func stub(_ url: String, _ base: String) -> JSONValue {
        ["request": ["url": .string(url)], "response": ["proxyBaseUrl": .string(base), "transformers": ["response-template"]]]
    }

    @Test func theStubOfTheOperatorsFileIsServedAndOneOfTheAPIIsNot() async throws {
        defer { target.stop() }
        let proxying = try ProxyingEngine(allowed: [])
        try proxying.add(stub("/own", target.origin), operatorTargets: [authority])
        try proxying.add(stub("/api", target.origin))
        #expect(try await proxying.ask("/own").status == 200)
        let refused = try await proxying.ask("/api")
        #expect(refused.status == 500)
        #expect(refused.headers.first("X-Understudy-Hint")?.contains("--allow-proxy-targets 127.0.0.1:\(target.port)") == true)
        #expect(try await proxying.ask("/own").status == 200)
        #expect(target.requests.map(\.target) == ["/own", "/own"])
    }

    @Test(arguments: ["127.0.0.1", "0x7f.1", "2130706433", "127%2e0.0.1", "user@127.0.0.1"])
    func aConnectionOfTheOperatorsStubServesNoOther(spelling: String) async throws {
        defer { target.stop() }
        let proxying = try ProxyingEngine(allowed: [])
        try proxying.add(stub("/own", target.origin), operatorTargets: [authority])
        try proxying.add(stub("/api", "http://\(spelling):\(target.port)"))
        #expect(try await proxying.ask("/own").status == 200)
        #expect(try await proxying.ask("/api").status == 500)
        #expect(target.requests.map(\.target) == ["/own"])
    }

    @Test func aHostThatATemplateMakesIsNotTrusted() async throws {
        defer { target.stop() }
        let other = try Target { _ in WirePlan(.text(200, "other")) }
        defer { other.stop() }
        let proxying = try ProxyingEngine(allowed: [])
        try proxying.add(stub("/t", "http://127.0.0.1:{{request.headers.X-Port}}"), operatorTargets: [authority])
        #expect(try await proxying.ask("/t", headers: [("X-Port", "\(other.port)")]).status == 500)
        #expect(other.requests.isEmpty)
    }

    @Test func deniedTargetsOverrideTheOperators() async throws {
        defer { target.stop() }
        let proxying = try ProxyingEngine(allowed: [], denied: ["127.0.0.0/8"])
        try proxying.add(stub("/own", target.origin), operatorTargets: [authority])
        let refused = try await proxying.ask("/own")
        #expect(refused.status == 500)
        #expect(refused.headers.first("X-Understudy-Hint")?.contains("--deny-proxy-targets covers 127.0.0.1:\(target.port)") == true)
        #expect(target.requests.isEmpty)
    }

    @Test func aTargetThatAFlagNamesIsAllowedToAll() async throws {
        defer { target.stop() }
        let client = CurlClient(CurlClient.Settings(rules: TargetRules(named: [authority])))
        let request = try #require(UpstreamRequest(method: "GET", url: target.origin + "/x"))
        #expect(try await client.ask(request).get().status == 200)
        let other = try #require(UpstreamRequest(method: "GET", url: "http://127.0.0.2:\(target.port)/x"))
        guard case .failure(.denied) = await client.ask(other) else {
            Issue.record("another host of that port is another target")
            return
        }
    }

    @Test func aWebhookOfTheOperatorsFileIsSent() async throws {
        defer { target.stop() }
        let proxying = try ProxyingEngine(allowed: [])
        let webhook: JSONValue = ["name": "webhook", "parameters": ["url": .string(target.origin + "/hook")]]
        let mapping: JSONValue = ["request": ["url": "/a"], "response": [:], "serveEventListeners": [webhook]]
        try proxying.add(mapping, operatorTargets: [authority])
        #expect(try await proxying.ask("/a").status == 200)
        let server = target
        let isSent = await server.eventually {
            let targets = server.requests.map { (request: Request) -> String in request.target }
            return targets == ["/hook"]
        }
        #expect(isSent)
    }
}
