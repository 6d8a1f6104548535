import Compression
import Handlebars
import HTTPMessage
import JSONDocument
import JSONPath
import JSONSchema
import RegularExpression
import StubModel
import Testing
import XMLDocument

@testable import MockEngine

/// Each limit stops hostile input, with a sentence that names the limit.
@Suite struct LimitsTests {
    private func engine(_ change: (inout EngineEnvironment) -> Void) -> MockEngine {
        var environment = EngineEnvironment()
        change(&environment)
        return MockEngine(environment, .manual(seed: 7))
    }

    /// What the journal notes of a request that the stub did not match because of a limit.
    private func notes(_ limits: MatchingLimits, _ request: String, _ asked: Request) throws -> String {
        let engine = engine { $0.matchers.limits = limits }
        try engine.add(#"{"request": \#(request)}"#)
        guard case .plan(let plan) = engine.session.respond(to: asked), plan.response.status == 404 else { return "it matched" }
        let entries = engine.session.journal.snapshot().newestFirst
        return entries.flatMap(\.details.subEvents).map { "\($0)" }.joined(separator: "\n")
    }

    private static let backtracked = String(repeating: "a", count: 40) + "b"

    private func post(_ body: String, _ headers: HeaderFields = []) -> Request { post(Array(body.utf8), headers) }
    private func post(_ body: [UInt8], _ headers: HeaderFields = []) -> Request {
        Request(method: "POST", target: "/", headers: headers, body: body)
    }

    @Test func aPatternThatBacktracks() throws {
        let limits = MatchingLimits(patterns: .init(steps: 1_000))
        let notes = try notes(limits, #"{"bodyPatterns": [{"matches": "(a+)+"}]}"#, post(String(repeating: "a", count: 40) + "b"))
        #expect(notes.contains("stopped after 1000 steps (limits.patternSteps)"))
    }

    @Test(arguments: [
        // Each repetition leaves a backtracking point.
        (MatchLimits(memoryKiB: 64), "(?:a|b)*c", "at 64 KiB of memory (limits.patternMemory)"),
        (MatchLimits(memoryKiB: 64), "(?:(?:(?:a?b?)+)+)+c", "at 64 KiB of memory (limits.patternMemory)"),
        (MatchLimits(depth: 50), "(?:(a)|(b)|(?:ab)+)*c", "at 50 open backtracking points (limits.patternDepth)"),
        (MatchLimits(depth: 50), "(?:a(?=(b(?=(a?)))?)b)+c", "at 50 open backtracking points (limits.patternDepth)"),
    ])
    func aPatternThatGoesTooDeep(limits: MatchLimits, pattern: String, told: String) throws {
        let body = String(repeating: "ab", count: 50_000) + "cd"
        let condition: JSONValue = ["bodyPatterns": [["matches": .string(pattern)]]]
        let notes = try notes(MatchingLimits(patterns: limits), condition.text(), post(body))
        #expect(notes.contains(told), "\(notes)")
    }

    @Test(arguments: [
        (
            #"{"multipartPatterns": [{"headers": {"X-A": {"matches": "(a+)+"}}}]}"#,
            "--b\r\nContent-Disposition: form-data; name=a\r\nX-A: \(backtracked)\r\n\r\nc\r\n--b--\r\n"
        ),
        (#"{"bodyPatterns": [{"equalToJson": {"a": "${json-unit.regex}(a+)+"}}]}"#, #"{"a": "\#(backtracked)"}"#),
        (
            #"{"bodyPatterns": [{"equalToXml": "<a>${xmlunit.matchesRegex(^(a+)+$)}</a>", "enablePlaceholders": true}]}"#,
            "<a>\(backtracked)</a>"
        ),
        (
            #"{"bodyPatterns": [{"equalToXml": "<a b='${xmlunit.matchesRegex(^(a+)+$)}'/>", "enablePlaceholders": true}]}"#,
            "<a b='\(backtracked)'/>"
        ),
    ])
    func aPatternWithinAnotherLanguageThatBacktracks(request: String, body: String) throws {
        let limits = MatchingLimits(patterns: .init(steps: 1_000))
        let notes = try notes(limits, request, post(body, [("Content-Type", "multipart/form-data; boundary=b")]))
        #expect(notes.contains("stopped after 1000 steps (limits.patternSteps)"), "\(notes)")
    }

    @Test(arguments: [
        #"{"urlPattern": "/(a+)+"}"#, #"{"urlPathPattern": "/(a+)+"}"#, #"{"urlPathTemplate": "/**a**a**a**a**b/"}"#,
        #"{"urlPathTemplate": "/{x}", "pathParameters": {"x": {"matches": "(a+)+"}}}"#,
        #"{"url": "/", "host": {"matches": "(a+)+"}}"#,
        #"{"urlPath": "/", "headers": {"Host": {"matchesPathTemplate": "**a**a**a**a**b/"}}}"#,
    ])
    func aURLOrHostThatBacktracks(request: String) throws {
        let engine = engine { $0.matchers.limits = MatchingLimits(patterns: .init(steps: 1_000)) }
        try engine.add(#"{"request": \#(request)}"#)
        let text = String(repeating: "a", count: 60) + (request.contains("**") ? "b/c" : "b")
        let asked = Request(target: request.contains(#""/""#) ? "/" : "/" + text, headers: [("Host", text)])
        guard case .plan(let plan) = engine.session.respond(to: asked), plan.response.status == 404 else {
            Issue.record("it matched")
            return
        }
        let event = try #require(engine.lastEntry)
        let told = event.details.subEvents.filter { "\($0)".contains("stopped after 1000 steps (limits.patternSteps)") }
        // The explanation of the miss says it, too.
        #expect(told.map { $0.json(.extended)["type"] } == ["WARNING", "REQUEST_NOT_MATCHED"], "\(event.details.subEvents)")
    }

    @Test func tooManyPartsAreNoneInTemplates() throws {
        let engine = engine { $0.matchers.limits = MatchingLimits(multipartParts: 2) }
        engine.session.add(
            try EngineHarness.compile(
                #"{"response": {"body": "{{request.parts.b.body}}", "transformers": ["response-template"]}}"#, in: engine))
        func answer(_ names: String) -> String? {
            let body = names.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($0)\r\n" }.joined() + "--x--\r\n"
            guard case .plan(let plan) = engine.session.respond(to: post(body, [("Content-Type", "multipart/form-data; boundary=x")])),
                case .bytes(let bytes) = plan.response.body
            else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(answer("ab") == "b")
        #expect(answer("abc") != "b")
    }

    @Test func aBombInGzipIsShownAsItCame() throws {
        let engine = engine {
            $0.matchers.limits = MatchingLimits(decodedBodyBytes: 10_000)
        }
        engine.session.add(
            try EngineHarness.compile(
                #"{"response": {"body": "{{size request.body}}", "transformers": ["response-template"]}}"#, in: engine))
        let bomb = try #require(Gzip.compress([UInt8](repeating: 97, count: 100_000)))
        guard case .plan(let plan) = engine.session.respond(to: post(bomb, [("Content-Encoding", "gzip")])),
            case .bytes(let bytes) = plan.response.body
        else {
            Issue.record("no answer")
            return
        }
        #expect(Int(String(decoding: bytes, as: UTF8.self)).map { $0 < 1_000 } == true)
        let event = try #require(engine.lastEntry)
        #expect(event.json["request"]?["bodyAsBase64"] == .string(Base64.encode(bomb)))
    }

    @Test func aGzippedBodyIsShownDecodedAsFarAsBodiesAreKept() throws {
        let engine = engine { $0.journal.maximumBodyBytes = 1_000 }
        for length in [1_000, 1_001] {
            let body = [UInt8](repeating: 97, count: length)
            let sent = try #require(Gzip.compress(body))
            _ = engine.session.respond(to: post(sent, [("Content-Encoding", "gzip")]))
            let event = try #require(engine.lastEntry)
            #expect(event.json["request"]?["bodyAsBase64"] == .string(Base64.encode(length == 1_000 ? body : sent)))
        }
    }

    @Test func aPathThatVisitsTooMuch() throws {
        let body = "[" + Array(repeating: "[1,2,3]", count: 100).joined(separator: ",") + "]"
        let notes = try notes(
            MatchingLimits(jsonPath: .init(steps: 50)), #"{"bodyPatterns": [{"matchesJsonPath": "$..[?(@.x == 1)]"}]}"#, post(body))
        #expect(notes.contains("stopped after 50 steps (limits.jsonPathSteps)"))
    }

    @Test func aPathThatIsTooDeep() throws {
        let engine = engine { $0.matchers.limits = MatchingLimits(jsonPath: .init(depth: 3)) }
        let error = #expect(throws: EngineHarness.Problems.self) {
            try EngineHarness.compile(
                ##"{"request": {"bodyPatterns": [{"matchesJsonPath": "$[?(((((@.a)))))]"}]}}"##, in: engine)
        }
        #expect(error?.description.contains("nested deeper than 3 levels, which limits.jsonPathDepth allows") == true)
    }

    @Test func aSchemaThatDoublesItsWork() throws {
        let schema =
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}, "minItems": 9}, {"items": {"$ref": "#/$defs/a"}}]}}}"##
        let body = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        let notes = try notes(
            MatchingLimits(jsonSchema: .init(steps: 100)), #"{"bodyPatterns": [{"matchesJsonSchema": \#(schema)}]}"#, post(body))
        #expect(notes.contains("stopped at 100 (limits.jsonSchemaSteps)"))
    }

    @Test func jsonThatIsTooDeep() throws {
        let body = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        let notes = try notes(MatchingLimits(jsonDepth: 20), #"{"bodyPatterns": [{"equalToJson": "[]"}]}"#, post(body))
        #expect(notes.contains("nested deeper than 20 levels, which limits.jsonDepth allows"))
    }

    @Test func xmlThatIsTooLong() throws {
        let notes = try notes(MatchingLimits(xmlBytes: 8), #"{"bodyPatterns": [{"equalToXml": "<a/>"}]}"#, post("<a>bcde</a>"))
        #expect(notes.contains("more than limits.xmlBytes (8) allows"))
    }

    @Test func anXPathThatVisitsTooMuch() throws {
        let body = "<a>" + String(repeating: "<b/>", count: 1_000) + "</a>"
        let notes = try notes(
            MatchingLimits(xpathSteps: 100), #"{"bodyPatterns": [{"matchesXPath": "//*[count(//*) = 1]"}]}"#, post(body))
        #expect(notes.contains("limits.xpathSteps"))
    }

    @Test func aBombInGzip() throws {
        let bomb = try #require(Gzip.compress([UInt8](repeating: 0, count: 100_000)))
        let notes = try notes(
            MatchingLimits(decodedBodyBytes: 10_000), #"{"bodyPatterns": [{"contains": "a"}]}"#, post(bomb, [("Content-Encoding", "gzip")]))
        #expect(notes.contains("more than 10000 bytes, which limits.decodedBodyBytes allows"))
    }

    @Test func tooManyParts() throws {
        let body = String(repeating: "--x\r\n\r\na\r\n", count: 6) + "--x--\r\n"
        let notes = try notes(
            MatchingLimits(multipartParts: 5), #"{"multipartPatterns": [{"bodyPatterns": [{"contains": "a"}]}]}"#,
            post(body, [("Content-Type", "multipart/form-data; boundary=x")]))
        #expect(notes.contains("it has more than 5 parts, which limits.multipartParts allows"))
    }

    @Test(arguments: [
        ("{{#each (range 1 1000)}}{{this}}{{/each}}", "more than 500 steps (limits.templateSteps)"),
        ("{{#each (range 1 90)}}0123456789{{/each}}", "more than 800 bytes (limits.templateOutputBytes)"),
        ("{{jsonPath request.body '$..a..b..c..*'}}", "stopped after 300 steps (limits.jsonPathSteps)"),
        ("{{matches 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' '(a+)+'}}", "stopped after 700 steps (limits.patternSteps)"),
        ("{{xPath '<a>bcdefghijklmnopqrstuvwxyz</a>' '/a'}}", "more than limits.xmlBytes (20) allows"),
    ])
    func aTemplateThatTakesTooMuch(template: String, told: String) throws {
        let engine = engine {
            $0.rendering.limits.steps = 500
            $0.rendering.limits.outputBytes = 800
            $0.rendering.limits.jsonPath.steps = 300
            $0.rendering.limits.patterns.steps = 700
            $0.rendering.limits.xml.bytes = 20
        }
        let response: JSONValue = ["response": ["body": .string(template), "transformers": ["response-template"]]]
        try engine.add(response.text())
        let body = "[" + Array(repeating: #"{"a":{"b":{"c":[1,2,3]}}}"#, count: 100).joined(separator: ",") + "]"
        guard case .plan(let plan) = engine.session.respond(to: post(body)), case .bytes(let bytes) = plan.response.body else {
            Issue.record("no answer")
            return
        }
        #expect(plan.response.status == 500)
        #expect(String(decoding: bytes, as: UTF8.self).contains(told), "\(String(decoding: bytes, as: UTF8.self))")
    }

    @Test func aTemplateThatIsTooDeep() throws {
        let engine = engine { $0.rendering.limits.nesting = 3 }
        let template = String(repeating: "{{#if a}}", count: 5) + String(repeating: "{{/if}}", count: 5)
        let response: JSONValue = ["response": ["body": .string(template), "transformers": ["response-template"]]]
        try engine.add(response.text())
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/")) else { throw CancellationError() }
        #expect(plan.response.status == 500)
        #expect(Rendering.text(plan.response).contains("blocks are nested more than 3 deep, which limits.templateDepth allows"))
    }
}
