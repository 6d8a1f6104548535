import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

struct MissHintsTests {
    @Test(arguments: [
        ("/feed", "/Feed", "only upper and lower case differ"), ("/feed", "/Feed/", "upper and lower case and the slash at the end differ"),
        ("/feed", "/feed/", "only the slash at the end differs"),
        ("/한글", "/%ED%95%9C%EA%B8%80", "only the percent-encoding differs"),
        ("/caf\u{E9}", "/cafe\u{301}", "the same characters in another Unicode form (composed or decomposed)"),
        ("/caf\u{E9}", "/cafe%CC%81", "the same characters in another Unicode form (composed or decomposed)"),
        ("/a/b", "//a/b", "only doubled slashes differ"), ("/a/b/", "/a//b/", "only doubled slashes differ"),
        ("/caf\u{E9}", "/caf%25C3%25A9", "one of the two is percent-encoded twice"),
        ("/a/b", "/A//b/", "upper and lower case, slashes or the percent-encoding differ"),
    ])
    func urlTwinsAreNamed(expected: String, actual: String, hint: String) {
        #expect(MissHints.urlTwin(expected: expected, actual: actual) == hint)
        #expect(MissHints.urlTwin(expected: actual, actual: expected) == hint)
    }

    @Test func othersAreNot() {
        #expect(MissHints.urlTwin(expected: "/a", actual: "/b") == nil)
        #expect(MissHints.urlTwin(expected: "/a", actual: "/a") == nil)
    }

    @Test func aTwinAmongTheFilesIsNamed() {
        func report(_ target: String) -> MissReport {
            MissReport(
                request: Request(target: target), candidates: [], folder: "mocks",
                contentTwin: ContentTwin(file: "__files/api/feed.json", path: "/api/feed"))
        }
        let hint =
            "only upper and lower case differ: mocks/__files/api/feed.json answers \"/api/feed\", the request was for \"/api/Feed\"."
        #expect(report("/api/Feed").hints == [hint])
        #expect(report("/api/Feed").response().headers.first("X-Understudy-Hint") == hint)
        #expect(report("/api/Feed").json["hints"] == [.string(hint)])
        #expect(report("/api/feed/").hints.first?.hasPrefix("only the slash at the end differs: mocks/__files/api/feed.json") == true)
    }

