import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing

@Suite struct RequestMatchResultTests {
    private func result(_ pattern: String, _ request: Request) throws -> RequestMatchResult {
        let engine = try EngineHarness().engine
        return try EngineHarness.compile("{\"request\": \(pattern)}", in: engine).matcher.examine(request, at: Timestamp(milliseconds: 0))
    }

    /// The weights of the parts that identify the target: 3 × 10 and 3 × 3.
    private let head = 39.0
    /// The weights of all parts: 7 × 1 more.
    private let whole = 46.0

    @Test func distanceIsWeighedAsByWireMock() throws {
        let pattern = #"{"url":"/abc","headers":{"X":{"equalTo":"1"},"Y":{"equalTo":"1"}}}"#
        let near = try result(pattern, Request(target: "/abd", headers: [("X", "1"), ("Y", "1")]))
        #expect(abs(near.distance - 10 * 0.25 / head) < 1e-9)
        let header = try result(pattern, Request(target: "/abc", headers: [("X", "1"), ("Y", "2")]))
        #expect(abs(header.distance - 0.5 / whole) < 1e-9)
        let query = try result(#"{"urlPath":"/abc","queryParameters":{"q":{"contains":"xx"}}}"#, Request(target: "/abc?q=yy"))
        #expect(abs(query.distance - 1 / whole) < 1e-9)
    }

    @Test(arguments: [
        (#"{"oneOf":["GET","PUT"]}"#, ["GET", "PUT"]), (#"{"noneOf":["DELETE"]}"#, ["GET", "PUT", "PURGE"]),
        (#"{"noneOf":["GET","PUT","PURGE"]}"#, ["DELETE"]), (#""GET_OR_HEAD""#, ["GET"]), (#""PUT""#, ["PUT"]), (#"{"oneOf":["put"]}"#, []),
    ])
    func aMethodIsOneOfSeveral(_ pattern: String, _ matching: [String]) throws {
        let methods = ["GET", "PUT", "DELETE", "PURGE"]
        let harness = try EngineHarness(#"{"request": {"method": \#(pattern), "url": "/a"}, "response": {"status": 299}}"#)
        #expect(methods.filter { harness.status("/a", method: $0, headers: [], body: "") == 299 } == matching)
        #expect(try methods.filter { try result(#"{"method": \#(pattern)}"#, Request(method: $0, target: "/a")).isMatch } == matching)
    }

    /// WireMock's own cases, and its results for others.
    @Test(arguments: [
        (#"{"one":1,"two":2,"three":3,"four":4}"#, #"{"one":1,"two":2,"three":7,"four":8}"#, 0.4),
        (#"{"one":1,"two":2,"three":3,"four":4}"#, "{}", 0.8), (#"{"one":1,"two":2,"three":3,"four":4}"#, "[1,2,3]", 1),
        ("{}", #"{"one":1,"two":2,"three":3,"four":4}"#, 0.8), ("[]", #"{"one":1,"two":2,"three":3,"four":4}"#, 1),
        (
            #"{"one":"GET","two":2,"three":{"four":"FOUR","five":[{"six":6,"seven":7},{"eight":8,"nine":9}]}}"#,
            #"{"one":"GET","two":2,"three":{"four":"FOUR"}}"#, 0.5625
        ),
        (#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3,"c":1}]}"#, 0.25), ("[1,2,3]", "[1,2,4,5]", 0.4), (#"{"a":1}"#, "no json", 1),
    ])
    func distancesOfJSONAreWireMocks(_ expected: String, _ actual: String, _ distance: Double) throws {
        let result = try result(
            #"{"bodyPatterns":[{"equalToJson":\#(expected)}]}"#, Request(method: "POST", target: "/", body: Array(actual.utf8)))
        #expect(abs(result.distance - distance / whole) < 1e-9)
    }

    @Test func fieldsTellWhatWasWantedAndWhatCame() throws {
        let result = try result(
            #"{"method":"POST","urlPath":"/a","headers":{"X":{"matches":"1+"}},"bodyPatterns":[{"equalToJson":{"a":1}}]}"#,
            Request(target: "/a", headers: [("x", "2")], body: Array("{\"a\":2}".utf8)))
        #expect(result.fields.map(\.part) == [.method, .url, .header, .body])
        #expect(result.fields.map(\.isMatch) == [false, true, false, false])
        #expect(result.fields[2].matcher == "matches" && result.fields[2].expected == "1+" && result.fields[2].actual == "2")
        #expect(!result.isMatch)
    }

    @Test func aMatchHasNoDistance() throws {
        #expect(try result(#"{"url": "/a"}"#, Request(target: "/a")).distance == 0)
    }
}
