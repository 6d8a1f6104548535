import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

func mapping(_ text: String) throws -> (mapping: StubMapping, matcher: RequestMatcher) {
    let document = try JSONDocument.parse(Array(text.utf8), name: "test")
    let report = ProblemReport(document)
    let mapping = try #require(StubMapping.decode(document.root, report), "\(report.problems)")
    let matcher = try #require(RequestMatcher(mapping.request, .builtIn, report), "\(report.problems)")
    return (mapping, matcher)
}

func missReport(_ request: Request, _ stubs: String..., state: String = "Started") throws -> MissReport {
    let candidates = try stubs.map { text in
        let (mapping, matcher) = try mapping(text)
        let scenario = mapping.scenario.flatMap { rule in
            rule.requiredState.map { MissReport.ScenarioComparison(name: rule.name, requiredState: $0, state: state) }
        }
        return MissReport.Candidate(mapping: mapping, result: matcher.examine(request, at: Timestamp(milliseconds: 0)), scenario: scenario)
    }
    return MissReport(request: request, candidates: candidates)
}

private func table(_ request: Request, _ stub: String, width: Int? = nil) throws -> String {
    let text = try missReport(request, stub).text(width: width)
    let end = try #require(text.ranges(of: "---\n").last).upperBound
    return String(text[..<end])
}

