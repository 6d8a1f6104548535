import Budget
import JSONDocument
import RegularExpression
import Testing

@testable import MockEngine

/// What single comparisons cost the request.
@Suite struct MatchingCostTests {
    /// And its memory, which costs a step for sixteen bytes.
    @Test func aTextThatIsFoldedCostsItsLengthMore() {
        let text = String(repeating: "a", count: 8_000)
        func cost(_ matcher: EqualToMatcher) -> Int {
            let budget = WorkBudget()
            #expect(!matcher.matches(MatchSubject(text: text, context: MatchContext(budget: budget))))
            return budget.limits.steps - budget.stepsLeft
        }
        #expect(cost(EqualToMatcher("b", caseInsensitive: true)) == cost(EqualToMatcher("b")) + text.utf8.count * 17 / 16)
    }

    /// As `equalsIgnoreCase` of Java.
    @Test(arguments: [
        ("ΟΔΟΣ", "οδος", true), ("µ", "μ", true), ("İ", "i", true), ("i", "ı", true), ("S", "ſ", true), ("θ", "ϑ", true),
        ("ß", "SS", false),
        ("İ", "i\u{307}", false), ("ᾀ", "ᾈ", true), ("Ü", "ü", true), ("a", "b", false),
    ]) func caseIsIgnoredForEachCharacter(left: String, right: String, isSame: Bool) {
        for (expected, actual) in [(left, right), (right, left)] {
            let subject = MatchSubject(text: actual, context: MatchContext(budget: WorkBudget()))
            #expect(EqualToMatcher(expected, caseInsensitive: true).matches(subject) == isSame)
        }
    }

    /// The comparison sorts both lists, and so does the count of their differences.
    @Test func theDistanceOfListsInAnyOrderCostsAsMuchAsTheirComparison() throws {
        let expectation = try JSONExpectation(.array((0..<100).map { JSONValue($0) }), .standard)
        let other = JSONValue.array((1...100).reversed().map { JSONValue($0) })
        func differences(_ steps: Int) -> (count: Int, isStopped: Bool) {
            let budget = WorkBudget(WorkBudget.Limits(steps: steps))
            let subject = MatchSubject(text: "", context: MatchContext(budget: budget))
            return (expectation.differences(from: other, .ignoringArrayOrder, of: subject), budget.stop != nil)
        }
        #expect(differences(100_000) == (1, false))
        #expect(differences(15_000) == (expectation.size, true), "as different as they can be")
    }
}
