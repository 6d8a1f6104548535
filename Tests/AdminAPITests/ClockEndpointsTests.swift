import HTTPMessage
import JSONDocument
import MockEngine
import Testing

@testable import AdminAPI

struct ClockEndpointsTests {
    let bench = AdminBench()

    @Test func theClockIsRealUntilItIsToldOtherwise() {
        #expect(bench.call("GET", "/clock").json == ["clock": "real", "now": "2020-09-13T12:26:40.000Z"])
        #expect(bench.call("PUT", "/clock", #"{"clock": {"scale": 0.1}}"#).json?["clock"] == ["scale": JSONValue(0.1)])
        #expect(bench.call("PUT", "/clock", #"{"clock": "manual"}"#).json == ["clock": "manual", "now": "2020-09-13T12:26:40.000Z"])
        bench.clock.advance(by: .seconds(5))
        #expect(bench.call("GET", "/clock").json?["now"] == "2020-09-13T12:26:40.000Z")
    }

    @Test func anAdvanceFiresWhatIsDue() throws {
        bench.stub(#"{"response": {"fixedDelayMilliseconds": 800}}"#)
        _ = bench.call("PUT", "/clock", #"{"clock": "manual"}"#)
        guard case .plan(let plan) = bench.engine.session.respond(to: Request(target: "/")) else { throw AdminError.notFound }
        let regulator = try #require(plan.performance?.regulator)
        guard case .wait = regulator.allowance(at: .head, wake: {}) else { throw AdminError.notFound }
        #expect(
            bench.call("GET", "/clock").json
                == ["clock": "manual", "now": "2020-09-13T12:26:40.000Z", "waiting": 1, "nextMilliseconds": 800])
        #expect(try bench.later("POST", "/clock/advance", #"{"milliseconds": 799}"#).value?.json?["fired"] == 0)
        let reply = try bench.later("POST", "/clock/advance", #"{"milliseconds": 1}"#)
        #expect(reply.value == nil, "The wire has not asked again.")
        guard case .bytes = regulator.allowance(at: .head, wake: {}) else { throw AdminError.notFound }
        #expect(reply.value?.json == ["clock": "manual", "now": "2020-09-13T12:26:40.800Z", "fired": 1])
        regulator.ended()
    }

    @Test func anAdvanceDoesNotWaitForAWireThatNeverAsks() throws {
        bench.stub(#"{"response": {"fixedDelayMilliseconds": 800}}"#)
        _ = bench.call("PUT", "/clock", #"{"clock": "manual"}"#)
        guard case .plan(let plan) = bench.engine.session.respond(to: Request(target: "/")) else { throw AdminError.notFound }
        let regulator = try #require(plan.performance?.regulator)
        guard case .wait = regulator.allowance(at: .head, wake: {}) else { throw AdminError.notFound }
        let reply = try bench.later("POST", "/clock/advance", #"{"milliseconds": 800}"#)
        bench.clock.advance(by: .seconds(1))
        #expect(reply.value?.status == 200)
        regulator.ended()
    }

    @Test(arguments: ["\"real\"", #"{"scale": 2}"#])
    func anotherClockCannotBeAdvanced(_ mode: String) {
        #expect(bench.call("PUT", "/clock", #"{"clock": \#(mode)}"#).status == 200)
        let reply = bench.call("POST", "/clock/advance", #"{"milliseconds": 1}"#)
        #expect(reply.status == 409)
        #expect(
            reply.json?["errors"] == [
                [
                    "code": 50, "title": "The clock is not manual, so it cannot be advanced",
                    "detail": "PUT /__admin/clock {\"clock\": \"manual\"} makes it so.",
                ]
            ])
    }

    @Test(arguments: [
        ("PUT", "/clock", "{}"), ("PUT", "/clock", #"{"clock": "slow"}"#), ("PUT", "/clock", #"{"clock": {"scale": -1}}"#),
        ("POST", "/clock/advance", "{}"), ("POST", "/clock/advance", #"{"milliseconds": -1}"#),
        ("POST", "/clock/advance", #"{"milliseconds": 1, "x": 1}"#),
    ])
    func nonsenseIsA422(_ method: String, _ path: String, _ body: String) {
        #expect(bench.call(method, path, body).status == 422)
    }
}
