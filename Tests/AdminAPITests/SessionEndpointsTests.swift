import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

struct SessionEndpointsTests {
    private let bench = AdminBench()

    @Test func oneCallCreatesASessionWithEverything() throws {
        let created = bench.call(
            "POST", "/sessions",
            #"{"name": "mine", "seed": 5, "scenarioStates": {"s": "two"}, "mappings": [{"request": {"url": "/a"}, "response": {"status": 201}},"#
                + #"{"scenarioName": "s", "requiredScenarioState": "two", "request": {"url": "/b"}, "response": {"status": 202}}]}"#)
        #expect(created.status == 201)
        let id = try #require(created.json?["id"]?.string)
        #expect(created.json?["name"] == "mine")
        #expect(created.json?["baseUrl"] == .string("http://127.0.0.1:8080/__session/\(id)"))
        #expect(created.json?["adminUrl"] == .string("http://127.0.0.1:8080/__session/\(id)/__admin"))
        #expect(created.json?["s3BaseUrl"] == .null)
        let session = try bench.engine.session(id: id)
        #expect(session.options.seed == 5)
        for (target, status) in [("/a", 201), ("/b", 202)] {
            guard case .plan(let plan) = session.respond(to: Request(target: target)) else {
                Issue.record("the response is deferred")
                continue
            }
            #expect(plan.response.status == status)
        }
        let listed = bench.call("GET", "/sessions").json
        #expect(listed?["meta"] == ["total": 1])
        #expect(listed?["sessions"]?[0]?["id"] == .string(id))
        #expect(listed?["sessions"]?[0]?["requests"] == 2 && listed?["sessions"]?[0]?["stubs"] == 2)
        let report = bench.call("DELETE", "/sessions/\(id)")
        #expect(report.status == 200 && report.json?["requests"] == 2 && report.json?["ok"] == true)
        #expect(bench.call("DELETE", "/sessions/\(id)").status == 410)
        #expect(bench.call("GET", "/sessions/\(id)").status == 410)
        #expect(bench.call("GET", "/sessions/nonesuch").status == 404)
        #expect(bench.call("GET", "/sessions").json?["sessions"] == [])
    }

    @Test func everythingWrongIsToldAtOnceAndNothingIsCreated() throws {
        let wrong = bench.call(
            "POST", "/sessions",
            #"{"strict": "maybe", "ttlMilliseconds": 0, "traceIds": ["xyz"], "colour": 1, "mappings": [{"request": {"url": 5, "urlPath": "/a"}}]}"#
        )
        #expect(wrong.status == 422)
        let errors = try #require(wrong.json?["errors"]?.array)
        #expect(errors.count >= 4, "\(wrong.text)")
        #expect(bench.call("GET", "/sessions").json?["meta"]?["total"] == 0)
        #expect(bench.call("POST", "/sessions", #"{"scenarioStates": {"none": "x"}}"#).status == 422)
        #expect(bench.call("GET", "/sessions").json?["meta"]?["total"] == 0)
    }

    @Test(arguments: [
        (#"{"order": "reverse"}"#, "/order", #"Write {\"schedule\": \"reverse\"}."#),
        (#"{"clock": {"clock": "manual"}}"#, "/clock", #"Write the mode itself: \"clock\": \"manual\""#),
        (#"{"clock": "manuel"}"#, "/clock", #"Did you mean \"manual\"?"#),
        (#"{"scenarioStates": {"none": "x"}}"#, "/scenarioStates/none", "Scenario none does not exist"),
    ])
    func aCommonSlipIsToldWithItsPlace(body: String, pointer: String, text: String) {
        let wrong = bench.call("POST", "/sessions", body)
        #expect(wrong.status == 422)
        #expect(wrong.json?["errors"]?.all("source") == [["pointer": .string(pointer)]], "\(wrong.text)")
        #expect(wrong.text.contains(text), "\(wrong.text)")
    }

    @Test(arguments: [
        (#"["xyz", 7]"#, ["\"xyz\" is not a trace id", "each of \"traceIds\" must be a string, found"]),
        (#"["0123456789abcdef0123456789abcdeg"]"#, ["\"0123456789abcdef0123456789abcdeg\" is not a trace id"]),
        (#"["00000000000000000000000000000000"]"#, ["a trace id of all zeros is one that W3C Trace Context forbids"]),
        (#"7"#, ["\"traceIds\" must be an array, found"]),
    ])
    func aWrongTraceIdIsToldOnce(ids: String, sentences: [String]) {
        let wrong = bench.call("POST", "/sessions", #"{"traceIds": \#(ids)}"#)
        #expect(wrong.status == 422)
        let details = wrong.json?["errors"]?.all("detail").compactMap { $0?.string } ?? []
        #expect(details.count == sentences.count, "\(details)")
        for (detail, sentence) in zip(details, sentences) { #expect(detail.contains(sentence), "\(detail)") }
    }

    @Test func namesInAnExpectedOrderAreLookedUp() {
        let warnings = Mutex<[String]>([])
        var services = AdminServices()
        services.warn = { problem in warnings.withLock { $0.append("\(problem)") } }
        let bench = AdminBench(services: services)
        let mapping = #"{"name": "page 1", "request": {"url": "/a"}}"#
        let wrong = bench.call("POST", "/sessions", #"{"expectInOrder": ["page 1", "page l"], "mappings": [\#(mapping)]}"#)
        #expect(wrong.status == 422)
        #expect(wrong.json?["errors"]?.all("source") == [["pointer": "/expectInOrder/1"]], "\(wrong.text)")
        #expect(wrong.text.contains(#"no stub has the name \"page l\""#) && wrong.text.contains(#"Did you mean \"page 1\"?"#))
        #expect(bench.call("POST", "/sessions", #"{"expectInOrder": ["page 1"], "mappings": [\#(mapping)]}"#).status == 201)
        #expect(warnings.withLock { $0 } == [])
        #expect(bench.call("POST", "/sessions", #"{"expectInOrder": ["later"]}"#).status == 201)
        #expect(warnings.withLock { $0 }.count == 1)
        #expect(bench.call("POST", "/explorations", #"{"session": {"expectInOrder": ["x"], "mappings": [\#(mapping)]}}"#).status == 422)
    }

    @Test func anEmptyBodyAsksForNothingSpecial() { #expect(bench.call("POST", "/sessions").status == 201) }

    @Test func portsNeedAServerThatHasThem() { #expect(bench.call("POST", "/sessions", #"{"ports": true}"#).status == 501) }

    @Test func theWholeAPIIsAboutTheSession() throws {
        let session = try bench.engine.openSession(.init())
        bench.stub(#"{"request": {"url": "/own"}}"#)
        func call(_ method: String, _ path: String, _ body: String = "") -> (status: Int, json: JSONValue?) {
            let request = Request(method: method, target: "/__admin" + path, headers: [("Host", "localhost")], body: Array(body.utf8))
            guard case .plan(let plan) = bench.admin.respond(to: request, about: session) else { return (0, nil) }
            let answer = AdminBench.Answer(plan.response)
            return (answer.status, answer.json)
        }
        #expect(call("POST", "/mappings", #"{"request": {"url": "/mine"}, "persistent": true}"#).status == 201)
        #expect(call("GET", "/mappings").json?["meta"]?["total"] == 1)
        #expect(bench.call("GET", "/mappings").json?["meta"]?["total"] == 1)
        _ = session.respond(to: Request(target: "/mine"))
        #expect(call("GET", "/requests").json?["meta"]?["total"] == 1)
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 0)
        #expect(call("POST", "/mappings/save").status == 422)
        #expect(call("POST", "/recordings/start", "{}").status == 422)
        #expect(call("POST", "/reset").status == 200)
        #expect(session.isUnchanged)
        #expect(call("GET", "/requests").json?["meta"]?["total"] == 0)
    }
}
