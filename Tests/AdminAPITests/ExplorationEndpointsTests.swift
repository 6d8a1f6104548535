import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

struct ExplorationEndpointsTests {
    private let bench = AdminBench()

    /// Calls a route whose reply may come later.
    private func later(_ method: String, _ path: String, _ body: String = "") -> DeferredPlan? {
        let request = Request(
            method: method, target: AdminAPI.prefix + path, headers: [("Host", "localhost")], body: Array(body.utf8))
        if case .later(let plan) = bench.admin.respond(to: request) { return plan }
        return nil
    }

    /// The next run of an exploration; nil when there is none any more, or none yet.
    private func next(_ id: String) throws -> JSONValue? {
        let plan = try #require(later("POST", "/explorations/\(id)/next"))
        let reply = Mutex<JSONValue?>(nil)
        plan.whenFulfilled { plan in
            if case .bytes(let bytes) = plan.response.body { reply.withLock { $0 = try? JSONValue.parse(bytes) } }
            return true
        }
        return reply.withLock { $0 }
    }

    /// Sends requests to the session of a run, and acknowledges each response. True when they came in the order of the requests.
    private func run(_ run: JSONValue, _ targets: [String]) throws -> Bool {
        let session = try bench.engine.session(id: try #require(run["session"]?["id"]?.string))
        let log = Mutex<[String]>([])
        for target in targets {
            guard case .later(let plan) = session.respond(to: Request(target: target)) else { continue }
            plan.whenFulfilled { [bench] plan in
                log.withLock { $0.append(target) }
                if let ticket = plan.ticket { bench.engine.delivered(ticket) }
                return true
            }
        }
        for _ in targets { bench.clock.advance(by: .milliseconds(60)) }
        return log.withLock { $0 } == targets
    }

    @Test func anExplorationFindsTheOrderThatFails() throws {
        let body = #"{"cover": "pairs", "seed": 3, "session": {"mappings": [{"request": {"urlPathPattern": "/.*"}}]}}"#
        let created = bench.call("POST", "/explorations", body)
        #expect(created.status == 201)
        let id = try #require(created.json?["id"]?.string)
        let first = try #require(try next(id))
        #expect(first["run"] == 0 && first["schedule"] == "arrival" && first["purpose"] == "first")
        #expect(first["session"]?["baseUrl"]?.string?.isEmpty == false)
        #expect(try run(first, ["/a", "/b"]))
        #expect(bench.call("POST", "/explorations/\(id)/runs/0", #"{"passed": true}"#).status == 200)
        #expect(bench.call("GET", "/sessions").json?["meta"]?["total"] == 0, "the run's session has ended")
        while let given = try next(id) {
            let passed = try run(given, ["/a", "/b"])
            let number = try #require(given["run"]?.int)
            #expect(bench.call("POST", "/explorations/\(id)/runs/\(number)", #"{"passed": \#(passed)}"#).status == 200)
        }
        let report = bench.call("GET", "/explorations/\(id)").json
        #expect(report?["id"] == .string(id) && report?["finished"] == true && report?["passed"] == false)
        #expect(report?["summary"] == "The test fails when the response to GET /b #1 comes before the response to GET /a #1.")
        #expect(report?["failure"]?["replay"]?.string?.hasPrefix("understudy explore --schedule o1.2.2:2-1.") == true)
        #expect(bench.call("DELETE", "/explorations/\(id)").status == 200)
        #expect(bench.call("GET", "/explorations/\(id)").status == 404)
    }

    /// The test may reset the journal at its end.
    @Test(arguments: [false, true]) func anExplorationInWhichNothingMatchedHasTestedNothing(resets: Bool) throws {
        let id = try #require(bench.call("POST", "/explorations", #"{"cover": "pairs"}"#).json?["id"]?.string)
        while let given = try next(id) {
            _ = try run(given, ["/a", "/b"])
            if resets { try bench.engine.session(id: try #require(given["session"]?["id"]?.string)).resetJournal() }
            bench.call("POST", "/explorations/\(id)/runs/\(try #require(given["run"]?.int))", #"{"passed": true}"#)
        }
        let report = bench.call("GET", "/explorations/\(id)").json
        #expect(report?["runs"]?["passed"] == 2 && report?["overlapped"] == true)
        #expect(report?["tested"] == false && report?["requests"] == 4 && report?["unmatched"] == 4, "\(report as Any)")
    }

    @Test func theSecondRunWaitsForTheFirst() throws {
        let id = try #require(bench.call("POST", "/explorations").json?["id"]?.string)
        _ = try #require(try next(id))
        let waiting = try #require(later("POST", "/explorations/\(id)/next"))
        let status = Mutex(0)
        waiting.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        #expect(status.withLock { $0 } == 0)
        bench.call("POST", "/explorations/\(id)/runs/0", #"{"passed": true}"#)
        #expect(status.withLock { $0 } == 204, "no request took part, so there are no orders")
    }

    @Test func aRunWhoseSessionEndsWithoutAResultIsLost() throws {
        let id = try #require(bench.call("POST", "/explorations").json?["id"]?.string)
        let first = try #require(try next(id))
        bench.call("DELETE", "/sessions/\(first["session"]?["id"]?.string ?? "")")
        #expect(bench.call("GET", "/explorations/\(id)").json?["runs"]?["open"] == 1, "its result may come yet")
        bench.clock.advance(by: .seconds(5))
        #expect(bench.call("GET", "/explorations/\(id)").json?["runs"]?["lost"] == 1)
        #expect(bench.call("POST", "/explorations/\(id)/runs/0", #"{"passed": true}"#).status == 409)
    }

    @Test func theEndOfAnExplorationEndsItsSessions() throws {
        let id = try #require(bench.call("POST", "/explorations").json?["id"]?.string)
        _ = try #require(try next(id))
        #expect(bench.call("DELETE", "/explorations/\(id)").status == 200)
        #expect(bench.call("GET", "/sessions").json?["meta"]?["total"] == 0)
    }

    @Test(arguments: [
        (#"{"cover": "triple"}"#, "Did you mean \\\"triples\\\"?"), (#"{"maximumRuns": 1000000}"#, "must be in 1…1024"),
        (#"{"order": {"schedule": "arrival"}}"#, "An exploration gives each run a schedule of its own."),
        (#"{"session": {"order": {}}}"#, "Put it beside \\\"session\\\"."), (#"{"runs": 3}"#, "unknown field"),
    ])
    func whatMakesNoSenseIsReported(body: String, problem: String) {
        let refused = bench.call("POST", "/explorations", body)
        #expect(refused.status == 422 && refused.text.contains(problem), "\(refused.text)")
    }

    @Test func unknownExplorationsAndRunsAreNamed() throws {
        for (method, path) in [("GET", "/explorations/x"), ("DELETE", "/explorations/x"), ("POST", "/explorations/x/next")] {
            let refused = bench.call(method, path)
            #expect(refused.status == 404 && refused.text.contains("There is no exploration"), "\(refused.text)")
        }
        let id = try #require(bench.call("POST", "/explorations").json?["id"]?.string)
        #expect(bench.call("POST", "/explorations/\(id)/runs/4", #"{"passed": true}"#).status == 404)
        #expect(bench.call("POST", "/explorations/\(id)/runs/4", "{}").status == 422)
        let noNumber = bench.call("POST", "/explorations/\(id)/runs/x", #"{"passed": true}"#)
        #expect(noNumber.status == 404)
        #expect(noNumber.json?["errors"]?[0]?["title"] == "There is no run \"x\"")
        #expect(!noNumber.text.contains("-1"))
    }

    @Test func aCallForTheNextRunEndsWhenItsTimeIsOver() throws {
        let id = try #require(bench.call("POST", "/explorations").json?["id"]?.string)
        _ = try #require(try next(id))
        let waiting = try #require(later("POST", "/explorations/\(id)/next", #"{"timeoutMilliseconds": 200}"#))
        let reply = Mutex<(status: Int, text: String)>((0, ""))
        waiting.whenFulfilled { plan in
            if case .bytes(let bytes) = plan.response.body {
                reply.withLock { $0 = (plan.response.status, String(decoding: bytes, as: UTF8.self)) }
            }
            return true
        }
        bench.clock.advance(by: .milliseconds(199))
        #expect(reply.withLock { $0.status } == 0)
        bench.clock.advance(by: .milliseconds(1))
        let late = reply.withLock { $0 }
        #expect(late.status == 408)
        #expect(late.text.contains("No run could begin within 200 ms"))
        #expect(late.text.contains("The next one depends on the result of run 0"))
        bench.call("POST", "/explorations/\(id)/runs/0", #"{"passed": true}"#)
        #expect(bench.call("GET", "/explorations/\(id)").json?["runs"]?["total"] == 1, "the call that ended has taken no run")
        #expect(bench.call("POST", "/explorations/\(id)/next", #"{"timeoutMilliseconds": -1}"#).status == 422)
    }

    @Test func aSessionTakesAnOrder() throws {
        let created = bench.call("POST", "/sessions", #"{"order": {"schedule": "reverse"}}"#)
        #expect(created.status == 201)
        let session = try bench.engine.session(id: try #require(created.json?["id"]?.string))
        guard case .later = session.respond(to: Request(target: "/a")) else {
            Issue.record("it is not held")
            return
        }
        #expect(bench.call("POST", "/sessions", #"{"order": {"schedule": "o1.2.1"}}"#).status == 422)
    }
}
