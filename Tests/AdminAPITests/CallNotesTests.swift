import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

/// What a caller is told beside the reply, and what a mistake in a call meets.
struct CallNotesTests {
    private let bench = AdminBench()

    private func hint(_ method: String, _ path: String, _ body: String) -> String? {
        bench.call(method, path, body).headers.first("X-Understudy-Hint")
    }

    @Test(arguments: ["/requests/count", "/requests/find", "/requests/remove", "/near-misses/request-pattern"])
    func aWarningAboutAPatternReachesTheCaller(path: String) {
        let told = hint("POST", path, #"{"url": "api/users"}"#)
        let warning = #"request body:1:9 /url: warning: "url" does not begin with "/", so no request matches it."#
        #expect(told?.hasPrefix(warning) == true, "\(told ?? "")")
        #expect(hint("POST", path, #"{"url": "/api/users"}"#) == nil)
    }

    @Test func aNearMissShowsItsPatternAsWireMockDoes() {
        bench.request("GET", "/a")
        let reply = bench.call("POST", "/near-misses/request-pattern", #"{"url":"/b","basicAuth":{"username":"u","password":"p"}}"#)
        #expect(
            reply.json?["nearMisses"]?[0]?["requestPattern"]
                == ["url": "/b", "basicAuthCredentials": ["username": "u", "password": "p"], "method": "ANY"])
    }

    @Test func itReachesWhoeverWaitsToo() {
        bench.request("GET", "/a")
        let told = hint("POST", "/requests/await", #"{"url": "/a", "urlPath": "/a"}"#)
        #expect(told?.contains(#"/urlPath: warning: "urlPath" means nothing beside "url"."#) == true)
    }

    @Test func aParameterThatIsIgnoredAndARequestWithoutAURLAreTold() {
        #expect(bench.call("GET", "/requests?limt=1").headers.first("X-Understudy-Hint")?.contains("Did you mean \"limit\"?") == true)
        #expect(hint("POST", "/near-misses/request", #"{"method": "GET"}"#)?.contains("there is no \"url\"") == true)
    }

    @Test func aRecordingOfNothingIsTold() {
        var services = AdminServices()
        services.recorder = FakeRecorder()
        let bench = AdminBench(services: services)
        let told = bench.call("POST", "/recordings/start").headers.first("X-Understudy-Hint")
        #expect(told?.contains(#"there is no "targetBaseUrl", and no stub proxies, so nothing is recorded."#) == true)
        let named = bench.call("POST", "/recordings/start", #"{"targetBaseUrl": "http://a.test"}"#)
        #expect(named.headers.first("X-Understudy-Hint") == nil)
        bench.stub(#"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a.test"}}"#)
        #expect(bench.call("POST", "/recordings/start").headers.first("X-Understudy-Hint") == nil)
    }

    @Test(arguments: ["/recordings/start", "/recordings/snapshot"])
    func aWarningAboutASpecificationIsTold(path: String) {
        var services = AdminServices()
        services.recorder = FakeRecorder()
        let logged = Mutex<[Problem]>([])
        services.warn = { problem in logged.withLock { $0.append(problem) } }
        let bench = AdminBench(services: services)
        let body = #"{"targetBaseUrl": "http://a.test", "filters": {"urlPath": "/a/.*"}}"#
        let told = bench.call("POST", path, body).headers.first("X-Understudy-Hint")
        #expect(told?.contains("/filters/urlPath: warning:") == true, "\(told ?? "")")
        #expect(logged.withLock { $0.count } == 1)
    }

    @Test func aGzippedBodyIsRead() throws {
        let mapping = #"{"name": "a", "request": {"url": "/a"}}"#
        func status(_ body: [UInt8]) -> Int {
            let request = Request(
                method: "POST", target: "/__admin/mappings", headers: [("Content-Encoding", "gzip")], body: body, arrival: bench.arrival)
            guard case .plan(let plan) = bench.admin.respond(to: request) else { return 0 }
            return plan.response.status
        }
        let gzipped = "H4sIAAAAAAACA6tWykvMTVWyUlBKVNJRUCpKLSxNLS4B8quVSotyQOL6iUq1tQAIKhVYJwAAAA=="
        #expect(status(try #require(Base64.decode(gzipped.utf8))) == 201)
        #expect(bench.request("GET", "/a") == 200)
        #expect(status(Array(mapping.utf8)) == 422)
    }

    @Test(arguments: [
        ("/mappings", "[]", "Send {\"mappings\": [ … ]} to POST /__admin/mappings/import."),
        ("/mappings/import", #"[{"request": {"url": "/a"}}]"#, "Write {\"mappings\": [ … ]} around the list."),
        ("/mappings/import", #"{"request": {"url": "/a"}}"#, "around it, or send it to POST /__admin/mappings."),
        ("/mappings/find-by-metadata", #"{"a": "b"}"#, #"write {"matchesJsonPath": "$[?(@.a == 'b')]"}."#),
    ])
    func anotherFormIsNamed(path: String, body: String, told: String) {
        let errors = bench.call("POST", path, body).json?["errors"]?.array ?? []
        #expect(errors.count == 1)
        #expect(errors.first?["detail"]?.string?.hasSuffix(told) == true, "\(errors)")
    }

    @Test func aListInPlaceOfHeadersIsNone() {
        let answer = bench.call("POST", "/mappings", #"{"response": {"headers": ["Content-Type", "text/plain"]}}"#)
        #expect(answer.status == 201)
        let warning = "\"headers\" is a list, so it has no header fields, as in WireMock."
        #expect(answer.headers.first("X-Understudy-Hint")?.contains(warning) == true)
        let empty = bench.call(
            "POST", "/mappings",
            #"{"request": {"url": "/a", "bodyPatterns": [{"matchesXPath": "//a", "xPathNamespaces": []}]}, "response": {"headers": []}}"#)
        #expect(empty.status == 201 && empty.headers.first("X-Understudy-Hint") == nil)
    }

    @Test func aNameInPlaceOfAnIDIsExplained() {
        let id = bench.stub(#"{"name": "user", "request": {"url": "/a"}}"#)
        func detail(_ path: String) -> String? { bench.call("GET", path).json?["errors"]?[0]?["detail"]?.string }
        #expect(detail("/mappings/user")?.hasPrefix("The stub \"user\" has the id \(id). Write 36") == true)
        #expect(detail("/requests/xyz")?.hasPrefix("Write 36") == true)
        let missing = bench.call("POST", "/mappings/edit", #"{"request": {"url": "/b"}}"#)
        #expect(missing.status == 404 && missing.json?["errors"]?[0]?["title"] == "\"id\" is missing")
    }

    @Test func theFirstStateIsSetWithoutABody() {
        bench.stub(#"{"request": {"url": "/a"}, "scenarioName": "login", "newScenarioState": "in"}"#)
        let refused = bench.call("PUT", "/scenarios/login/state", #"{"state": "Started"}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?[0]?["detail"]?.string?.hasSuffix("Without a body the call puts it back to \"Started\".") == true)
    }

    @Test func whatTheClockShowsCanBeSentBack() {
        let shown = #"{"clock": "manual", "now": "2020-09-13T12:26:40.000Z", "waiting": 1, "nextMilliseconds": 7.5}"#
        let reply = bench.call("PUT", "/clock", shown)
        #expect(reply.status == 200)
        #expect(reply.json?["clock"] == "manual")
    }

    @Test func aClockIsSetByItsWord() { #expect(bench.call("PUT", "/clock", "\"manual\"").status == 200) }
}