    @Test func theBodyOfAStubIsNamedWithWhatItsStubWants() throws {
        let body = StubBody(file: "__files/hello.json", place: "mocks/mappings/a.json:4:21", path: "/hello.json")
        let engine = try EngineHarness().engine
        let text =
            #"{"name": "n", "request": {"url": "/hello", "headers": {"Authorization": {"equalTo": "x"}}}, "response": {"bodyFileName": "hello.json"}}"#
        let stub = try EngineHarness.compile(text, in: engine)
        let request = Request(target: "/hello")
        let result = stub.matcher.examine(request, at: Timestamp(milliseconds: 0))
        func report(_ candidates: [MissReport.Candidate]) -> MissReport {
            MissReport(request: request, candidates: candidates, folder: "mocks", stubBody: body, mayBeMade: { $0 != body.file })
        }
        let known = report([MissReport.Candidate(mapping: stub.mapping, result: result, scenario: nil)])
        let hint =
            "mocks/__files/hello.json would answer, but it is the body of the stub \"n\"; not met: header \"Authorization\". "
            + "Without the stub, only \"/hello.json\" gets it."
        #expect(known.hints == [hint])
        #expect(known.response().headers.first("X-Understudy-Hint") == hint)
        #expect(known.file == nil && known.noFile == nil)
        #expect(
            report([]).hints == [
                "mocks/__files/hello.json would answer, but it is the body of a stub, at mocks/mappings/a.json:4:21. "
                    + "Without the stub, only \"/hello.json\" gets it."
            ])
    }

    @Test func whatIsInThePlaceOfAFileIsNamed() {
        let obstacle = "__files/out.txt is not a regular file. Put a regular file in its place."
        let report = MissReport(
            request: Request(target: "/out.txt"), candidates: [], folder: "mocks", obstacle: obstacle,
            mayBeMade: { $0 != "__files/out.txt" })
        #expect(report.hints == [obstacle])
        #expect(report.response().headers.first("X-Understudy-Hint") == obstacle)
        #expect(report.file == nil && report.noFile == nil)
    }

    @Test(arguments: [
        ("/admin/mappings", true), ("/_admin/mappings", true), ("/admin", false), ("/admin/users", false), ("/mappings", false),
    ])
    func aPathOfTheAdminAPIWithoutItsUnderscoresIsNamed(target: String, isMeant: Bool) throws {
        let report = try missReport(Request(method: "POST", target: target), #"{"request":{"method":"GET","url":"/feed"}}"#)
        #expect(report.hints == (isMeant ? ["the admin API is at /__admin: did you mean /__admin/mappings?"] : []))
    }

    @Test func anotherMethodIsNamed() throws {
        let report = try missReport(Request(method: "POST", target: "/feed"), #"{"name":"n","request":{"method":"GET","url":"/feed"}}"#)
        #expect(report.hints == ["only the method differs: the stub \"n\" answers GET, the request was POST."])
        #expect(report.text().contains("Perhaps:\n- only the method differs"))
    }

    @Test func severalMethodsAreNamedAsWireMockDoes() throws {
        let stub = #"{"request":{"method":{"oneOf":["GET","PUT"]},"url":"/feed"}}"#
        let report = try missReport(Request(method: "POST", target: "/feed"), stub)
        #expect(report.hints == ["only the method differs: the stub GET or PUT /feed answers GET or PUT, the request was POST."])
        #expect(report.text().contains("oneOf: [GET, PUT]"))
        let field = report.json["nearMisses"]?[0]?["fields"]?[0]
        #expect(field?["matcher"] == "oneOf" && field?["expected"] == "oneOf: [GET, PUT]" && field?["actual"] == "POST")
        let others = try missReport(Request(target: "/feed"), #"{"request":{"method":{"noneOf":["GET"]},"url":"/feed"}}"#)
        #expect(others.text().contains("noneOf: [GET]"))
        #expect(others.hints.first?.contains("answers any method but GET, the request was GET") == true)
    }

    @Test func anotherMethodIsNotMeantWhereAStubHasThisOne() throws {
        let report = try missReport(
            Request(method: "POST", target: "/echo", body: Array(#"{"name":"Yuna"}"#.utf8)),
            #"{"name":"g","request":{"method":"GET","urlPath":"/echo"}}"#,
            #"{"name":"p","request":{"method":"POST","urlPath":"/echo","bodyPatterns":[{"matchesJsonPath":"$.joke"}]}}"#)
        #expect(report.hints == [])
        #expect(report.closest == #"Closest is the stub "p"; not met: body (wants "matchesJsonPath": "$.joke")."#)
    }

    @Test func aStubWithoutANameIsNamedByMethodAndURL() throws {
        let stub = #"{"request":{"method":"GET","urlPathTemplate":"/things/{id}","queryParameters":{"v ":{"equalTo":"1"}}}}"#
        let report = try missReport(Request(target: "/things/7"), stub)
        #expect(report.closest == #"Closest is the stub GET /things/{id}; not met: query parameter "v " (wants "1", has none)."#)
    }

    @Test func aStubWithoutAURLIsNotTakenForTheOneThatIsMeant() throws {
        let report = try missReport(
            Request(target: "/point"), #"{"request":{"urlPath":"/points"}}"#,
            #"{"request":{"headers":{"X":{"equalTo":"1"}}},"response":{"status":503}}"#)
        #expect(report.closest == nil, "the closest is for another URL")
    }

    @Test func aHintInAFieldCanBeDecoded() {
        #expect(MissReport.fieldText("wants %41") == "wants %41")
        #expect(MissReport.fieldText("wants %41, has \u{E9}") == "wants %2541, has %C3%A9")
    }

    @Test func aFileThatRespondsToReadsOnlyIsNamed() {
        let report = MissReport(
            request: Request(method: "DELETE", target: "/api/tags"), candidates: [], folder: "mocks", readFile: "__files/api/tags.json")
        #expect(report.hints == ["the file mocks/__files/api/tags.json responds to GET and HEAD only, the request was DELETE."])
    }

    @Test func aFileOfNearlyTheSameNameIsNamed() {
        let report = MissReport(
            request: Request(target: "/api/tag"), candidates: [], folder: "mocks",
            contentTwin: ContentTwin(file: "__files/api/tags.json", path: "/api/tags.json"))
        #expect(report.hints == [#"did you mean "/api/tags.json"? It is mocks/__files/api/tags.json."#])
    }

    @Test func theClosestStubIsNamedWithItsFile() throws {
        let text = #"{"request":{"method":"GET","urlPath":"/f","queryParameters":{"n":{"equalTo":"1"}}}}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "mocks/mappings/f.json")
        let report = ProblemReport(document)
        let mapping = try #require(StubMapping.decode(document.root, report, origin: .file(path: "mocks/mappings/f.json")))
        let matcher = try #require(RequestMatcher(mapping.request, .builtIn, report))
        func miss(_ request: Request) -> MissReport {
            MissReport(
                request: request,
                candidates: [.init(mapping: mapping, result: matcher.examine(request, at: Timestamp(milliseconds: 0)), scenario: nil)],
                folder: "mocks")
        }
        let near = miss(Request(target: "/f?n=2"))
        #expect(near.closest == #"Closest is the stub at mocks/mappings/f.json:1:1; not met: query parameter "n" (wants "1", has "2")."#)
        #expect(near.text().contains("\nThe closest stub is at mocks/mappings/f.json:1:1.\n"))
        #expect(near.text().contains("\n  mocks/__files/f.json\n") && near.text().contains("for mocks/mappings/get-f.json or POST"))
        #expect(near.json["nearMisses"]?[0]?["file"] == "mocks/mappings/f.json")
        #expect(near.json["nearMisses"]?[0]?["line"] == 1 && near.json["nearMisses"]?[0]?["column"] == 1)
        #expect(miss(Request(target: "/g?n=1")).closest == nil)
        #expect(
            miss(Request(method: "PUT", target: "/f?n=1")).hints == [
                "only the method differs: the stub at mocks/mappings/f.json:1:1 answers GET, the request was PUT."
            ])
    }

    @Test func headerValuesAndScenariosAreNamed() throws {
        let stub = #"{"name":"n","request":{"url":"/f","headers":{"X":{"equalTo":"Ab"}}},"scenarioName":"s","requiredScenarioState":"two"}"#
        #expect(
            try missReport(Request(target: "/f", headers: [("X", "ab")]), stub).hints
                == ["only upper and lower case differ: the stub \"n\" wants header \"X\" = \"Ab\", the request has \"ab\"."])
        #expect(
            try missReport(Request(target: "/f", headers: [("X", "Ab")]), stub).hints
                == ["the stub \"n\" matches, but its scenario \"s\" is in state \"Started\" and not in \"two\"."])
    }

    /// A trick of the same URL that a test switches on matches, but another value was mistyped.
    @Test func whatDiffersFromAnActiveStubIsToldBeforeTheScenarioOfAnother() throws {
        let trick = #"{"name": "trick", "request": {"urlPath": "/m"}, "scenarioName": "s", "requiredScenarioState": "on"}"#
        let real = #"{"name": "real", "request": {"urlPath": "/m", "queryParameters": {"lat": {"equalTo": "37.24"}}}}"#
        let report = try EngineHarness(trick, real).engine.session.missReport(for: Request(target: "/m?lat=37.25"))
        #expect(report.candidates.map(\.mapping.name) == ["real", "trick"])
        #expect(
            report.hints == [
                #"Closest is the stub "real"; not met: query parameter "lat" (wants "37.24", has "37.25")."#,
                #"the stub "trick" matches, but its scenario "s" is in state "Started" and not in "on"."#,
            ])
        let modifier = #"{"name": "mod", "request": {"urlPathPattern": "/.*"}, "response": {"modify": {"status": 503}}}"#
        let modified = try EngineHarness(modifier, trick, real).engine.session.missReport(for: Request(target: "/m?lat=37.25"))
        #expect(modified.candidates.map(\.mapping.name) == ["real", "trick", "mod"])
        #expect(Array(modified.hints.prefix(2)) == report.hints)
    }

    /// A stub for other URLs, too, is not the one that is meant.
    @Test(arguments: [
        #""urlPath": "/n""#, #""urlPathPattern": "/.*", "headers": {"Authorization": {"absent": true}}"#,
        #""urlPathTemplate": "/{id}", "headers": {"Authorization": {"absent": true}}"#, #""headers": {"Authorization": {"absent": true}}"#,
    ])
    func theScenarioIsToldBeforeWhatDiffersFromACatchAll(other: String) throws {
        let cart = #"{"name": "cart", "request": {"urlPath": "/cart"}, "scenarioName": "s", "requiredScenarioState": "paid"}"#
        let engine = try EngineHarness(cart, #"{"name": "other", "request": {\#(other)}, "response": {"status": 401}}"#)
        let report = engine.engine.session.missReport(for: Request(target: "/cart", headers: [("Authorization", "Bearer a")]))
        #expect(report.candidates.first?.mapping.name == "cart")
        #expect(report.hints.first == #"the stub "cart" matches, but its scenario "s" is in state "Started" and not in "paid"."#)
    }

    @Test func aBodyIsJudgedOnlyWhereTheRestMatches() throws {
        let stub = #"{"name":"n","request":{"method":"POST","urlPath":"/a","bodyPatterns":[{"matchesJsonPath":"$.name"}]}}"#
        func hints(_ request: Request) throws -> [String] { try missReport(request, stub).hints }
        let body = Array("{".utf8)
        #expect(
            try hints(Request(method: "POST", target: "/a", body: body)) == [
                #"the request's body is not JSON, as the stub "n" wants: the object that begins at line 1, column 1 is not closed at the end of the text "#
                    + "(line 1, column 2)."
            ])
        let form: HeaderFields = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(
            try hints(Request(method: "POST", target: "/a", headers: form, body: Array("a=1".utf8)))
                == [#"the request's body is a form, and the stub "n" wants JSON. "formParameters" compare a form."#])
        #expect(try hints(Request(method: "POST", target: "/b", body: body)) == [])
        #expect(try hints(Request(method: "PUT", target: "/a", body: body)) == [])
        #expect(try hints(Request(method: "POST", target: "/a")) == [])
        let parts: HeaderFields = [("Content-Type", "multipart/form-data; boundary=x")]
        #expect(try hints(Request(method: "POST", target: "/a", headers: parts, body: Array("--x--".utf8))) == [])
    }

    @Test(arguments: [
        (#""url":"/a""#, "/a?x=1", #""url": "/a""#, #"Use "urlPath"."#),
        (#""url":"/a?x=2""#, "/a?x=1", #""url": "/a?x=2""#, #"Use "urlPath" and "queryParameters"."#),
        (#""url":"/한""#, "/%ED%95%9C?x=1", #""url": "/한""#, #"Use "urlPath"."#),
        (#""urlPattern":"/a/[a-z]+""#, "/a/bc?x=1", #""urlPattern": "/a/[a-z]+""#, #"Use "urlPathPattern"."#),
    ])
    func anotherQueryIsNamed(pattern: String, target: String, shown: String, advice: String) throws {
        let report = try missReport(Request(target: target), #"{"name":"n","request":{\#(pattern)}}"#)
        #expect(
            report.hints == [
                #"only the query differs: the stub "n" has \#(shown), which covers path and query; the request was for "\#(target)". \#(advice)"#
            ])
        #expect(try missReport(Request(target: "/other?x=1"), #"{"name":"n","request":{\#(pattern)}}"#).hints == [])
    }

    @Test func aModifierWithNothingBehindItSaysSo() throws {
        let modifier = #"{"name":"m","request":{"urlPath":"/f"},"response":{"modify":{"status":503}}}"#
        let said = #"the stub "m" matches, but it only modifies a response ("modify"), and nothing else responds to this request. "#
        #expect(try missReport(Request(target: "/f"), modifier).hints == [said + "Add a stub, or __files/f.json."])
        #expect(try missReport(Request(method: "POST", target: "/f"), modifier).hints == [said + "Add a stub."])
        #expect(try missReport(Request(target: "/g"), modifier).hints == [])
    }

    @Test func whatAPatternStoppedAtIsAHint() throws {
        var report = try missReport(Request(target: "/f"), #"{"request":{"url":"/f/"}}"#)
        report.note(["stopped"])
        #expect(report.hints.first == "stopped" && report.hints.count == 2)
        #expect(report.text().contains("Perhaps:\n- stopped\n- only the slash"))
    }

    @Test func whatStoodAsideSaysWhy() throws {
        #expect(
            try missReport(Request(target: "/f"), #"{"name":"n","request":{"url":"/f"},"probability":0.5}"#).hints
                == ["the stub \"n\" matches, but it was skipped by chance (\"probability\": 0.5)."])
        #expect(
            try missReport(Request(target: "/f"), #"{"name":"n","request":{"url":"/f"},"responses":[{}],"repeat":"once"}"#).hints
                == ["the stub \"n\" matches, but all its responses have been used (\"repeat\": \"once\")."])
    }
}
