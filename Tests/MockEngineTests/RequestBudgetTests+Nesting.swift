import Budget
import JSONDocument
import Testing

@testable import MockEngine

/// Nested bodies: texts within texts, and indentation, are together much longer than the body.
extension RequestBudgetTests {
    private static let deepText: String =
        String(repeating: #"{"x":"#, count: 400) + "\"" + String(repeating: "a", count: 100_000) + "\"" + String(repeating: "}", count: 400)
    private static let deepLeaves: String = String(repeating: #"{"x":"#, count: 400) + "1" + String(repeating: "}", count: 400)
    private static let deepLists: String =
        String(repeating: "[", count: 400) + "\"" + String(repeating: "/", count: 100_000) + "\"" + String(repeating: "]", count: 400)
    private static let indentedMarkup: String =
        String(repeating: "<a>", count: 200) + String(repeating: "<b/>", count: 2_000) + String(repeating: "</a>", count: 200)

    private static let nested: [(String, String)] = [
        (#"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..x", "contains": "zzz"}}]}"#, deepText),
        (#"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..x", "contains": "zzz"}}]}"#, deepLeaves),
        (#"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..x", "equalToXml": "<a/>"}}]}"#, deepText),
        (#"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..*", "matches": "zzz"}}]}"#, deepLists),
        (#"{"bodyPatterns": [{"matchesXPath": {"expression": "//a", "contains": "zzz"}}]}"#, indentedMarkup),
    ]

    @Test(arguments: nested)
    func aNestedBody(request: String, body: String) throws {
        let engine = Self.engine()
        try engine.add(#"{"request": \#(request)}"#)
        let (status, text) = Self.answer(engine, Self.post(body))
        #expect(status == 500, "\(request): \(text.prefix(200))")
        #expect(text.contains("(limits.requestSteps)") || text.contains("(limits.requestMemoryBytes)"), "\(text.prefix(200))")
        #expect(Self.notes(engine).contains("limits.request"))
    }

    /// What the nearest stub is shown of the body.
    @Test func theExplanationOfANestedBody() throws {
        let engine = Self.engine()
        let pattern = #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..x", "equalToJson": "1"}}]}"#
        try engine.add(#"{"request": \#(pattern)}"#)
        let (status, text) = Self.answer(engine, Self.post(Self.deepLeaves))
        #expect(status == 404)
        #expect(text.contains("The stubs were not compared with the request"), "\(text.prefix(300))")
    }

    /// A template that prints what a path finds, or lays a body out.
    @Test(arguments: ["{{jsonPath request.body '$'}}", "{{formatJson request.body}}", "{{xPath request.body '/a'}}"])
    func anIndentedBody(template: String) throws {
        let engine = Self.engine(WorkBudget.Limits(steps: 100_000_000, bytes: 32 << 20))
        let mapping: JSONValue = ["request": [:], "response": ["body": .string(template), "transformers": ["response-template"]]]
        try engine.add(mapping.text())
        let isXML = template.contains("xPath")
        let (open, leaf, close) = isXML ? ("<a>", "<b/>", "</a>") : (#"{"x":"#, #"{"a":1},"#, "}")
        var body = String(repeating: leaf, count: 100_000)
        if !isXML { body = "[\(body)1]" }
        body = String(repeating: open, count: 200) + body + String(repeating: close, count: 200)
        let (status, text) = Self.answer(engine, Self.post(body))
        #expect(status == 500, "\(text.prefix(200))")
        #expect(text.contains("(limits.requestMemoryBytes)") || text.contains("(limits.templateOutputBytes)"), "\(text.prefix(200))")
    }
}
