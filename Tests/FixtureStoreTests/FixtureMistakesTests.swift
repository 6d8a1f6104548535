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
        (#"{"response": {"status": 20.5}}"#, "1:25: \"status\" is 20, but a status has three digits at /response/status"),
        (#"{"priority": "high"}"#, "1:14: \"priority\" must be a whole number, found \"high\" at /priority"),
        (#"{"priority": 1e400}"#, "1:14: \"priority\" must be a whole number, found 1e400 at /priority"),
        (
            #"{"response": {"statusMessage": "a\nb"}}"#,
            "1:32: \"statusMessage\" cannot be sent at /response/statusMessage. A line feed or a NUL would end the status line."
        ),
        (
            #"{"response": {"delayDistribution": {"type": "normal"}}}"#,
            "1:45: \"type\" cannot be \"normal\" at /response/delayDistribution/type. Write \"lognormal\", \"uniform\" or \"fixed\"."
        ),
        (
            #"{"request": {"listener": "https"}}"#,
            "1:26: \"listener\" cannot be \"https\" at /request/listener. Did you mean \"http\"?"
        ),
        (#"{"request": {"urlpath": "/a"}}"#, "1:14: unknown field \"urlpath\" at /request/urlpath. Did you mean \"urlPath\"?"),
        (#"{"url": "/a"}"#, "1:2: unknown field \"url\" at /url. It belongs in \"request\"."),
        (#"{"body": "x"}"#, "1:2: unknown field \"body\" at /body. It belongs in \"response\"."),
        (#"{"headers": {}}"#, "1:2: unknown field \"headers\" at /headers. It belongs in \"request\" or \"response\"."),
        (#"{"mapping": []}"#, "1:2: unknown field \"mapping\" at /mapping. Several stub mappings stand in \"mappings\"."),
        (#"{"mapings": []}"#, "1:2: unknown field \"mapings\" at /mapings. Several stub mappings stand in \"mappings\"."),
        (#"{"probability": 1.5}"#, "1:17: \"probability\" is 1.5, but must be in 0…1 at /probability"),
        (
            #"{"response": {"fault": {"effect": "reset", "probability": 7}}}"#,
            "1:59: \"probability\" is 7, but must be in 0…1 at /response/fault/probability"
        ),
        (
            #"{"response": {"fault": {"effect": "cloes"}}}"#,
            "1:35: \"effect\" cannot be \"cloes\" at /response/fault/effect. Did you mean \"close\"?"
        ),
        (
            #"{"responses": [{}], "repeat": true}"#,
            "1:31: \"repeat\" cannot be true at /repeat. Write \"last\", \"cycle\" or \"once\"."
        ),
        (
            #"{"response": {"chunkedDribbleDelay": {"numberOfChunks": null, "totalDuration": 1}}}"#,
            "1:38: \"numberOfChunks\" is missing at /response/chunkedDribbleDelay"
        ),
        (
            #"{"request": {"basicAuth": {"username": "u", "password": []}}}"#,
            "1:57: \"password\" must be a string, found an array at /request/basicAuth/password"
        ),
        (
            #"{"serveEventListeners": [{"name": "webhook", "requestPhases": ["AFTER_COMPLET"], "parameters": {"url": "http://x/"}}]}"#,
            "1:64: an element of \"requestPhases\" cannot be \"AFTER_COMPLET\" at /serveEventListeners/0/requestPhases/0. Did you mean \"AFTER_COMPLETE\"?"
        ),
        (#"{"response": {}, "responses": [{}]}"#, "1:31: both \"response\" and \"responses\" at /responses. Keep one of them."),
        (
            #"{"request": {"bodyPatterns": [{"contains": "x"}]}, "response": {"fault": {"effect": "reset", "at": "requestBody"}}}"#,
            "1:74: a fault in the midst of the upload leaves no body for \"bodyPatterns\" at /response/fault. Choose another moment, or match by URL and headers."
        ),
        (#"[{"request": {}}]"#, "1:1: expected an object, found an array. Several stub mappings stand in {\"mappings\": [ … ]}."),
        ("request:\n  url: /a\n", "1:1: expected a value, found \"request\". Text needs double quotes around it."),
        ("", "1:1: the text is empty"),
        ("{“request”: {}}", "1:2: expected a name in double quotes, found \"“request”\". Write straight double quotes (U+0022)."),
        (#"{"request": {"response": {}}}"#, "1:14: unknown field \"response\" at /request/response. It belongs beside \"request\"."),
        (#"{"response": {"request": {}}}"#, "1:15: unknown field \"request\" at /response/request. It belongs beside \"response\"."),
        (#"{"request": {"status": 200}}"#, "1:14: unknown field \"status\" at /request/status. It belongs in \"response\"."),
        (
            #"{"request": {"query": {}}}"#,
            "1:14: unknown field \"query\" at /request/query. Did you mean \"queryParameters\"?"
        ),
        (
            #"{"response": {"statusCode": 200}}"#,
            "1:15: unknown field \"statusCode\" at /response/statusCode. Did you mean \"status\" or \"statusMessage\"?"
        ),
        (
            #"{"request": {"headers": []}}"#,
            "1:25: \"headers\" must be an object, found an array at /request/headers. Write {\"name\": {\"equalTo\": \"value\"}}."
        ),
        (
            #"{"request": {"bodyPatterns": {}}}"#,
            "1:30: \"bodyPatterns\" must be an array, found an object at /request/bodyPatterns. Put it into brackets: [ … ]."
        ),
        (
            #"{"response": {"body": {"a": 1}}}"#,
            "1:23: \"body\" must be a string, found an object at /response/body. Use \"jsonBody\" for JSON."
        ),
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
        (
            #"{"request": {"scheme": "htp"}}"#,
            "1:24: \"scheme\" is \"htp\", so that no request meets it at /request/scheme. Write \"http\" or \"https\"."
        ),
        (
            #"{"response": {"removeProxyRequestHeaders": ["A"]}}"#,
            "1:44: \"removeProxyRequestHeaders\" means nothing without \"proxyBaseUrl\" at /response/removeProxyRequestHeaders"
        ),
        (
            #"{"response": {"proxyBaseUrl": "http://127.0.0.1:1", "body": "x"}}"#,
            "1:61: \"body\" means nothing beside \"proxyBaseUrl\" at /response/body. The body is the target's."
        ),
        (
            #"{"response": {"proxyBaseUrl": "localhost:9090"}}"#,
            "1:31: \"proxyBaseUrl\" is no absolute URL, so that each request will get a 500 at /response/proxyBaseUrl. It is like \"http://127.0.0.1:9090\"."
        ),
        (#"{"requiredScenarioState": "x"}"#, "1:27: a scenario's state means nothing without \"scenarioName\" at /requiredScenarioState"),
        (
            #"{"request": {"urlPathTemplate": "/a/{id"}}"#,
            "1:33: a variable without both of its braces in \"urlPathTemplate\" at /request/urlPathTemplate. Write \"/things/{id}\"."
        ),
        (
            #"{"request": {"urlPathTemplate": "/a/{id}", "pathParameters": {"key": {"equalTo": "1"}}}}"#,
            "1:70: \"urlPathTemplate\" has no variable \"key\" at /request/pathParameters/key. Write it there as {key}."
        ),
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

    @Test(arguments: [
        ("feed/page1.json", #""mocks/__files/feed/page1.json" is not there. Did you mean "feed/page-1.json"?"#),
        ("page-1.json", #""mocks/__files/page-1.json" is not there. Did you mean "feed/page-1.json"?"#),
        (
            "__files/feed/page-1.json",
            #""mocks/__files/__files/feed/page-1.json" is not there. Names are relative to that folder: write "feed/page-1.json"."#
        ),
        ("../../etc/passwd", #""../../etc/passwd" is not beneath "mocks/__files". Copy it there."#),
        ("feed", #""mocks/__files/feed" is a folder. Name a file in it."#),
        ("nothing/like/it.png", #""mocks/__files/nothing/like/it.png" is not there. Create it; a request for it will get a 500."#),
    ])
    func aBodyFileThatIsNotThereIsTold(name: String, told: String) throws {
        try folder.write("__files/feed/page-1.json", "{}")
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": "\#(name)"}}"#)
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 1)
        #expect(
            lines(set.lateProblems).map { $0.replacing(" at /response/bodyFileName", with: "") }
                == ["mocks/mappings/a.json:1:31: the body file \(told)"])
    }

    @Test func aBodyFileThatIsAPipeIsTold() throws {
        try folder.write("__files/a.txt", "a")
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": "pipe"}}"#)
        #expect(mkfifo("\(folder.path)/__files/pipe", 0o600) == 0)
        #expect(
            try lines(load().lateProblems) == [
                #"mocks/mappings/a.json:1:31: the body file "mocks/__files/pipe" is no regular file at /response/bodyFileName. A request for it will get a 500."#
            ])
    }

    @Test func aBodyFileWithoutANameIsTold() throws {
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": ""}}"#)
        #expect(
            try lines(load().lateProblems) == [
                #"mocks/mappings/a.json:1:31: a body file without a name at /response/bodyFileName. Name a file in "mocks/__files"."#
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

    @Test(arguments: ["mappings", "__files", "s3"])
    func whatIsServedMustBeAFolder(name: String) throws {
        try folder.write(name, "{}")
        #expect(try lines(load().problems) == ["mocks/\(name):1:1: expected a folder, found a file"])
    }

    @Test func aFolderOfOtherThingsIsAWarning() throws {
        try folder.write("a.json", #"{"request": {"url": "/a"}}"#)
        #expect(
            try lines(load().warnings) == [
                #"mocks: there is nothing in it to serve. Stub mappings stand in "mappings", bodies in "__files", objects in "s3"."#
            ])
        try folder.write("mocks/mappings/a.json", #"{"request": {"url": "/a"}}"#)
        let inner = try FixtureFolder(folder.path + "/mocks/mappings").load()
        #expect(inner.warnings.map(\.repair) == [#"Name the folder that "mappings" is in."#])
        #expect(try FixtureFolder(folder.path + "/mocks").load().warnings.isEmpty)
    }

    @Test func aLinkToNothingAndADescriptionOfNothingAreWarnings() throws {
        try folder.write("s3/bucket/b.jpg.meta.json", #"{"headers": {}}"#)
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        for name in ["mappings/b.json", "mappings/.#a.json"] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: "nothing.json")
        }
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 1)
        #expect(
            lines(set.warnings) == [
                "mocks/mappings/b.json:1:1: a link to nothing, which is passed over",
                "mocks/s3/bucket/b.jpg.meta.json: it describes \"mocks/s3/bucket/b.jpg\", which is not there",
            ])
    }
}
