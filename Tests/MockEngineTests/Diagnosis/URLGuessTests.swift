import Budget
import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// What a miss says about the stub that was meant.
struct URLGuessTests {
    private func hints(_ request: Request, _ requests: String...) throws -> [String] {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for request in requests { try engine.add(#"{"name": "n", "request": \#(request)}"#) }
        return engine.session.missReport(for: request).hints
    }

    @Test(arguments: [
        ("/api/user", #"{"urlPath": "/api/users"}"#, "/api/users"), ("/api/usres", #"{"urlPath": "/api/users"}"#, "/api/users"),
        ("/joke/random", #"{"url": "/jokes/random?n=1"}"#, "/jokes/random"), ("/users", #"{"urlPath": "/api/users"}"#, "/api/users"),
        ("/v1/api/users?page=0", #"{"urlPath": "/api/users"}"#, "/api/users"), ("/api/users.json", #"{"url": "/api/users"}"#, "/api/users"),
        ("/api/item/5", #"{"urlPathTemplate": "/api/items/{id}"}"#, "/api/items/5"),
        ("/items/5", #"{"urlPathTemplate": "/api/items/{id}"}"#, "/api/items/5"),
    ])
    func aPathWithASlipNamesItsStub(target: String, pattern: String, meant: String) throws {
        #expect(try hints(Request(target: target), pattern) == [#"did you mean "\#(meant)"? The stub "n" has that URL."#])
    }

    @Test(arguments: [
        ("/b", #"{"urlPath": "/a"}"#), ("/api/posts", #"{"urlPath": "/api/users"}"#), ("/pose-2", #"{"urlPath": "/pose-1"}"#),
        ("/api/users/5", #"{"urlPath": "/api/users"}"#), ("/5", #"{"urlPathTemplate": "/items/{id}"}"#),
        ("/x/5", #"{"urlPathTemplate": "/{kind}/{id}/{part}"}"#), ("/a/b/c/users", #"{"urlPath": "/users"}"#),
        ("/api/user", #"{"method": "POST", "urlPath": "/api/users"}"#), ("/api/user", #"{"urlPathPattern": "/api/users"}"#),
    ])
    func anotherPathDoesNot(target: String, pattern: String) throws {
        #expect(try hints(Request(target: target), pattern) == [])
    }

    @Test func aStubThatRespondsNowComesBeforeOneThatDoesNot() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        try engine.add(#"{"name": "own", "request": {"urlPath": "/api/users"}}"#)
        let trick = #"{"name": "trick", "request": {"urlPath": "/api/users"}, "scenarioName": "s", "requiredScenarioState": "on"}"#
        try engine.add(trick)
        #expect(
            engine.session.missReport(for: Request(target: "/api/user")).hints
                == [#"did you mean "/api/users"? The stub "own" has that URL."#])
    }

    @Test func withoutABudgetNothingIsGuessed() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        let stub = try EngineHarness.compile(#"{"request": {"urlPath": "/api/users"}}"#, in: engine)
        let request = Request(target: "/api/user")
        let spent = WorkBudget(.init(steps: 1))
        #expect(URLGuess.sentence(about: request, among: [stub], within: spent) { _ in false } == nil)
        #expect(PatternSlip.sentence(about: request, among: [stub], within: spent) == nil)
    }

    @Test(arguments: [
        (#""urlPath": "/users/[0-9]+""#, #""urlPath": "/users/[0-9]+", which stands for itself; as "urlPathPattern" it would match."#),
        (#""url": "/users/.*""#, #""url": "/users/.*", which stands for itself; as "urlPattern" it would match."#),
        (
            #""urlPathTemplate": "/users/\\d+""#,
            #""urlPathTemplate": "/users/\d+", which stands for itself; as "urlPathPattern" it would match."#
        ),
        (
            #""urlPathPattern": "/^/users/[0-9]+$/""#,
            #""urlPathPattern": "/^/users/[0-9]+$/": the slashes around it are part of the pattern; without them it would match."#
        ),
        (
            #""urlPathPattern": "/users/\\\\d+""#,
            #""urlPathPattern": "/users/\\d+": its backslashes are doubled; "/users/\d+" would match."#
        ),
    ])
    func aPatternInAnotherFieldIsNamed(pattern: String, told: String) throws {
        #expect(try hints(Request(target: "/users/5"), "{\(pattern)}") == [#"the stub "n" has "# + told])
        #expect(try hints(Request(target: "/other/a"), "{\(pattern)}") == [])
    }

    @Test func aPatternWithAQueryIsNamed() throws {
        #expect(
            try hints(Request(target: "/users/5?page=1"), #"{"urlPathPattern": "/users/.*\\?page=.*"}"#)
                == [#"the stub "n" has "urlPathPattern": "/users/.*\?page=.*", and a path has no query; as "urlPattern" it would match."#])
    }

    @Test func stubsOfTheOtherListenerAreNotTheClosest() throws {
        let s3 = #"{"s3": {"operation": "GetObject", "bucket": "poses", "key": "slow.jpg"}}"#
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        try engine.add(#"{"request": {"urlPath": "/api/users"}}"#)
        try engine.add(#"{"request": \#(s3)}"#)
        let report = engine.session.missReport(for: Request(target: "/robots.txt"))
        #expect(report.candidates.map { $0.mapping.request.url?.text } == ["/api/users"] && report.closest == nil && report.hints == [])
        let alone = MockEngine(EngineEnvironment(), .manual(seed: 0))
        alone.session.add(try EngineHarness.compile(#"{"request": \#(s3)}"#, in: alone))
        let text = alone.session.missReport(for: Request(target: "/robots.txt")).text()
        #expect(text.contains("Nothing answers GET /robots.txt: there is no stub mapping for this listener, and no file "))
    }

    @Test func oneStubOfAnotherMethodIsNamed() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        try engine.add(#"{"name": "own", "request": {"method": "GET", "urlPath": "/feed"}}"#)
        for state in ["a", "b", "c"] {
            let trick =
                #"{"name": "\#(state)", "request": {"method": "GET", "urlPath": "/feed"}, "scenarioName": "s", "requiredScenarioState": "\#(state)"}"#
            try engine.add(trick)
        }
        let request = Request(method: "POST", target: "/feed")
        #expect(
            engine.session.missReport(for: request).hints
                == [#"only the method differs: the stub "own" answers GET, the request was POST."#])
        engine.session.remove(engine.session.stubs.filter { $0.mapping.name == "own" }.map(\.id))
        #expect(
            engine.session.missReport(for: request).hints == [
                #"only the method and the scenario differ: the stub "c" answers GET, the request was POST; and its scenario "s" is in state "Started" and not in "c"."#
            ])
    }
}

/// What a miss says about what came in place of what a stub wants.
struct ShortfallTests {
    private func closest(_ request: Request, _ pattern: String) throws -> String? {
        try missReport(request, #"{"name": "n", "request": \#(pattern)}"#).closest
    }

    @Test(arguments: [
        ("/a?pageNumber=0", #"query parameter "page" (wants "1", has none, but "pageNumber")"#),
        ("/a?Page=1", #"query parameter "page" (wants "1", has none, but "Page")"#),
        ("/a?page=0&page=2", #"query parameter "page" (wants "1")"#), ("/a?page=0", #"query parameter "page" (wants "1", has "0")"#),
    ])
    func aParameterIsToldWithWhatCame(target: String, told: String) throws {
        let pattern = #"{"urlPath": "/a", "queryParameters": {"page": {"equalTo": "1"}}}"#
        #expect(try closest(Request(target: target), pattern) == #"Closest is the stub "n"; not met: \#(told)."#)
    }

    @Test func aNameThatIsWrittenNearlySoIsAHint() throws {
        func hints(_ target: String, _ pattern: String) throws -> [String] {
            try missReport(Request(target: target), #"{"name": "n", "request": \#(pattern)}"#).hints
        }
        let page = #"{"urlPath": "/a", "queryParameters": {"page": {"equalTo": "1"}}}"#
        #expect(
            try hints("/a?pages=1", page) == [#"the request has "pages" in place of the query parameter "page", which the stub "n" wants."#]
        )
        #expect(try hints("/a?size=1", page) == [])
        #expect(try hints("/b?pages=1", page) == [])
        let both = #"{"urlPath": "/a", "queryParameters": {"page": {"equalTo": "1"}, "pages": {"equalTo": "9"}}}"#
        #expect(try hints("/a?pages=9", both) == [])
    }

    @Test func credentialsAndLongValuesAreNot() throws {
        let pattern = #"{"urlPath": "/a", "headers": {"Authorization": {"equalTo": "Bearer x"}, "X-A": {"contains": "b"}}}"#
        let long = String(repeating: "a", count: 100)
        let request = Request(target: "/a", headers: [("Authorization", "Bearer y"), ("X-A", long)])
        #expect(
            try closest(request, pattern)
                == #"Closest is the stub "n"; not met: header "Authorization", header "X-A" (wants "contains": "b")."#)
        #expect(
            try closest(Request(target: "/a", headers: [("X-A", "b")]), pattern)
                == #"Closest is the stub "n"; not met: header "Authorization" (has none)."#)
    }

    @Test func valuesOfTokensAreNot() throws {
        let pattern = #"{"urlPath": "/a", "queryParameters": {"token": {"equalTo": "Aa"}, "n": {"equalTo": "1"}}}"#
        for (target, said) in [("/a?token=b", #"query parameter "token""#), ("/a", #"query parameter "token" (has none)"#)] {
            let told = try #require(try closest(Request(target: target), pattern))
            #expect(told.contains(said) && told.contains(#"query parameter "n" (wants "1", has none)"#), "\(told)")
            #expect(!told.contains(#""Aa""#) && !told.contains(#""b""#), "\(told)")
        }
        let twin = try missReport(Request(target: "/a?token=aA&n=1"), #"{"name": "n", "request": \#(pattern)}"#).hints
        #expect(twin == [#"only upper and lower case differ: the stub "n" wants another value of the query parameter "token"."#])
    }

    @Test func aFormWithoutItsTypeIsTold() throws {
        let pattern = #"{"urlPath": "/a", "formParameters": {"x": {"equalTo": "1"}}}"#
        let request = Request(method: "POST", target: "/a", body: Array("x=1".utf8))
        let told = #"form field "x" (wants "1", the Content-Type is not that of a form)"#
        #expect(try closest(request, pattern) == #"Closest is the stub "n"; not met: \#(told)."#)
    }

    @Test(arguments: [
        (Request(target: "/health"), "the admin API is at /__admin: did you mean /__admin/health?"),
        (Request(target: "/__Admin/mappings"), "the admin API is at /__admin: did you mean /__admin/mappings?"),
        (Request(target: "/__admn/mappings"), "the admin API is at /__admin: did you mean /__admin/mappings?"),
        (Request(target: "/placeholder/640x480.png"), "placeholders are at /__placeholder: did you mean /__placeholder/640x480.png?"),
        (
            Request(target: "/ws", headers: [("Upgrade", "websocket")]),
            "the client asks for a WebSocket, which this server does not have: a stub answers the request as plain HTTP."
        ),
    ])
    func whatTheServerItselfHasIsNamed(request: Request, told: String) throws {
        #expect(try missReport(request, #"{"request": {"url": "/feed"}}"#).hints == [told])
    }
}
