import Budget
import Testing
import XMLDocument

/// An evaluation is charged for the document that it reads, not only for its operations.
@Suite struct XPathBudgetTests {
    private static let flat = "<a>" + String(repeating: "<b>1</b>", count: 50_000) + "</a>"
    private static let large = "<a>" + (0..<60_000).map { "<b id='\($0)'>\($0)</b>" }.joined() + "</a>"
    private static let deep =
        String(repeating: "<a>", count: 200) + String(repeating: "x", count: 500_000) + String(repeating: "</a>", count: 200)
    private static let long = "<a>" + String(repeating: "x", count: 500_000) + "</a>"

    private static func evaluate(_ expression: String, _ text: String, _ budget: WorkBudget) throws -> XPathResult {
        try XMLDocument(Array(text.utf8), namespaces: .ignored, within: budget).evaluate(expression)
    }

    @Test(arguments: [
        ("//b[contains(string(/),\"zz\")]", flat), ("//b[/ = 'zz']", flat), ("//b[string-length(/) = 1]", flat),
        ("//b[normalize-space(/a)='z']", flat),
        ("//b[sum(//b) = 1]", flat), ("//b[.. = 'zz']", flat),
        ("//b[ancestor::a = 'zz']", flat), ("//b[//b = //c]", flat),
        ("//b = //b[. = 'x']", flat), ("//b < //b", flat), ("//b[. + / = 1]", flat), ("//b[number(/)]", flat),
        ("//b[starts-with(/,'z')]", flat),
        ("//*[.//* = 'z']", deep), ("translate(string(/),string(/),string(/))", long),
        ("contains(string(/), concat(substring(/, 2), 'y'))", long),
    ])
    func whatReadsTheDocumentAgainAndAgainIsStopped(expression: String, text: String) throws {
        let budget = WorkBudget()
        let error = try #require(throws: XMLError.self) { try Self.evaluate(expression, text, budget) }
        #expect(error.code == .limit && error.description.contains("limits.requestSteps"), "\(error)")
        #expect(budget.stop != nil)
    }

    /// Over a megabyte each, within the budget of a request.
    @Test(arguments: [
        "//b[text()='59999']", "count(//b)", "/a/b[500]", "//b[@id='7']", "//b[contains(., '5999')]", "//b[last()]",
        "//b[position() = last()]",
        "string(/a/b[3])", "normalize-space(/a/b[3])", "//b[starts-with(@id, '5999')]", "/a/b[. > 59990]", "//b[@id = '1' or @id = '2']",
        "//b[number(@id) = 5]", "//b[translate(., '5', 'x') = 'x']", "concat(/a/b[1], '-', /a/b[2])", "/a/b[@id=.]",
    ])
    func usualExpressionsOverAMegabyteWork(expression: String) throws {
        let budget = WorkBudget()
        _ = try Self.evaluate(expression, Self.large, budget)
        #expect(budget.stop == nil)
        #expect(budget.stepsLeft > 20_000_000, "\(expression) took \(100_000_000 - budget.stepsLeft)")
    }

    @Test func smallDocumentsMayCompareEachWithEach() throws {
        let text = "<a>" + String(repeating: "<b>1</b><c>2</c>", count: 200) + "</a>"
        #expect(try Self.evaluate("//b = //c", text, WorkBudget()) == .boolean(false))
        #expect(try Self.evaluate("count(//b[contains(string(/), '2')])", text, WorkBudget()) == .number(200))
    }
}
