import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing

@Suite struct RequestMatchResultTests {
    private func result(_ pattern: String, _ request: Request) throws -> RequestMatchResult {
        let engine = try EngineHarness().engine
        return try EngineHarness.compile("{\"request\": \(pattern)}", in: engine).matcher.examine(request)
    }

    /// Weights of the parts that say where a request goes: 3 × 10 and 3 × 3.
    private let head = 39.0
    /// Those of all parts: 7 × 1 more.
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
