import HTTPMessage
import JSONDocument
import MockEngine
import Testing

@testable import AdminAPI

struct GateEndpointsTests {
    let bench = AdminBench()

    init() { bench.stub(#"{"request": {"url": "/page"}, "response": {"hold": "page-1"}}"#) }

    /// A response that comes to its gate, and stays there for as long as it is kept.
    private func hold() throws -> WirePlan {
        guard case .plan(let plan) = bench.engine.session.respond(to: Request(target: "/page")) else { throw AdminError.notFound }
        return plan
    }

    @Test func gatesOfStubsAreListedBeforeAnybodyComes() throws {
        bench.stub(#"{"request": {"url": "/b"}, "response": {"hold": {"gate": "another", "at": "end"}}}"#)
        let idle = ["waiting": 0, "arrived": 0, "released": 0, "open": false] as JSONObject
        #expect(bench.call("GET", "/gates").json?["gates"]?.array?.count == 2)
        #expect(bench.call("GET", "/gates").json?["gates"]?.all("name") == ["another", "page-1"])
        for (name, value) in idle { #expect(bench.call("GET", "/gates").json?["gates"]?[1]?[name] == value) }
        let plan = try hold()
        #expect(bench.call("GET", "/gates").json?["gates"]?[1]?["waiting"] == 1)
        plan.performance?.regulator?.ended()
    }

    @Test func aReleaseAndACloseRespondWithTheState() throws {
        let plan = try hold()
        let regulator = try #require(plan.performance?.regulator)
        guard case .wait = regulator.allowance(at: .head, wake: {}) else { throw AdminError.notFound }
        let release = try bench.later("POST", "/gates/page-1/release", #"{"count": 1}"#)
        #expect(release.value == nil, "The wire has not asked again.")
        guard case .bytes = regulator.allowance(at: .head, wake: {}) else { throw AdminError.notFound }
        #expect(release.value?.json == ["name": "page-1", "waiting": 0, "arrived": 1, "released": 1, "open": false])
        #expect(bench.call("POST", "/gates/page-1/release").json?["open"] == true)
        #expect(bench.call("POST", "/gates/page-1/release", "{}").json?["open"] == true)
        #expect(bench.call("POST", "/gates/page-1/close").json?["open"] == false)
        regulator.ended()
    }

    @Test func aGateWithoutANameIsTold() {
        #expect(bench.call("POST", "/gates//release").text.contains("Did you mean /__admin/gates/NAME/release?"))
    }

    @Test func theCountMayBeInTheQuery() {
        #expect(bench.call("POST", "/gates/page-1/release?count=2").json?["open"] == false)
        #expect(bench.call("POST", "/gates/page-1/release?count=2", #"{"count": 1}"#).json?["open"] == false)
        #expect(bench.call("POST", "/gates/page-1/release?cuont=2").text.contains("unknown parameter \\\"cuont\\\""))
        for wrong in ["0", "1.5", "two", ""] {
            let reply = bench.call("POST", "/gates/page-1/release?count=\(wrong)")
            #expect(reply.status == 422 && reply.json?["errors"]?[0]?["source"]?["pointer"] == "count", "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("/gates/page-1/release", #"{"count": 1.5}"#, "/count"), ("/gates/page-1/wait", #"{"arrivals": 2.7}"#, "/arrivals"),
        ("/gates/page-1/wait", #"{"timeoutMilliseconds": 0.5}"#, "/timeoutMilliseconds"),
        ("/clock/advance", #"{"milliseconds": 0.5}"#, "/milliseconds"), ("/sessions", #"{"ttlMilliseconds": 1.5}"#, "/ttlMilliseconds"),
        ("/sessions", #"{"order": {"limit": 2.5}}"#, "/order/limit"), ("/explorations", #"{"maximumRuns": 2.5}"#, "/maximumRuns"),
        ("/mappings", #"{"request": {"url": "/a"}, "expect": {"count": 1.5}}"#, "/expect/count"),
        (
            "/mappings", #"{"request": {"url": "/a"}, "response": {"fault": {"effect": "reset", "at": "beforeHeaders", "count": 1.5}}}"#,
            "/response/fault/count"
        ),
    ])
    func aFractionIsNoWholeNumber(path: String, body: String, pointer: String) {
        let reply = bench.call("POST", path, body)
        #expect(reply.status == 422)
        #expect(reply.json?["errors"]?.all("source") == [["pointer": .string(pointer)]], "\(reply.text)")
        #expect(reply.text.contains("must be a whole number, found"), "\(reply.text)")
    }

    @Test func aReleaseDoesNotWaitForAWireThatNeverAsks() throws {
        let plan = try hold()
        let release = try bench.later("POST", "/gates/page-1/release")
        #expect(release.value == nil)
        bench.clock.advance(by: .seconds(1))
        #expect(release.value?.status == 200)
        plan.performance?.regulator?.ended()
    }

    @Test func aWaitRespondsWhenSoManyWait() throws {
        let reply = try bench.later("POST", "/gates/page-1/wait", #"{"arrivals": 2}"#)
        let plans = [try hold()]
        #expect(reply.value == nil)
        let others = [try hold()]
        #expect(reply.value?.status == 200)
        #expect(reply.value?.json?["waiting"] == 2)
        #expect(try bench.later("POST", "/gates/page-1/wait").value?.status == 200)
        for plan in plans + others { plan.performance?.regulator?.ended() }
    }

    @Test func aWaitThatTakesTooLongIsA408WithTheState() throws {
        let reply = try bench.later("POST", "/gates/page-1/wait", #"{"arrivals": 2, "timeoutMilliseconds": 500}"#)
        let plan = try hold()
        bench.clock.advance(by: .milliseconds(499))
        #expect(reply.value == nil)
        bench.clock.advance(by: .milliseconds(1))
        #expect(reply.value?.status == 408)
        #expect(reply.value?.json?["errors"]?[0]?["title"] == #"1 of 2 responses wait at gate "page-1" after 500 ms"#)
        #expect(reply.value?.json?["gate"]?["arrived"] == 1)
        plan.performance?.regulator?.ended()
    }

    @Test func aCallWhoseClientLeavesWaitsNoMore() throws {
        let reply = try bench.later("POST", "/gates/page-1/wait")
        reply.deferred.abandon()
        let plan = try hold()
        #expect(reply.value == nil)
        plan.performance?.regulator?.ended()
    }

    @Test func aResetEndsWaits() throws {
        let reply = try bench.later("POST", "/gates/page-1/wait")
        bench.engine.session.reset()
        #expect(reply.value?.status == 409)
    }

    @Test func theEndOfTheSessionEndsWaits() throws {
        let stub = #"{"request": {"url": "/page"}, "response": {"hold": "page-1"}}"#
        let made = bench.call("POST", "/sessions", #"{"mappings": [\#(stub)]}"#)
        let session = try bench.engine.session(id: try #require(made.json?["id"]?.string))
        /// Answered at once or not, the reply comes later.
        func wait() throws -> AdminBench.LaterReply {
            let call = Request(method: "POST", target: "/__admin/gates/page-1/wait", arrival: bench.arrival)
            guard case .later(let deferred) = bench.admin.respond(to: call, about: session) else { throw AdminError.notFound }
            return AdminBench.LaterReply(deferred)
        }
        let early = try wait()
        #expect(early.value == nil)
        bench.engine.close(session)
        #expect(early.value?.status == 410)
        // The call may have found the session before its end.
        #expect(try wait().value?.status == 410)
    }

    @Test func aWaitReadsItsQuery() throws {
        let path = "/gates/page-1/wait?arrivals=2&timeoutMilliseconds=500"
        let replies = [try bench.later("POST", path), try bench.later("POST", path, #"{"arrivals": 3}"#)]
        bench.clock.advance(by: .milliseconds(499))
        #expect(replies.allSatisfy { $0.value == nil })
        bench.clock.advance(by: .milliseconds(1))
        let titles = replies.map { $0.value?.json?["errors"]?[0]?["title"]?.string ?? "" }
        #expect(titles[0].hasPrefix("0 of 2 responses") && titles[1].hasPrefix("0 of 3 responses"), "\(titles)")
        #expect(bench.call("POST", "/gates/page-1/wait?arrivals=none").text.contains("must be a whole number of 1 or more"))
        #expect(bench.call("POST", "/gates/page-1/wait?arivals=2").text.contains(#"unknown parameter \"arivals\""#))
    }

    @Test(arguments: ["wait", "release", "close"])
    func anUnknownGateIsA404WithTheNearestName(_ action: String) {
        let reply = bench.call("POST", "/gates/pge-1/\(action)")
        #expect(reply.status == 404)
        #expect(
            reply.json?["errors"] == [
                ["code": 50, "title": #"No stub holds at a gate "pge-1""#, "detail": #"Did you mean "page-1"?"#]
            ])
    }

    @Test func aNameIsPercentDecoded() {
        bench.stub(#"{"response": {"hold": "a/b c"}}"#)
        #expect(bench.call("POST", "/gates/a%2Fb%20c/release").json?["name"] == "a/b c")
    }

    @Test(arguments: [
        ("wait", #"{"arrivals": 0}"#), ("wait", #"{"timeoutMilliseconds": 99999999}"#), ("wait", #"{"arrival": 1}"#),
        ("release", #"{"count": 0}"#), ("release", "[]"), ("release", "{"),
    ])
    func nonsenseIsA422(_ action: String, _ body: String) {
        #expect(bench.call("POST", "/gates/page-1/\(action)", body).status == 422)
    }
}
