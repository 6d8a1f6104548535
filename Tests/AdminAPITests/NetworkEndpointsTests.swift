import HTTPMessage
import JSONDocument
import LinkModel
import MockEngine
import Testing

@testable import AdminAPI

struct NetworkEndpointsTests {
    let bench = AdminBench()

    private static let off: JSONValue = [
        "profile": "off", "downKilobitsPerSecond": 0, "upKilobitsPerSecond": 0, "downDelayMilliseconds": 0, "upDelayMilliseconds": 0,
        "downLoss": 0, "upLoss": 0, "dnsDelayMilliseconds": 0,
    ]

    @Test func aNetworkIsSetByNameShownWithAllItsNumbersAndSwitchedOff() {
        #expect(bench.call("GET", "/network").json == Self.off)
        let shown = bench.call("PUT", "/network", #""3G""#).json
        #expect(
            shown == [
                "profile": "3G", "downKilobitsPerSecond": 780, "upKilobitsPerSecond": 330, "downDelayMilliseconds": 100,
                "upDelayMilliseconds": 100, "downLoss": 0, "upLoss": 0, "dnsDelayMilliseconds": 0,
            ])
        #expect(bench.call("GET", "/network").json == shown)
        #expect(bench.call("PUT", "/network", #"{"profile": "3G", "upLoss": 0.25}"#).json?["upLoss"] == JSONValue(0.25))
        #expect(bench.call("DELETE", "/network").json == Self.off)
        #expect(bench.call("GET", "/network").json == Self.off)
    }

    @Test func whatIsShownCanBePut() throws {
        let shown = try #require(bench.call("PUT", "/network", #"{"profile": "LTE", "connectFault": "close"}"#).json)
        #expect(shown["connectFault"] == "close")
        _ = bench.call("DELETE", "/network")
        #expect(bench.call("PUT", "/network", shown.text()).json == shown)
    }

    @Test func aMistakeIsToldWithItsPlaceAndChangesNothing() {
        _ = bench.call("PUT", "/network", #""Edge""#)
        let reply = bench.call("PUT", "/network", #"{"profile": "LTEE", "downLoss": 2}"#)
        #expect(reply.status == 422)
        let errors = reply.json?["errors"]
        #expect(errors?[0]?["source"]?["pointer"] == "/profile")
        #expect(errors?[1]?["source"]?["pointer"] == "/downLoss")
        #expect(bench.call("GET", "/network").json?["profile"] == "Edge")
    }

    @Test func aSessionBeginsOnItsNetwork() throws {
        let made = bench.call("POST", "/sessions", #"{"network": {"upDelayMilliseconds": 5}}"#)
        #expect(made.status == 201)
        let session = try #require(bench.engine.openSessions.first)
        #expect(session.network.up.delay == .milliseconds(5))
        #expect(bench.call("GET", "/network").json == Self.off)
        #expect(bench.call("POST", "/sessions", #"{"network": "4G"}"#).status == 422)
    }
}
