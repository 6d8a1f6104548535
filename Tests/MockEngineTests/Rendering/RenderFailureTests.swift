import Handlebars
import HTTPMessage
import Testing

@testable import MockEngine

/// What the log says of a template that fails; the response says it in WireMock's form.
@Suite struct RenderFailureTests {
    private static let owner = "the stub at a.json:1:1"

    private func failure(_ json: String, files: [String: Rendering.File] = [:]) throws -> (shown: String, logged: String?) {
        let context = Rendering.context()
        let files = Rendering.Files(files)
        context.includedFiles = IncludedFiles(RenderEnvironment(bodyFiles: files))
        let response = try Rendering.compile(json, files: files).response.response(for: Request(target: "/"), in: context)
        #expect(response.status == 500)
        return (Rendering.text(response), context.draws.failure?.sentence(about: Self.owner))
    }

    @Test(arguments: [
        (#"{"body": "one\n {{math 1 '/' 0}}"}"#, "[ERROR] 1:2: ", " at line 2, column 4 of its text"),
        (#"{"headers": {"X": "a {{math 1 '/' 0}}"}}"#, "[ERROR] 1:2: ", " at line 1, column 5 of its text"),
        (#"{"jsonBody": {"a": "{{math 1 '/' 0}}"}}"#, "[ERROR] 1:2: ", ""),
    ])
    func aTextInAStub(json: String, place: String, logged: String) throws {
        let failure = try failure(json)
        #expect(failure.shown == place + "java.lang.ArithmeticException: / by zero")
        #expect(failure.logged == "the template of \(Self.owner) fails\(logged): java.lang.ArithmeticException: / by zero")
    }

    @Test(arguments: [#"{"bodyFileName": "feed.json"}"#, #"{"body": "a {{file 'feed.json'}}"}"#])
    func aBodyFileAndAFileThatATextIncludes(json: String) throws {
        let failure = try failure(json, files: ["feed.json": Rendering.File("[\n {{math 1 '/' 0}}]")])
        #expect(failure.shown == "[ERROR] 1:2: java.lang.ArithmeticException: / by zero")
        #expect(
            failure.logged
                == #"the template in the file "feed.json" fails at line 2, column 4: java.lang.ArithmeticException: / by zero"#)
    }

    /// The response is sent, and the journal and the log say what is wrong with it.
    @Test func anErrorInsideOfAResponseIsNoted() throws {
        let context = Rendering.context()
        let json = #"{"body": "{{#each (range 1 3)}}{{page 'x'}}{{/each}} {{page 'x'}}"}"#
        let response = try Rendering.compile(json).response.response(for: Request(target: "/"), in: context)
        #expect(response.status == 200 && Rendering.text(response).hasPrefix("[ERROR: page: that is not a JSON list]"))
        #expect(context.draws.failure == nil && context.draws.mistakes.count == 2)
        #expect(context.draws.events.map(\.kind) == [.error, .error])
        #expect(
            context.draws.mistakes.first?.sentence(ofMistakeIn: Self.owner)
                == "the template of \(Self.owner) writes [ERROR: …] at line 1, column 24 of its text: page: that is not a JSON list")
    }

    @Test func whatHasNoPlaceNamesTheStub() throws {
        let failure = try failure(#"{"bodyFileName": "gone.json"}"#)
        #expect(failure.logged == "\(failure.shown) (\(Self.owner))")
    }

    @Test func aTemplateOfAFileNameThatRendersNothing() throws {
        let failure = try failure(#"{"bodyFileName": "{{request.query.nope}}"}"#)
        #expect(failure.shown == #"the template of "bodyFileName" rendered nothing, so it names no file"#)
    }

    @Test func aMistakeIsOneLine() throws {
        let failure = try failure(#"{"body": "a\n{{nothing 1}}"}"#)
        #expect(failure.shown.hasSuffix("^\n"))
        #expect(failure.logged == "the template of \(Self.owner) fails at line 2, column 3 of its text: could not find helper: 'nothing'")
    }
}
