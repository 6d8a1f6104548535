import Budget
import Testing

@testable import RegularExpression

/// Matches that are charged to a request's budget.
@Suite struct MeteredMatchTests {
    private static let patterns = [
        "a+b", ".*dance.*", "(a|b)*c?", "[^x]+", "(?i)DANCE", #"\w+\s(\w+)"#, #"(\d+)-\1"#, "(?<=d)a", "a{3,}?b", "^.*$", "é+", #"\p{L}+"#,
        "(?:(a)|(b)|c)+", "(?<=(d|da)?n)c", "(a)\\2|n", "n{1}{2}", "x*", "(?!a).*", "(a*+)b", "",
    ]
    private static let texts = [
        "", "aaab", String(repeating: "a", count: 2_000) + "b", String(repeating: "dance 12-12 é ", count: 200),
        String(repeating: "é", count: 600),
    ]

    @Test(arguments: patterns)
    func theResultIsTheSame(pattern: String) throws {
        let expression = try RegularExpression(pattern)
        for text in Self.texts {
            let budget = WorkBudget()
            #expect(try expression.matchesWhole(text, within: budget) == expression.matchesWhole(text), "\(text.prefix(20))")
            let (found, plain) = (try expression.firstMatch(in: text, within: budget), try expression.firstMatch(in: text))
            #expect(found?.captures == plain?.captures, "\(text.prefix(20))")
            let all = try expression.allMatches(in: text, limit: 50, within: budget)
            #expect(all.map(\.range) == (try expression.allMatches(in: text, limit: 50)).map(\.range), "\(text.prefix(20))")
            #expect(budget.stepsLeft < budget.limits.steps && budget.stop == nil)
        }
    }

    /// PCRE2 counts one step for each of these, and begins again at each place.
    @Test(arguments: ["[1a]+x", "[a1]+?x"])
    func aSearchThatRunsOverTheTextFromEachPlaceIsStopped(pattern: String) throws {
        let text = String(repeating: "1a", count: 20_000) + " x"
        let budget = WorkBudget(.init(steps: 1_000_000))
        let expression = try RegularExpression(pattern)
        #expect {
            _ = try expression.firstMatch(in: text, within: budget)
        } throws: { error in
            "\(error)".contains("limits.requestSteps") || "\(error)".contains("limits.patternSteps")
        }
    }

    /// With a callout before each item it is larger than PCRE2 allows.
    @Test func aPatternThatHasNoRoomForCalloutsIsChargedItsOwnLimits() throws {
        let long = String(repeating: "ab", count: 7_000)
        let expression = try RegularExpression(long)
        let budget = WorkBudget(.init(steps: 12_000_000))
        #expect(try expression.firstMatch(in: "x" + long, within: budget)?.range == 1..<14_001)
        #expect(budget.stepsLeft < 12_000_000 - MatchLimits.standard.steps)
        #expect(try expression.firstMatch(in: "x", within: budget) == nil)
        #expect {
            _ = try expression.firstMatch(in: "x", within: budget)
        } throws: { error in
            (error as? MatchLimitError)?.limit == .request(.steps(12_000_000))
        }
    }

    @Test func aPatternThatBacktracksIsCharged() throws {
        let budget = WorkBudget(.init(steps: 100_000))
        let expression = try RegularExpression("(a+)+b")
        #expect {
            _ = try expression.matchesWhole(String(repeating: "a", count: 40) + "cb", within: budget)
        } throws: { error in
            (error as? MatchLimitError)?.limit == .request(.steps(100_000))
        }
        #expect(budget.stop == .steps(100_000))
    }

    @Test func aShortMatchIsCheap() throws {
        let budget = WorkBudget()
        #expect(try RegularExpression("/poses/[0-9]+").matchesWhole("/poses/12", within: budget))
        #expect(budget.limits.steps - budget.stepsLeft < 100)
    }
}