struct MissReportTests {
    @Test func aServerWithoutStubsSaysWhatToCreate() throws {
        let report = MissReport(request: Request(target: "/x"), candidates: [])
        #expect(
            report.text() == """
                No response could be served as there are no stub mappings in this WireMock instance.
                Nothing answers GET /x: there is no stub mapping yet, and no file of that path in __files.

                A file that would answer this request:
                  __files/x.json

                A mapping that would, for mappings/get-x.json or POST /__admin/mappings:
                {
                  "request" : {
                    "method" : "GET",
                    "url" : "/x"
                  },
                  "response" : {
                    "status" : 200,
                    "headers" : {
                      "Content-Type" : "application/json"
                    },
                    "jsonBody" : { }
                  }
                }

                """)
        #expect(report.response().status == 404)
    }

    @Test func linesAreWrapped() {
        #expect(DiffTable.wrapped("ab cd ef", 5) == ["ab cd", "ef"])
        #expect(DiffTable.wrapped("abcdef", 3) == ["abc", "def"])
        #expect(DiffTable.wrapped("abc", 3) == ["abc"])
        #expect(DiffTable.wrapped("\na\n\nbc\n", 3) == ["", "a", "", "bc"])
    }

    /// As WireMock does, which shows JSON of long lines so.
    @Test func aTextWithALongLineIsWrappedAsAWhole() {
        #expect(
            DiffTable.wrapped("\n{\n  \"a\": 1,\n  \"b\": \"one two\"\n}", 12) == ["{", "  \"a\":", "1,", "  \"b\":", "\"one two\"", "}"])
        #expect(DiffTable.wrapped("\n\nabcdef gh\n \nij", 6) == ["abcd", "ef gh", "ij"])
    }

    @Test func theTableIsWireMocks() throws {
        let stub = """
            {"name":"Feed page","request":{"method":"GET","urlPath":"/feed","queryParameters":{"page":{"equalTo":"1"}},
            "headers":{"Accept":{"contains":"json"},"X-A":{"absent":true}},"cookies":{"sid":{"equalTo":"abc"}},
            "bodyPatterns":[{"equalToJson":"{\\"a\\":1}"}]},"response":{"status":200}}
            """
        let request = Request(
            method: "POST", target: "/feed?page=2", headers: [("Host", "localhost"), ("Accept", "*/*"), ("Cookie", "sid=zzz; q=1")],
            body: Array(#"{"a":2}"#.utf8))
        #expect(
            try table(request, stub) == """

                                                               Request was not matched
                                                               =======================

                -----------------------------------------------------------------------------------------------------------------------
                | Closest stub                                             | Request                                                  |
                -----------------------------------------------------------------------------------------------------------------------
                                                                           |
                Feed page                                                  |
                                                                           |
                GET                                                        | POST                                                <<<<< HTTP method does not match
                [path] /feed                                               | /feed?page=2
                                                                           |
                Accept [contains] : json                                   | Accept: */*                                         <<<<< Header does not match
                X-A [absent] : (absent)                                    |
                                                                           |
                Query: page = 1                                            | page: 2                                             <<<<< Query does not match
                                                                           |
                Cookie: sid=abc                                            | zzz                                                 <<<<< Cookie does not match
                                                                           |
                [equalToJson]                                              |                                                     <<<<< Body does not match
                {                                                          | {
                  "a" : 1                                                  |   "a" : 2
                }                                                          | }
                                                                           |
                -----------------------------------------------------------------------------------------------------------------------

                """)
    }

    /// The rows of the table, with line ends trimmed.
    private func rows(_ request: Request, _ pattern: String) throws -> [String] {
        let text = try table(request, #"{"request": \#(pattern), "response": {}}"#)
        return text.split(separator: "\n").dropFirst(6).map { $0.trimmingPrefix { $0 == " " }.split(separator: " ").joined(separator: " ") }
    }

    @Test(arguments: [
        (
            #"{"matchesJsonPath":{"expression":"$.name","contains":"Tom"}}"#, #"{"name":"Rob"}"#,
            "$.name [contains] Tom | Rob <<<<< Body does not match"
        ),
        (
            #"{"matchesJsonPath":{"expression":"$.n[*]","equalTo":"c"}}"#, #"{"n":["a","b"]}"#,
            "$.n[*] [equalTo] c | a <<<<< Body does not match"
        ),
        (
            #"{"matchesJsonPath":{"expression":"$.name","equalTo":"c"}}"#, #"{"id":1}"#,
            #"$.name [equalTo] c | {"id":1} <<<<< Body does not match"#
        ),
        (#"{"matchesJsonPath":"$.name"}"#, #"{"id":1}"#, #"$.name | {"id":1} <<<<< Body does not match"#),
        (
            #"{"matchesXPath":{"expression":"//a/text()","equalTo":"2"}}"#, "<r><a>1</a></r>",
            "//a/text() [equalTo] 2 | 1 <<<<< Body does not match"
        ),
        (#"{"matchesJsonPath":"$.name"}"#, "", "$.name | <<<<< Body is not present"),
        (#"{"equalTo":"abc"}"#, "", "[equalTo] | <<<<< Body does not match"),
        (#"{"or":[{"equalTo":"a"},{"absent":true}]}"#, "b", "equalTo a OR absent (absent) | b"),
    ])
    func aPathShowsWhatItFound(_ pattern: String, _ body: String, _ row: String) throws {
        let request = Request(method: "POST", target: "/x", headers: [("Host", "a")], body: Array(body.utf8))
        let rows = try rows(request, #"{"url":"/x","bodyPatterns":[\#(pattern)]}"#)
        #expect(rows.contains(row), "\(rows)")
    }

    @Test func listsOfMatchersAreNamed() throws {
        let request = Request(target: "/x?q=1", headers: [("Host", "a"), ("B", "2")])
        let rows = try rows(
            request,
            #"{"urlPath":"/x","headers":{"B":{"hasExactly":[{"equalTo":"1"},{"equalTo":"3"}]}},"queryParameters":{"q":{"includes":[{"contains":"z"}]}}}"#
        )
        #expect(rows.contains("B exactly [equalTo 1 AND equalTo 3] | B: 2 <<<<< Header does not match"), "\(rows)")
        #expect(rows.contains("Query: q including [contains z] | q: 1 <<<<< Query does not match"), "\(rows)")
    }

    @Test func eachPartOfAMultipartBodyIsCompared() throws {
        let body =
            "--x\r\nContent-Disposition: form-data; name=one\r\nA: 1\r\n\r\nfirst\r\n--x\r\nContent-Disposition: form-data; name=two\r\n\r\nsecond\r\n--x--\r\n"
        let pattern = #"{"multipartPatterns":[{"name":"one","headers":{"A":{"equalTo":"2"}},"bodyPatterns":[{"equalTo":"second"}]}]}"#
        let request = Request(
            method: "POST", target: "/x", headers: [("Host", "a"), ("Content-Type", "multipart/form-data; boundary=x")],
            body: Array(body.utf8))
        let rows = try rows(request, pattern).filter { $0 != "|" }
        #expect(
            rows.dropFirst(2).dropLast() == [
                "[Multipart] | [one]", "A: 2 | A: 1 <<<<< Header does not match", "[equalTo] | <<<<< Body does not match",
                "second | first",
                "[/Multipart] | [/one]", "[Multipart] | [two]", "A: 2 | <<<<< Header is not present", "[/Multipart] | [/two]",
            ], "\(rows)")
        let field = try #require(
            try missReport(request, #"{"request": \#(pattern), "response": {}}"#).json["nearMisses"]?.array?.first?["fields"]?.array?.last)
        #expect(field["parts"]?.array?.count == 2)
        #expect(field["parts"]?.array?.first?["fields"]?.array?.first?["actual"] == "1")

        // The name is shown if something compares it.
        let disposition = #"{"Content-Disposition":{"contains":"name=three"}}"#
        let named = try self.rows(request, #"{"multipartPatterns":[{"name":"three","headers":\#(disposition)}]}"#)
        #expect(named.contains("[Multipart: three] | [one]"), "\(named)")

        let plain = try self.rows(Request(method: "POST", target: "/x", headers: [("Host", "a")], body: [65]), pattern)
        #expect(plain.contains("[Multipart request body] | <<<<< [Multipart request body] is not present"), "\(plain)")
    }

    @Test func aNarrowConsoleGetsANarrowTable() throws {
        let stub = #"{"request":{"method":"GET","headers":{"A":{"equalTo":"1"}}},"scenarioName":"s","requiredScenarioState":"two"}"#
        #expect(
            try table(Request(target: "/other", headers: [("Host", "h")]), stub, width: 69) == """

                                      Request was not matched
                                      =======================

                ---------------------------------------------------------------------
                | Closest stub                    | Request                         |
                ---------------------------------------------------------------------
                                                  |
                GET                               | GET
                (always)                          | /other
                                                  |
                A: 1                              |                            <<<<< Header is not present
                                                  |
                [Scenario 's' state: two]         | [Scenario 's' state: Started]<<<<< Scenario does not match
                                                  |
                ---------------------------------------------------------------------

                """)
    }

    @Test func longValuesAreWrappedAndNeverCut() throws {
        let body = "the quick brown fox jumps over the lazy dog and runs away from it very fast indeed"
        let text = try table(
            Request(method: "POST", target: "/" + String(repeating: "a", count: 130), body: Array(body.utf8)),
            #"{"request":{"urlPattern":"/feed?a=.*","bodyPatterns":[{"contains":"cat"}]}}"#)
        #expect(text.contains("| the quick brown fox jumps over the lazy dog and runs<<<<< Body does not match\n"))
        #expect(text.contains("| away from it very fast indeed\n"))
        #expect(text.filter { $0 == "a" }.count > 130)
        #expect(text.contains(#"<<<<< URL does not match. When using a regex, "?" should be "\\?""#))
    }

    @Test(arguments: [
        (#"{"request":{"url":"feed"}}"#, "URLs must start with a /"), (#"{"request":{"port":8000}}"#, "<<<<< Port does not match"),
        (#"{"request":{"host":{"equalTo":"x.com"}}}"#, "<<<<< Host does not match"),
        (#"{"request":{"scheme":"https"}}"#, "<<<<< Scheme does not match"),
        (#"{"request":{"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"1"}}}}"#, "Path parameter: id = 1 "),
        (#"{"request":{"urlPathPattern":"/b.*"}}"#, "[path regex] /b.* "),
        (#"{"request":{"urlPathTemplate":"/c/{id}"}}"#, "[path template] /c/{id} "),
        (#"{"request":{"formParameters":{"f":{"equalTo":"1"}}}}"#, "Form: f = 1 "),
        (#"{"request":{"cookies":{"a":{"matches":"b"}}}}"#, "Cookie: a [matches] b "),
        (#"{"request":{"basicAuth":{"username":"u","password":"p"}}}"#, "Authorization: Basic dTpw "),
    ])
    func everyPartHasItsRow(stub: String, row: String) throws {
        #expect(try table(Request(target: "/a/2", headers: [("Host", "localhost:8080")]), stub).contains(row))
    }

    @Test func jsonIsForWhoAcceptsIt() throws {
        let stub = #"{"name":"n","request":{"method":"GET","url":"/feed"}}"#
        let plain = try missReport(Request(target: "/fed"), stub).response()
        #expect(plain.headers.first("Content-Type") == "text/plain")
        let korean = try missReport(Request(target: "/fed"), #"{"name":"피드","request":{"method":"GET","url":"/feed"}}"#).response()
        #expect(korean.headers.first("Content-Type") == "text/plain;charset=UTF-8")
        let request = Request(target: "/fed", headers: [("Accept", "application/json")])
        let answer = try missReport(request, stub).response()
        #expect(answer.status == 404)
        #expect(answer.headers.first("Content-Type") == "application/json")
        guard case .bytes(let bytes) = answer.body else { throw CancellationError() }
        let json = try JSONValue.parse(bytes)
        #expect(json["message"] == "Request was not matched")
        #expect(json["nearMisses"]?[0]?["stubMapping"]?["name"] == "n")
        let fields = try #require(json["nearMisses"]?[0]?["fields"]?.array)
        #expect(fields.map { $0["field"] } == ["method", "url"])
        #expect(fields[1]["expected"] == "/feed")
        #expect(fields[1]["actual"] == "/fed")
        #expect(fields[1]["distance"]?.double == 0.2)
        #expect(fields[0]["matches"] == true)
        #expect(json["suggestion"]?["files"] == ["__files/fed.json"])
        let console = Request(target: "/fed", headers: [("Accept", "application/json"), ("X-WireMock-Console-Width", "80")])
        #expect(try missReport(console, stub).response().headers.first("Content-Type") == "text/plain")
        for both in ["application/json, text/plain, */*", "application/json, text/*;q=0.5", "application/json,*/*"] {
            let response = try missReport(Request(target: "/fed", headers: [("Accept", both)]), stub).response()
            #expect(response.headers.first("Content-Type") == "text/plain", "\(both)")
        }
    }

    @Test(arguments: [
        ("/Feed", "only upper and lower case differ: the stub \"n\" has \"/feed\", the request was for \"/Feed\"."),
        ("/other", "__files/other.json would answer"),
        ("/feed", #"Closest is the stub "n"; not met: header "X" (wants "matches": "a+", has none)."#),
    ])
    func theHeadSaysWhatWouldHelp(target: String, hint: String) throws {
        let stub = #"{"name":"n","request":{"url":"/feed","headers":{"X":{"matches":"a+"}}}}"#
        #expect(try missReport(Request(target: target), stub).response().headers.first("X-Understudy-Hint") == hint)
    }

    @Test func theSubEventTellsWhen() throws {
        let report = try missReport(Request(target: "/fed"), #"{"request":{"url":"/feed"}}"#)
        #expect(report.subEvent(at: .milliseconds(3)).json(.extended)["timeOffsetNanos"] == 3_000_000)
    }

    @Test func theHintInTheHeadIsOneShortLine() {
        #expect(MissReport.fieldText("a\r\nb\u{7F}한é") == "a  b %ED%95%9C%C3%A9")
        #expect(MissReport.fieldText(String(repeating: "x", count: 401)) == String(repeating: "x", count: 400) + "...")
    }
}

struct StubSuggestionTests {
    @Test func theMappingsBodyIsOfTheKindAskedFor() {
        #expect(StubSuggestion(for: Request(target: "/a.json")).mapping["response"]?["jsonBody"] == [:])
        #expect(StubSuggestion(for: Request(target: "/a")).mapping["response"]?["jsonBody"] == [:])
        #expect(StubSuggestion(for: Request(target: "/a.jpg")).mapping["response"] == ["status": 200, "body": ""])
    }

    @Test func aFileForAPlainGet() {
        #expect(StubSuggestion(for: Request(target: "/pose/all")).files == ["__files/pose/all.json"])
        #expect(StubSuggestion(for: Request(target: "/a/b.png?x=1")).files == ["__files/a/b.png"])
        #expect(StubSuggestion(for: Request(target: "/%ED%95%9C", headers: [("Accept", "text/html")])).files == ["__files/한.html"])
        #expect(StubSuggestion(for: Request(target: "/")).files == ["__files/index.json"])
        #expect(StubSuggestion(for: Request(target: "/", headers: [("Accept", "text/html")])).files == ["__files/index.html"])
        #expect(StubSuggestion(for: Request(target: "/a/../b")).files == [])
        #expect(StubSuggestion(for: Request(method: "POST", target: "/a")).files == [])
        #expect(StubSuggestion(for: Request(target: "/a/b/")).files == ["__files/a/b/index.json"])
        // A file without an extension would be sent as JSON, and `/a` does not find one of another.
        #expect(StubSuggestion(for: Request(target: "/a", headers: [("Accept", "image/jpeg")])).files == [])
    }

    @Test(arguments: ["//a/b.json", "/a//b.json", "/a/./b", "/a//", "/%FF", "/a%00b", "/" + String(repeating: "x", count: 300)])
    func aPathThatNoFileCanHave(target: String) {
        let report = MissReport(request: Request(target: target), candidates: [])
        #expect(report.file == nil)
        #expect(report.noFile == "No file can have the path \"\(report.request.path)\": a mapping can answer it.")
        #expect(report.text().contains("\n\(report.noFile ?? "")\n\nA mapping that would,"))
        #expect(MissReport(request: Request(method: "PUT", target: target), candidates: []).noFile == nil)
    }

    @Test(arguments: [
        Request(target: "/pose/all?page=1&page=2&q=a+b"), Request(target: "/pose/all"), Request(method: "DELETE", target: "/x/1"),
        Request(method: "POST", target: "/x", body: Array(#"{"a":[1,2]}"#.utf8)),
        Request(method: "PUT", target: "/x?", body: Array("text".utf8)),
        Request(target: "/한글/%20"),
    ])
    func theMappingMatchesTheRequest(request: Request) throws {
        let (_, matcher) = try mapping(StubSuggestion(for: request).mapping.text())
        #expect(matcher.matches(request, at: Timestamp(milliseconds: 0)))
    }

    @Test func bracketsInStringsAreNoNesting() throws {
        func pattern(_ body: String) -> JSONValue? {
            StubSuggestion(for: Request(method: "POST", target: "/x", body: Array(body.utf8))).mapping["request"]?["bodyPatterns"]
        }
        let brackets = String(repeating: "[", count: 100)
        #expect(pattern(#"{"a":"\#(brackets)"}"#) == [["equalToJson": ["a": .string(brackets)]]])
        #expect(pattern(brackets) == [["equalTo": .string(brackets)]])
        #expect(pattern(brackets + String(repeating: "]", count: 100)) == nil)
    }

    @Test func aMultipartBodyIsMatchedByItsParts() throws {
        let body =
            "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n"
            + "--x\r\nContent-Disposition: form-data; name=f; filename=\"f.txt\"\r\n\r\ntext\r\n--x--\r\n"
        let request = Request(
            method: "POST", target: "/x", headers: [("Content-Type", "multipart/form-data; boundary=x")], body: Array(body.utf8))
        let suggestion = StubSuggestion(for: request).mapping
        #expect(suggestion["request"]?["bodyPatterns"] == nil)
        #expect(
            suggestion["request"]?["multipartPatterns"]
                == [
                    [
                        "name": "a", "headers": ["Content-Disposition": ["contains": "name=\"a\""]],
                        "bodyPatterns": [["equalTo": "b"]],
                    ],
                    [
                        "name": "f", "headers": ["Content-Disposition": ["equalTo": "form-data; name=f; filename=\"f.txt\""]],
                        "fileName": "f.txt",
                    ],
                ])
        let matcher = try mapping(suggestion.text()).matcher
        #expect(matcher.matches(request, at: Timestamp(milliseconds: 0)))
        let other = Request(
            method: "POST", target: "/x", headers: [("Content-Type", "multipart/form-data; boundary=x")],
            body: Array(body.replacing("name=\"a\"", with: "name=\"c\"").utf8))
        #expect(!matcher.matches(other, at: Timestamp(milliseconds: 0)))
    }

    @Test func theMappingsFileIsNamedAfterTheRequest() {
        #expect(StubSuggestion(for: Request(target: "/pose/all?page=1")).mappingFile == "mappings/get-pose-all.json")
        #expect(StubSuggestion(for: Request(method: "POST", target: "/")).mappingFile == "mappings/post.json")
    }
}
