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

    /// A document by its name, so that the log of a run does not print half a megabyte for each case.
    enum Shape {
        case flat, deep, long, siblings, comments, alternating

        var text: String {
            switch self {
            case .flat: XPathBudgetTests.flat
            case .deep: XPathBudgetTests.deep
            case .long: XPathBudgetTests.long
            case .siblings: XPathBudgetTests.siblings
            case .comments: XPathBudgetTests.comments
            case .alternating: XPathBudgetTests.alternating
            }
        }
    }

    private static func evaluate(_ expression: String, _ text: String, _ budget: WorkBudget) throws -> XPathResult {
        try XMLDocument(Array(text.utf8), namespaces: .ignored, within: budget).evaluate(expression)
    }

    @Test(
        arguments: [
            ("//b[contains(string(/),\"zz\")]", .flat), ("//b[/ = 'zz']", .flat), ("//b[string-length(/) = 1]", .flat),
            ("//b[normalize-space(/a)='z']", .flat), ("//b[concat(1 div 3, /)='z']", .flat), ("//b[substring(/, 2)='z']", .flat),
            ("//b[sum(//b) = 1]", .flat), ("//b[.. = 'zz']", .flat),
            ("//b[ancestor::a = 'zz']", .flat), ("//b[//b = //c]", .flat),
            ("//b = //b[. = 'x']", .flat), ("//b < //b", .flat), ("//b[. + / = 1]", .flat), ("//b[number(/)]", .flat),
            ("//b[starts-with(/,'z')]", .flat),
            ("//*[.//* = 'z']", .deep), ("translate(string(/),string(/),string(/))", .long),
            ("contains(string(/), concat(substring(/, 2), 'y'))", .long),
        ] as [(String, Shape)])
    func whatReadsTheDocumentAgainAndAgainIsStopped(expression: String, shape: Shape) throws {
        let budget = WorkBudget()
        let error = try #require(throws: XMLError.self) { try Self.evaluate(expression, shape.text, budget) }
        #expect(error.code == .limit && error.description.contains("limits.requestSteps"), "\(error)")
        #expect(budget.stop != nil)
    }

    /// What functions do with texts that functions have made is counted, too, whether or not the document is short.
    @Test(
        arguments: [
            "concat(" + Array(repeating: "/a", count: 200).joined(separator: ",") + ")",
            repeated("concat(", "/a", 100, 2), "contains(\(repeated("concat(", "/a", 60, 2)), \(repeated("concat(", "/a", 50, 2)))",
            "contains(\(repeated("concat(", "/a", 400, 1)), /a)",
        ], [100, 500_000])
    func textsThatFunctionsMakeAreCounted(expression: String, length: Int) throws {
        let text = "<a>" + String(repeating: "x", count: length) + "</a>"
        let isShort = length == 100 && !expression.hasPrefix("contains(concat(concat(")
        let result = Result { try Self.evaluate(expression, text, WorkBudget()) }
        switch result {
        case .success: #expect(isShort)
        case .failure(let error): #expect(!isShort && (error as? XMLError)?.code == .limit, "\(error)")
        }
    }

    /// Calls of a function with as many arguments, each of which is such a call.
    private static func repeated(_ function: String, _ argument: String, _ count: Int, _ depth: Int) -> String {
        let inner = depth == 1 ? argument : repeated(function, argument, count, depth - 1)
        return function + Array(repeating: inner, count: count).joined(separator: ",") + ")"
    }

    private static let siblings = "<r>" + String(repeating: "<a>1</a>", count: 10_000) + "</r>"
    private static let comments = "<r>" + String(repeating: "t<!---->", count: 20_000) + "</r>"
    private static let alternating = "<r>" + String(repeating: "<a><!---->t<b x='1'/></a>", count: 20_000) + "</r>"
    private static let spaces =
        "<r " + (0..<2_000).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + ">" + String(repeating: "<a/>", count: 3_000) + "</r>"

    /// libxml2 compares and sorts nodes without counting an operation.
    @Test(
        arguments: [
            ("//a/following-sibling::a", .siblings), ("//a/following::a", .siblings), ("count(//a/following::*)", .siblings),
            ("//a/following::a/preceding::a", .siblings), ("//a/preceding-sibling::*", .siblings),
            ("//a[1=1]/preceding::node()", .siblings),
            ("//comment()|/r", .comments), ("//comment()", .comments), ("(//comment())[last()]", .comments),
            ("//comment()|//text()", .comments),
            ("//text()[preceding-sibling::comment()]|/r", .comments), ("string(//text())", .comments),
            ("//processing-instruction()|/r/node()", .comments),
            ("//a[1=1]|//b", .alternating), ("//@x/..", .alternating), ("//b[1=1]/..", .alternating), ("//a[1=1]//b[1=1]", .alternating),
            ("//b/ancestor::a", .alternating), ("count(//text()|//comment())", .alternating),
        ] as [(String, Shape)])
    func whatComparesNodesAgainAndAgainIsStopped(expression: String, shape: Shape) throws {
        let budget = WorkBudget()
        let error = try #require(throws: XMLError.self) { try Self.evaluate(expression, shape.text, budget) }
        #expect(error.code == .limit && error.description.contains("limits.requestSteps"), "\(error)")
    }

    @Test func namespacesAreComparedWithEachOther() throws {
        let budget = WorkBudget()
        let document = try XMLDocument(Array(Self.spaces.utf8), within: budget)
        let error = try #require(throws: XMLError.self) { try document.evaluate("count(//namespace::*)") }
        #expect(error.description.contains("limits.requestSteps"), "\(error)")
    }

    /// What a worker cannot do in ten milliseconds it does not begin.
    @Test(arguments: ["//comment()|//text()", "//text()"])
    func aWorkerHandsOverBeforeItSorts(expression: String) throws {
        let budget = WorkBudget(pausingAfter: 1_000_000)
        let text = "<r>" + String(repeating: "t<!---->", count: 2_000) + "</r>"
        #expect(throws: XMLError.self) { try Self.evaluate(expression, text, budget) }
        #expect(budget.isPaused)
    }

    /// Half a megabyte each, of the usual form: few nodes lead to others, or many do to nodes of their own.
    @Test(arguments: [
        "//a|//b", "/r/a|/r/a/b", "//comment()", "//text()", "//a//b", "/r//b[@x='1']", "/r/descendant::b", "//a[comment()]", "//a[b/@x]",
        "//a[.//b]", ".//b[@x]", "/r/a[1]/following-sibling::a", "/r/a[ancestor::r]", "//b/@x", "(//b)[1]",
    ])
    func setsOfALargeDocumentAreCheap(expression: String) throws {
        let budget = WorkBudget()
        _ = try Self.evaluate(expression, Self.alternating, budget)
        #expect(budget.stop == nil, "\(expression)")
    }

    @Test(arguments: [
        ("//item[@id='7']/..", 1), ("//item[@id='7']/following-sibling::item", 192), ("//list/item//name", 200),
        ("//item[@id='7']|//name", 201), ("//name[.='7']/ancestor::item/@id", 1),
    ])
    func axesOfAUsualDocumentWork(expression: String, count: Int) throws {
        let text = "<list>" + (0..<200).map { "<item id='\($0)'><name>\($0)</name></item>" }.joined() + "</list>"
        let budget = WorkBudget()
        guard case .nodes(let nodes) = try Self.evaluate(expression, text, budget) else { return #expect(Bool(false), "\(expression)") }
        #expect(nodes.count == count)
        #expect(budget.stepsLeft > 80_000_000, "\(expression) took \(100_000_000 - budget.stepsLeft)")
    }

    /// Elements are numbered for one expression, and not for the next.
    @Test func theOrderOfASetIsThatOfTheDocument() throws {
        let document = try XMLDocument(Array("<r>1<!--c--><a x='2'>3<b y='5'/></a>4<?p q?></r>".utf8))
        let orders: KeyValuePairs = [
            "//node()|//@x|//b/..": ["134", "1", "c", "3", "2", "3", "", "4", "q"], "//b[1=1]|//@x|//a": ["3", "2", ""],
            "//b[1=1]|//text()": ["1", "3", "", "4"], "//text()[1=1]": ["1", "3", "4"], "//@y|//text()": ["1", "3", "5", "4"],
            "//b/following::node()": ["4", "q"],
        ]
        for (expression, texts) in Array(orders) + Array(orders).reversed() {
            guard case .nodes(let nodes) = try document.evaluate(expression) else { return #expect(Bool(false)) }
            #expect(nodes.map(\.text) == texts, "\(expression)")
        }
        #expect(document.root.text == "134")
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

    /// An operation is dear where the expression looks outward; what functions do with texts is not.
    @Test func textsThatAreMadeCostWhatTheyTake() throws {
        let text = "<r k='k'>" + String(repeating: "<i>" + String(repeating: "a", count: 5_000) + "</i>", count: 20) + "<i>zz</i></r>"
        let budget = WorkBudget()
        guard case .nodes(let nodes) = try Self.evaluate("//i[contains(concat(., ../@k), 'zz')]", text, budget) else {
            return #expect(Bool(false))
        }
        #expect(nodes.map(\.text) == ["zz"])
        #expect(budget.stepsLeft > 80_000_000)
    }

    /// The longer text may be the one that is searched, or the one that is looked for; either may come from nodes.
    @Test(arguments: [
        "contains(\(repeated("concat(", "/r/a", 400, 1)), /r/b)", "translate(/r/a, \(repeated("concat(", "/r/b", 400, 1)), '')",
        "substring-before(\(repeated("concat(", "/r/a", 400, 1)), /r/b)",
    ]) func searchesInTextsThatAreMadeAreStopped(expression: String) throws {
        let (first, second) = (String(repeating: "a", count: 8_000), String(repeating: "a", count: 4_000))
        let budget = WorkBudget()
        let error = try #require(throws: XMLError.self) {
            try Self.evaluate(expression, "<r><a>\(first)</a><b>\(second)b</b></r>", budget)
        }
        #expect(error.code == .limit, "\(error)")
    }

    @Test func smallDocumentsMayCompareEachWithEach() throws {
        let text = "<a>" + String(repeating: "<b>1</b><c>2</c>", count: 200) + "</a>"
        #expect(try Self.evaluate("//b = //c", text, WorkBudget()) == .boolean(false))
        #expect(try Self.evaluate("count(//b[contains(string(/), '2')])", text, WorkBudget()) == .number(200))
    }
}
