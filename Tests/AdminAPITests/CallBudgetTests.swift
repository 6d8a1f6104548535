import Budget
import JSONDocument
import MockEngine
import Testing

@testable import AdminAPI

/// A call that compares has one budget for all that it looks at. A call that exceeds it says so, and gives no result.
struct CallBudgetTests {
    private static let hostile = #"{"bodyPatterns":[{"matches":"(a+)+b"}]}"#

    /// Each request alone is within the limits.
    private static func bench(_ limits: MatchingLimits = MatchingLimits(request: WorkBudget.Limits(steps: 2_000_000))) -> AdminBench {
        let bench = AdminBench(limits: limits)
        for _ in 0..<30 { bench.request("POST", "/x", body: String(repeating: "a", count: 200) + "cb") }
        return bench
    }

    private func expectStop(_ answer: AdminBench.Answer, _ limit: String, _ path: String) {
        #expect(answer.status == 422, "\(path): \(answer.text.prefix(200))")
        let error = answer.json?["errors"]?[0]
        #expect(error?["title"] == "The call was stopped, so its result is not known", "\(path)")
        #expect(error?["detail"]?.string?.contains(limit) == true, "\(path): \(answer.text.prefix(200))")
    }

    @Test(arguments: ["requests/count", "requests/find", "requests/remove", "requests/await", "near-misses/request-pattern"])
    func entriesShareOneBudget(path: String) {
        let bench = Self.bench()
        expectStop(bench.call("POST", "/" + path, Self.hostile), "limits.requestSteps", path)
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 30, "nothing is removed")
    }

    @Test func anOrderHasABudget() {
        expectStop(Self.bench().call("POST", "/requests/verify", #"{"inOrder":[\#(Self.hostile)]}"#), "limits.requestSteps", "verify")
    }

    /// The pattern's own limit is no answer either.
    @Test func aPatternThatIsStoppedIsNoZero() {
        let bench = Self.bench(.standard)
        expectStop(bench.call("POST", "/requests/count", Self.hostile), "limits.patternSteps", "count")
    }

    /// Neither is its negation, nor a pattern for what a path has found.
    @Test(arguments: [
        #"{"bodyPatterns":[{"doesNotMatch":"(a+)+b"}]}"#, #"{"bodyPatterns":[{"not":{"matches":"(a+)+b"}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":{"expression":"$.t","matches":"(a+)+b"}}]}"#,
        #"{"bodyPatterns":[{"matchesXPath":{"expression":"/t/text()","matches":"(a+)+b"}}]}"#, #"{"urlPattern":"/(a+)+b"}"#,
    ])
    func aStoppedPatternIsNoResult(pattern: String) {
        let bench = AdminBench(limits: .standard)
        let text = String(repeating: "a", count: 200) + "cb"
        let body = pattern.contains("JsonPath") ? #"{"t":"\#(text)"}"# : pattern.contains("XPath") ? "<t>\(text)</t>" : text
        bench.request("POST", "/\(text)", body: body)
        expectStop(bench.call("POST", "/requests/count", pattern), "limits.patternSteps", pattern)
    }

    /// A path that cannot be evaluated on a document does not match it, as in WireMock.
    @Test func aFailingPathIsNoLimit() {
        let bench = AdminBench(limits: .standard)
        bench.request("POST", "/x", body: "<t>1</t>")
        let pattern = #"{"bodyPatterns":[{"matchesXPath":"sum('a')"}]}"#
        #expect(bench.call("POST", "/requests/count", pattern).json?["count"] == 0)
    }

    @Test(arguments: ["/mappings/find-by-metadata", "/mappings/remove-by-metadata"])
    func stubsShareOneBudget(path: String) {
        let bench = AdminBench(limits: MatchingLimits(request: WorkBudget.Limits(steps: 100_000)))
        let text = String(repeating: "a", count: 200) + "cb"
        for _ in 0..<30 { bench.stub(#"{"metadata":{"t":"\#(text)"},"request":{"url":"/x"}}"#) }
        let matcher = #"{"matchesJsonPath":{"expression":"$.t","matches":"(a+)+b"}}"#
        expectStop(bench.call("POST", path, matcher), "limits.requestSteps", path)
        #expect(bench.call("GET", "/mappings").json?["meta"]?["total"] == 30, "nothing is removed")
    }

    @Test func nearMissesOfARequest() {
        let bench = AdminBench(limits: MatchingLimits(request: WorkBudget.Limits(steps: 100_000)))
        for _ in 0..<30 { bench.stub(#"{"request":{"url":"/x","bodyPatterns":[{"matches":"(a+)+b"}]}}"#) }
        let text = String(repeating: "a", count: 200) + "cb"
        expectStop(
            bench.call("POST", "/near-misses/request", #"{"url":"/x","method":"POST","body":"\#(text)"}"#), "limits.requestSteps", "near")
    }

    @Test func aCallWithinTheBudgetIsAnswered() {
        let bench = Self.bench()
        #expect(bench.call("POST", "/requests/count", #"{"bodyPatterns":[{"contains":"acb"}]}"#).json?["count"] == 30)
    }
}
