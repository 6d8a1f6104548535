import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// What is wrong with the templates of body files, before requests.
struct BodyFileMistakesTests {
    @Test func aBodyFileThatIsNoTemplateIsFoundBeforeItIsAskedFor() throws {
        let files = Rendering.Files(["a.txt": Rendering.File("one\n{{#if x}}")])
        let json = #"{"bodyFileName": "a.txt"}"#
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        var environment = RenderEnvironment(bodyFiles: files)
        environment.templating = .all
        let response = CompiledResponse(definition, identity: [], environment: environment, report: report)
        #expect(report.problems.isEmpty)
        #expect(
            report.lateProblems.map(\.description) == [
                #"a.txt:2:1: the template does not compile: "{{#if" is never closed. Write {{/if}} at its end. The file is named at r.json:1:18."#
            ])
        files.files.withLock { $0["a.txt"] = Rendering.File("mended") }
        #expect(Rendering.text(response.response(for: Request(target: "/"), in: Rendering.context())) == "mended")
    }
}
