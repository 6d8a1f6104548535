import HTTPMessage
import Synchronization
import Testing

@testable import MockEngine

/// Templates that include body files and slices of lists in them.
struct IncludedFileTests {
    private let files = Rendering.Files([
        "poses.json": Rendering.File(#"[{"id": 0, "q": "{{request.query.q}}"}, {"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}]"#),
        "plain.txt": Rendering.File("plain"), "itself.txt": Rendering.File("{{file 'itself.txt'}}"),
        "broken.txt": Rendering.File("{{#if}}"),
    ])

    private func get(_ body: String, _ target: String = "/a") throws -> (status: Int, text: String) {
        var environment = EngineEnvironment()
        environment.rendering.bodyFiles = files
        let engine = MockEngine(environment, .manual())
        let mapping = #"{"request": {"urlPath": "/a"}, "response": {"transformers": ["response-template"], "body": "\#(body)"}}"#
        try engine.add(mapping)
        guard case .plan(let plan) = engine.session.respond(to: Request(target: target)) else { return (0, "") }
        return (plan.response.status, Rendering.text(plan.response))
    }

    @Test func aFileIsIncludedAndRenderedIfItIsATemplate() throws {
        #expect(try get("<{{file 'plain.txt'}}>").text == "<plain>")
        #expect(try get("{{file 'poses.json'}}", "/a?q=7").text.contains(#""q": "7""#))
    }

    @Test(arguments: [
        ("?pageNumber=0", #"{"content":[{"id":0,"q":""},{"id":1}]}"#), ("?pageNumber=2", #"{"content":[{"id":4}]}"#),
        ("?pageNumber=3", #"{"content":[]}"#), ("", #"{"content":[{"id":0,"q":""},{"id":1}]}"#),
        ("?pageNumber=9223372036854775807", #"{"content":[]}"#),
    ]) func pagesComeFromOneFile(query: String, text: String) throws {
        let body = #"{\"content\":{{page (file 'poses.json') number=request.query.pageNumber size=2}} }"#
        #expect(try get(body, "/a" + query).text.replacing(" }", with: "}") == text)
    }

    @Test func mistakesAreTold() throws {
        #expect(try get("{{page (file 'poses.json') number='x'}}").text == "[ERROR: page: number must be a whole number from 0, not 'x']")
        #expect(try get("{{page (file 'plain.txt')}}").text == "[ERROR: page: that is not a JSON list]")
        #expect(try get("{{page}}").text == "[ERROR: page: the list is missing]")
        for name in ["nothing.txt", "itself.txt", "broken.txt"] { #expect(try get("{{file '\(name)'}}").status == 500) }
    }

    @Test func aChangedFileIsSeenAtOnce() throws {
        #expect(try get("{{file 'plain.txt'}}").text == "plain")
        files.files.withLock { $0["plain.txt"] = Rendering.File("other {{request.method}}") }
        #expect(try get("{{file 'plain.txt'}}").text == "other GET")
    }
}
