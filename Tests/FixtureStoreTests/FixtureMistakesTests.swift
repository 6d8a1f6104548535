import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// What people get wrong, and what they are told.
@Suite struct FixtureMistakesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> FixtureSet<StubMapping> { try FixtureFolder(folder.path).load() }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test(arguments: [
        (#"{"response": "hi"}"#, "1:14: expected an object, found a string at /response"),
        (#"{"response": {"status": 99999}}"#, "1:25: \"status\" is 99999, but must be at most 999 at /response/status"),
        (#"{"response": {"status": 42}}"#, "1:25: \"status\" is 42, but a status has three digits at /response/status"),
        (#"{"response": {"status": 20.5}}"#, "1:25: \"status\" must be a whole number, found 20.5 at /response/status"),
        (#"{"priority": "high"}"#, "1:14: \"priority\" must be a whole number, found \"high\" at /priority"),
        (#"{"priority": 1e400}"#, "1:14: \"priority\" must be a whole number, found 1e400 at /priority"),
        (
            #"{"response": {"statusMessage": "a\nb"}}"#,
            "1:32: \"statusMessage\" cannot be sent at /response/statusMessage. A line feed or a NUL would end the status line."
        ),
        (
            #"{"response": {"delayDistribution": {"type": "normal"}}}"#,
            "1:45: unknown delay distribution \"normal\" at /response/delayDistribution/type. Known are \"lognormal\", \"uniform\" and \"fixed\"."
        ),
        (
            #"{"request": {"listener": "https"}}"#,
            "1:26: unknown listener \"https\" at /request/listener. Known are \"http\", \"s3\", \"any\"."
        ),
        (#"{"request": {"urlpath": "/a"}}"#, "1:14: unknown field \"urlpath\" at /request/urlpath. Did you mean \"urlPath\"?"),
        (#"{"url": "/a"}"#, "1:2: unknown field \"url\" at /url. It belongs into \"request\"."),
        (#"{"body": "x"}"#, "1:2: unknown field \"body\" at /body. It belongs into \"response\"."),
        (#"{"headers": {}}"#, "1:2: unknown field \"headers\" at /headers. It belongs into \"request\" or \"response\"."),
        (#"{"mapping": []}"#, "1:2: unknown field \"mapping\" at /mapping. Several stub mappings stand in \"mappings\"."),
        (#"{"response": {}, "responses": [{}]}"#, "1:31: both \"response\" and \"responses\" at /responses. Keep one of them."),
        (
            #"{"request": {"bodyPatterns": [{"contains": "x"}]}, "response": {"fault": {"effect": "reset", "at": "requestBody"}}}"#,
            "1:74: a fault in the midst of the upload leaves no body for \"bodyPatterns\" at /response/fault. Choose another moment, or match by URL and headers."
        ),
        (#"[{"request": {}}]"#, "1:1: expected an object, found an array. Several stub mappings stand in {\"mappings\": [ … ]}."),
        ("request:\n  url: /a\n", "1:1: expected a value, found \"request\". Text needs double quotes around it."),
        ("", "1:1: expected a value, found the end of the text"),
    ])
    func eachMistakeIsTold(text: String, told: String) throws {
        try folder.write("mappings/a.json", text)
        #expect(try lines(load().problems) == ["mocks/mappings/a.json:\(told)"])
    }

    @Test func problemsComeInTheOrderOfTheirPlaces() throws {
        try folder.write("mappings/a.json", #"{"request": {"metod": "GET"}, "reponse": {}, "priority": "x", "nam": 1}"#)
        #expect(try load().problems.compactMap { $0.position?.column } == [14, 31, 58, 63])
    }

    @Test(arguments: [
        (#"{"name": "a", "name": "b"}"#, "1:15: \"name\" is here twice, and the last one counts at /name"),
        (
            #"{"request": {"urlPath": "/a", "url": "/b"}}"#,
            "1:25: \"urlPath\" means nothing beside \"url\" at /request/urlPath. Keep one of them."
        ),
        (
            #"{"request": {"url": "a/b"}}"#,
            "1:21: \"url\" does not begin with \"/\", so that no request meets it at /request/url. Write the path alone."
        ),
        (
            #"{"request": {"urlPath": "/a?b=1"}}"#,
            "1:25: \"urlPath\" has a \"?\", so that no request meets it at /request/urlPath. Use \"queryParameters\", or \"url\" for path and query."
        ),
        (#"{"requiredScenarioState": "x"}"#, "1:27: a scenario's state means nothing without \"scenarioName\" at /requiredScenarioState"),
        (
            #"{"response": {"transformers": ["respond-template"]}}"#,
            "1:32: no transformer is called \"respond-template\", and none is used at /response/transformers/0. The built-in one is \"response-template\"."
        ),
    ])
    func whatIsHardlyMeantIsAWarning(text: String, told: String) throws {
        try folder.write("mappings/a.json", text)
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(set.stubs.count == 1)
        #expect(lines(set.warnings) == ["mocks/mappings/a.json:\(told)"])
    }

    @Test func aBodyFileThatIsNotThereIsTold() throws {
        try folder.write("__files/feed/page-1.json", "{}")
        for (name, file) in [("a", "feed/page1.json"), ("b", "../../etc/passwd"), ("c", "feed"), ("d", ""), ("e", "nothing/like/it.png")] {
            try folder.write("mappings/\(name).json", #"{"response": {"bodyFileName": "\#(file)"}}"#)
        }
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 5)
        #expect(
            lines(set.missingFiles).map { $0.replacing("mocks/mappings/", with: "").replacing(":1:31", with: "") } == [
                "a.json: the body file \"mocks/__files/feed/page1.json\" is not there at /response/bodyFileName. Did you mean \"feed/page-1.json\"?",
                "b.json: the body file \"../../etc/passwd\" is not beneath \"mocks/__files\" at /response/bodyFileName. A request for it will get a 500.",
                "c.json: the body file \"mocks/__files/feed\" is a folder at /response/bodyFileName. A request for it will get a 500.",
                "d.json: a body file without a name at /response/bodyFileName. A request for it will get a 500.",
                "e.json: the body file \"mocks/__files/nothing/like/it.png\" is not there at /response/bodyFileName. A request for it will get a 500.",
            ])
    }

    @Test func whatIsNotReadAlthoughItLooksLikeItIsAWarning() throws {
        try folder.write("mapping/a.json", "{")
        try folder.write("_files/a.json", "{")
        try folder.write("package.json", "{}")
        try folder.write("README.md", "x")
        try folder.write("s3/loose.txt", "x")
        try folder.write("mappings/a.jsn", "{")
        try folder.write("mappings/b.json5", "{")
        try folder.write("mappings/notes.txt", "x")
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(
            lines(set.warnings) == [
                "mocks/_files: this is not read. Did you mean \"__files\"?",
                "mocks/mapping: this is not read. Did you mean \"mappings\"?",
                "mocks/s3/loose.txt: this is not read. Objects are in folders, one a bucket.",
                "mocks/mappings/a.jsn: this is not read. Names of mappings end in \".json\", \".yaml\" or \".yml\".",
                "mocks/mappings/b.json5: this is not read. Names of mappings end in \".json\", \".yaml\" or \".yml\".",
            ])
    }

    @Test func mappingsMustBeAFolder() throws {
        try folder.write("mappings", "{}")
        #expect(try lines(load().problems) == ["mocks/mappings: expected a folder, found a file"])
    }
}
