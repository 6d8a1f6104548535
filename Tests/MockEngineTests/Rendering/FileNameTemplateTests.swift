import JSONDocument
import MockEngine
import StubModel
import Testing

@Suite struct FileNameTemplateTests {
    private func name(_ template: String, _ mapping: String) throws -> String? {
        let document = try JSONDocument.parse(Array(mapping.utf8), name: "test")
        let mapping = try #require(StubMapping.decode(document.root, ProblemReport(document)))
        return try FileNameTemplate(template).name(for: mapping)
    }

    @Test func aTemplateSeesTheMappingItsMethodAndItsURL() throws {
        let template = "{{#if name}}{{name}}{{else}}{{method}}-{{url}}{{/if}}-{{metadata.team}}.json"
        #expect(try name(template, #"{"name": "a", "metadata": {"team": "red"}}"#) == "a-red.json")
        #expect(try name(template, #"{"request": {"method": "PUT", "urlPath": "/x"}}"#) == "PUT-/x-.json")
        #expect(try name(template, #"{"request": {"method": {"noneOf": ["GET"]}, "url": "/x"}}"#) == "any method but GET-/x-.json")
        #expect(try name(template, "{}") == "ANY-(always)-.json")
    }
}
