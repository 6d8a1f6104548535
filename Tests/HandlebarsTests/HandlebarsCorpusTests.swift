import JSONDocument
import TestSupport
import Testing

@testable import Handlebars
@testable import MockEngine

/// The public test cases of Handlebars (jbboehr/handlebars-spec), with escaping on.
@Suite(.enabled(if: Corpora.has("handlebars/cases.json"), Comment(rawValue: Corpora.absence))) struct HandlebarsCorpusTests {
    @Test func allCases() throws {

        let cases = try #require(try JSONValue.parse(Corpora.bytes("handlebars/cases.json")).array)
        #expect(cases.count == 301)
        for item in cases {
            let template = try #require(item["template"]?.string)
            let name = "\(item["group"]?.string ?? "")/\(item["name"]?.string ?? ""): \(template)"
            switch item["group"]?.string {
            case "tokenizer":
                let tokens = TemplateLexer.tokens(Array(template.utf8)).filter { $0.kind != .end && $0.kind != .invalid }
                let shown: [JSONValue] = tokens.map { ["name": .string($0.kind.rawValue), "text": .string($0.text)] }
                #expect(.array(shown) == item["expected"], "\(name)")
            case "parser":
                let program = try TemplateParser.parse(Array(template.utf8), dialect: .javaScript)
                #expect(TemplateSyntaxPrinter.print(program) == item["expected"]?.string, "\(name)")
            default:
                let rendered = try Self.render(template, item["data"] ?? .null, data: Self.data(for: template, item))
                #expect(rendered == item["expected"]?.string, "\(name)")
            }
        }
    }

    /// Data variables of the cases, which the collection leaves out.
    private static func data(for template: String, _ item: JSONValue) -> [String: TemplateValue] {
        if template.hasPrefix("{{@hello") { return ["hello": .text("hello")] }
        if item["data"]?["foo"] == "should not be used" { return ["root": .tree(["foo": "hello"], .java)] }
        return [:]
    }

    private static func render(_ template: String, _ root: JSONValue, data: [String: TemplateValue]) throws -> String {
        let compiled = try CompiledTemplate.compile(template, helpers: .core, dialect: .javaScript)
        let context = RenderContext(nowMilliseconds: 0, draws: DrawLog(RandomSource(seed: 1)))
        return String(decoding: try compiled.render(TemplateValue(root, printing: .java), in: context, data: data), as: UTF8.self)
    }
}
