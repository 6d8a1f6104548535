import HTTPMessage
import StubModel
import Testing

@testable import MockEngine

/// Files at their own paths under `--global-response-templating`.
@Suite struct FileTemplateTests {
    /// A file `a.txt` at `/a.txt`, which is a cat's name or a template.
    private final class Folder: ContentSource {
        private let status: Int
        private let type: String

        init(status: Int, type: String) {
            self.status = status
            self.type = type
        }

        func filePath(for request: Request) -> String? { "__files/a.txt" }
        func content(for request: Request, in session: Session) -> Content {
            let headers: HeaderFields = [("Content-Type", type), ("ETag", "\"1\""), ("Last-Modified", "today"), ("X-Mine", "1")]
            return .found(WirePlan(Response(status: status, headers: headers, body: .bytes(Array("as it is".utf8)))))
        }
    }

    private func ask(
        _ text: String, _ templating: RenderEnvironment.Templating = .all, status: Int = 200, type: String = "text/plain",
        listener: ListenerName = .http
    ) throws -> (plan: WirePlan, session: Session) {
        var environment = EngineEnvironment()
        environment.rendering = RenderEnvironment(bodyFiles: Rendering.Files(["a.txt": Rendering.File(text)]))
        environment.rendering.templating = templating
        environment.contents = Folder(status: status, type: type)
        let engine = MockEngine(environment, .manual())
        var request = Request(target: "/a.txt?n=7")
        request.arrival.listener = listener
        guard case .plan(let plan) = engine.session.respond(to: request) else { throw FakeWire.ComesLater() }
        return (plan, engine.session)
    }

    @Test(arguments: [200, 206]) func aFileIsATemplateToo(status: Int) throws {
        let response = try ask("{{request.query.n}}!", status: status).plan.response
        #expect(response.status == 200 && Rendering.text(response) == "7!")
        #expect(response.headers.first("Content-Type") == "text/plain" && response.headers.first("X-Mine") == "1")
        #expect(response.headers.first("ETag") == nil && response.headers.first("Last-Modified") == nil)
    }

    @Test func whatIsNoTemplateIsSentAsItIs() throws {
        let plain = try ask("a cat").plan.response
        #expect(Rendering.text(plain) == "as it is" && plain.headers.first("ETag") == "\"1\"")
        #expect(Rendering.text(try ask("{{request.path}}", .named).plan.response) == "as it is")
        #expect(Rendering.text(try ask("{{request.path}}", status: 304).plan.response) == "as it is")
        #expect(Rendering.text(try ask("{{request.path}}", listener: .s3).plan.response) == "as it is", "an object of S3 is no template")
    }

    @Test func aTemplateThatDoesNotCompileIsA500() throws {
        let (plan, session) = try ask("{{#if}}")
        #expect(plan.response.status == 500)
        #expect(Rendering.text(plan.response).contains("does not compile as a template"))
        #expect(session.report().failureCount == 1)
        #expect(
            Rendering.text(try ask("let a = {{b: 1}}", type: "text/javascript").plan.response) == "as it is",
            "a script has braces of its own")
    }
}
