import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// Content-Type as Jetty spells it.
@Suite struct HeaderConditionTests {
    @Test(arguments: [
        ("Application/JSON", "application/json"), ("application/json; charset=utf-8", "application/json; charset=UTF-8"),
        ("TEXT/Plain;Charset=iso-8859-1", "text/plain;charset=ISO-8859-1"),
        ("application/x-www-form-urlencoded;charset=Utf-8", "application/x-www-form-urlencoded;charset=UTF-8"),
    ])
    func commonValuesHaveAnotherSpelling(value: String, spelling: String) { #expect(JettySpelling.of(contentType: value) == spelling) }

    @Test(arguments: [
        "application/json", "text/xml; charset=UTF-8", "application/vnd.API+json", "Application/XML", "text/csv;charset=utf-8",
        "text/plain;  charset=utf-8", "text/plain; charset=\"utf-8\"", "text/plain; charset=us-ascii", "TEXT/PLAIN; boundary=x", "",
    ])
    func othersHaveNone(value: String) { #expect(JettySpelling.of(contentType: value) == nil) }

    /// The condition on the field of that name, the value of the request, and whether it is met.
    @Test(arguments: [
        ("Content-Type", #"{"equalTo":"application/json; charset=UTF-8"}"#, "application/json; charset=utf-8", true),
        ("Content-Type", #"{"equalTo":"application/json; charset=utf-8"}"#, "application/json; charset=utf-8", true),
        ("content-type", #"{"equalTo":"application/json"}"#, "Application/JSON", true),
        ("Content-Type", #"{"equalTo":"application/json; charset=Utf-8"}"#, "application/json; charset=utf-8", false),
        ("Content-Type", #"{"equalTo":"application/xml; charset=UTF-8"}"#, "application/xml; charset=utf-8", false),
        ("X-Content-Type", #"{"equalTo":"application/json"}"#, "Application/JSON", false),
        ("Content-Type", #"{"matches":".*UTF-8"}"#, "text/plain;charset=utf-8", true),
        ("Content-Type", #"{"or":[{"absent":true},{"contains":"UTF-8"}]}"#, "text/plain;charset=utf-8", true),
        ("Content-Type", #"{"hasExactly":[{"contains":"UTF-8"}]}"#, "text/plain;charset=utf-8", true),
        ("Content-Type", #"{"absent":true}"#, "text/plain;charset=utf-8", false),
        // What denies sees only what was received.
        ("Content-Type", #"{"doesNotContain":"utf-8"}"#, "text/plain;charset=utf-8", false),
        ("Content-Type", #"{"doesNotMatch":".*utf-8"}"#, "text/plain;charset=utf-8", false),
        ("Content-Type", #"{"not":{"equalTo":"text/plain;charset=utf-8"}}"#, "text/plain;charset=utf-8", false),
        ("Content-Type", #"{"and":[{"contains":"text/plain"},{"doesNotContain":"utf-8"}]}"#, "text/plain;charset=utf-8", false),
        ("Content-Type", #"{"includes":[{"doesNotContain":"utf-8"}]}"#, "text/plain;charset=utf-8", false),
        ("Content-Type", #"{"doesNotContain":"UTF-8"}"#, "text/plain;charset=utf-8", true),
    ])
    func aConditionIsMetByEitherSpelling(name: String, condition: String, value: String, isMet: Bool) throws {
        let text = #"{"request": {"url": "/a", "headers": {"\#(name)": \#(condition)}}, "response": {"status": 299}}"#
        let harness = try EngineHarness(text)
        let headers: HeaderFields = [(name, value)]
        #expect(harness.status("/a", method: "POST", headers: headers, body: "{}") == (isMet ? 299 : 404))
        let matcher = try EngineHarness.compile(text, in: harness.engine).matcher
        let request = Request(method: "POST", target: "/a", headers: headers)
        #expect(matcher.examine(request, at: Timestamp(milliseconds: 0)).isMatch == isMet)
    }

    @Test func aNearMissHasTheDistanceOfTheNearerSpelling() throws {
        func field(_ value: String) throws -> RequestMatchResult.Field {
            let text = #"{"request": {"url": "/a", "headers": {"Content-Type": {"equalTo": "text/plain;charset=UTF-8x"}}}}"#
            let matcher = try EngineHarness.compile(text, in: try EngineHarness().engine).matcher
            let request = Request(target: "/a", headers: [("Content-Type", value)])
            return try #require(matcher.examine(request, at: Timestamp(milliseconds: 0)).fields.first { $0.part == .header })
        }
        let received = try field("TEXT/plain;charset=utf-8")
        #expect(received.distance > 0)
        #expect(try received.distance == field("text/plain;charset=UTF-8").distance)
        #expect(received.actual == "TEXT/plain;charset=utf-8")
    }
}
