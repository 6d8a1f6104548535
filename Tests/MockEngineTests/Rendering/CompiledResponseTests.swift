import Handlebars
import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Makes responses from the JSON of a response definition.
enum Rendering {
    final class File: BodyFile {
        let content: [UInt8]
        let isCurrent: Bool
        private let shared = Mutex<Response?>(nil)
        init(_ text: String, isCurrent: Bool = false) {
            content = Array(text.utf8)
            self.isCurrent = isCurrent
        }
        init(bytes: [UInt8]) {
            content = bytes
            isCurrent = false
        }
        var size: Int { content.count }
        var mediaType: String { "text/plain" }
        var body: BodySource { .bytes(content) }
        func bytes() -> [UInt8] { content }

        func sharedResponse(variant: (any AnyObject & Sendable)?, _ make: () -> Response) -> Response {
            if let known = shared.withLock({ $0 }) { return known }
            let response = make()
            shared.withLock { $0 = response }
            return response
        }
    }

    final class Files: BodyFileProvider {
        let files = Mutex<[String: File]>([:])
        init(_ files: [String: File] = [:]) { self.files.withLock { $0 = files } }

        func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile {
            guard let file = files.withLock({ $0[name] }) else { throw BodyFileError("there is no file \"\(name)\"") }
            return file
        }
    }

    static func compile(
        _ json: String, files: Files = Files(), templating: RenderEnvironment.Templating = .all, steps: Int = 100_000
    ) throws -> (response: CompiledResponse, problems: [Problem]) {
        let (report, response) = try report(json, files: files, templating: templating, steps: steps)
        return (response, report.problems)
    }

    static func report(
        _ json: String, files: Files = Files(), templating: RenderEnvironment.Templating = .all, steps: Int = 100_000
    ) throws -> (report: ProblemReport, response: CompiledResponse) {
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        var environment = RenderEnvironment(bodyFiles: files)
        environment.templating = templating
        environment.limits.steps = steps
        let response = CompiledResponse(definition, identity: [("Matched-Stub-Id", "7")], environment: environment, report: report)
        return (report, response)
    }

    static func context(seed: UInt64 = 1, now: Int = 1_795_256_130_250) -> RenderContext {
        RenderContext(nowMilliseconds: now, draws: DrawLog(RandomSource(seed: seed)))
    }

    /// What the wire does to send the response to a request.
    static func plan(
        _ response: CompiledResponse, for request: Request, in context: RenderContext, latencyScale: Double = 1
    ) -> WirePlan {
        let behavior = ResponseBehavior(sources: [.init(response.definition, of: .derived(from: "stub"), 0)])
        return behavior.plan(
            sending: response.response(for: request, in: context), draws: context.draws, latencyScale: latencyScale,
            settings: EngineSettings(), counts: FaultCounts())
    }

    /// The body that a template renders for a request.
    static func body(
        _ template: String, _ request: Request = Request(target: "/"), context: RenderContext = context(), parameters: JSONObject = [:]
    ) throws -> String {
        let definition: JSONValue = ["body": .string(template), "transformerParameters": .object(parameters)]
        let (response, problems) = try compile(definition.text())
        if let problem = problems.first { throw problem }
        return text(response.response(for: request, in: context))
    }

    static func text(_ response: Response) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite struct CompiledResponseTests {
    private let request = Request(target: "/things/7?q=1", headers: [("Host", "example.com:8080")])

    @Test func whatNeverVariesIsPreparedOnce() throws {
        let (response, problems) = try Rendering.compile(
            #"{"status": 201, "headers": {"A": "1"}, "jsonBody": {"b": [1.0, "é"]}}"#, templating: .named)
        #expect(problems == [])
        let prepared = try #require(response.staticResponse)
        #expect(response.isImmediate)
        #expect(response.response(for: request, in: Rendering.context()) === prepared)
        #expect(prepared.status == 201)
        #expect(prepared.headers == [("A", "1"), ("Matched-Stub-Id", "7")])
        #expect(Rendering.text(prepared) == #"{"b":[1.0,"é"]}"#)
        #expect(prepared.framing == .length)
    }

    /// RFC 9110, section 5.5.
    @Test func controlCharactersBecomeBlanks() throws {
        let (response, _) = try Rendering.compile(
            #"{"headers": {"X-A": "{{request.query.a}}", "Set-Cookie": "{{request.query.b}}=1", "X-B": "a\u0001\r\nB: c\td"}}"#)
        let request = Request(target: "/?a=%01x%0D%0A%7Fy%09z&b=c%1Bd")
        let headers = response.response(for: request, in: Rendering.context()).headers
        #expect(headers.first("X-A") == " x   y\tz")
        #expect(headers.first("Set-Cookie") == "c d=1")
        #expect(headers.first("X-B") == "a   B: c\td")
    }

    @Test func aFixedFieldIsOneLine() throws {
        let (response, problems) = try Rendering.compile(#"{"headers": {"X": "a\r\nB: c\u0000\u007F"}}"#, templating: .named)
        #expect(problems == [])
        #expect(response.staticResponse?.headers.first("X") == "a  B: c  ")
    }

    @Test func templatesOnlyWhereTheyAreAskedFor() throws {
        let json = #"{"body": "{{request.path}}"}"#
        #expect(try Rendering.compile(json, templating: .named).response.staticResponse != nil)
        #expect(try Rendering.compile(json, templating: .none).response.staticResponse != nil)
        let asking = try Rendering.compile(#"{"body": "{{request.path}}", "transformers": ["response-template"]}"#, templating: .named)
        #expect(Rendering.text(asking.response.response(for: request, in: Rendering.context())) == "/things/7")
        #expect(try Rendering.compile(#"{"body": "no template"}"#).response.staticResponse != nil)
    }

    @Test func headersAndJSONBodiesAreTemplates() throws {
        let (response, _) = try Rendering.compile(
            #"{"headers": {"Location": "{{request.baseUrl}}/x", "B": "b"}, "jsonBody": {"q": "{{request.query.q}}", "n": 1}}"#)
        let answer = response.response(for: request, in: Rendering.context())
        #expect(answer.headers == [("Location", "http://example.com:8080/x"), ("B", "b"), ("Matched-Stub-Id", "7")])
        #expect(Rendering.text(answer) == #"{"q":"1","n":1}"#)
    }

    @Test func aTemplateThatDoesNotCompileIsReportedAtItsPlace() throws {
        let (report, _) = try Rendering.report(#"{"body": "a\n\u00e9 {{#if x}} b {{/unless}}"}"#)
        #expect(report.problems.isEmpty)
        #expect(report.lateProblems.map(\.message) == ["the template does not compile: {{/unless}} closes {{#if}}"])
        #expect(report.lateProblems.first?.position == TextPosition(line: 1, column: 33))
        #expect(report.lateProblems.first?.pointer == "/body")
        let unknown = try Rendering.report(#"{"headers": {"X": "{{nothing 1}}"}}"#).report.lateProblems
        #expect(unknown.map(\.message) == ["the template does not compile: could not find helper: 'nothing'"])
    }

    @Test(arguments: [
        (#"{"body": "{{uper 'a'}} {{#nope (uper 1)}} {{lowr 'a'}}{{/nope}}"}"#, ["uper", "lowr", "nope", "uper"], [1, 1, 1, 1]),
        ("{\"jsonBody\": {\n\"a\": \"{{uper 'a'}}\",\n\"b\": [\"{{lowr 1}}\",\n\"{{uper 2}}\"]}}", ["uper", "lowr", "uper"], [2, 3, 4]),
    ])
    func everyHelperThatDoesNotExistIsReported(_ json: String, _ names: [String], _ lines: [Int]) throws {
        let found = try Rendering.report(json).report.lateProblems
        #expect(found.map(\.message) == names.map { "the template does not compile: could not find helper: '\($0)'" })
        #expect(found.map { $0.position?.line } == lines)
    }

    @Test(arguments: [
        (#"{"body": "a {{nothing 1}} b"}"#, "[ERROR] 1:2: could not find helper: 'nothing'\n{{nothing 1}} b\n  ^\n"),
        (#"{"headers": {"X": "{{x}} {{nothing 1}}"}}"#, "[ERROR] 1:8: could not find helper: 'nothing'\n{{x}} {{nothing 1}}\n        ^\n"),
        (#"{"body": "a\n{{x}}\n{{nothing 1}}\n"}"#, "[ERROR] 2:2: could not find helper: 'nothing'\n{{nothing 1}}\n  ^\n"),
        (#"{"jsonBody": {"a": "{{#if x}}"}}"#, "[ERROR] 1:0: \"{{#if\" is never closed\n{{#if x}}\"}\n^\n"),
    ])
    func aTemplateThatDoesNotCompileIsA500ForEachRequest(_ json: String, _ text: String) throws {
        let answer = try Rendering.compile(json).response.response(for: request, in: Rendering.context())
        #expect(answer.status == 500)
        #expect(Rendering.text(answer) == text)
    }

    @Test func aTemplateThatFailsSaysWhereAndInTheJournalToo() throws {
        let harness = try EngineHarness(
            #"{"response": {"body": "é\n{{request.method}}\n ä {{math 1 '/' (math 0 '+' 0)}}", "transformers": ["response-template"]}}"#)
        guard case .plan(let plan) = harness.engine.session.respond(to: request) else {
            Issue.record("no answer")
            return
        }
        let sentence = "[ERROR] 2:5: java.lang.ArithmeticException: / by zero"
        #expect(plan.response.status == 500)
        #expect(Rendering.text(plan.response) == sentence)
        let event = try #require(harness.engine.lastEntry)
        #expect(event.details.subEvents == [.message(.error, sentence)])
    }

    @Test func bodyFilesAreReadAnewAndTheirNamesMayBeTemplates() throws {
        let files = Rendering.Files(["7.txt": Rendering.File("one {{request.method}}")])
        let (response, _) = try Rendering.compile(#"{"bodyFileName": "{{request.path.[1]}}.txt"}"#, files: files)
        #expect(Rendering.text(response.response(for: request, in: Rendering.context())) == "one GET")
        files.files.withLock { $0["7.txt"] = Rendering.File("two {{request.method}}") }
        #expect(Rendering.text(response.response(for: request, in: Rendering.context())) == "two GET")
        files.files.withLock { $0["7.txt"] = nil }
        let missing = response.response(for: request, in: Rendering.context())
        #expect(missing.status == 500)
        #expect(Rendering.text(missing).contains("\"7.txt\""))
    }

    @Test func anUnchangedFileIsOneSharedResponse() throws {
        let files = Rendering.Files(["a.png": Rendering.File(bytes: [0x89, 0xFF, 0x7B, 0x7B, 0x7D, 0x7D])])
        let (response, _) = try Rendering.compile(#"{"bodyFileName": "a.png"}"#, files: files)
        let first = response.response(for: request, in: Rendering.context())
        #expect(first === response.response(for: request, in: Rendering.context()))
        guard case .bytes(let bytes) = first.body else { return #expect(Bool(false), "no bytes") }
        #expect(bytes == [0x89, 0xFF, 0x7B, 0x7B, 0x7D, 0x7D])
    }

    @Test(arguments: [true, false]) func aFileIsSentWithoutRenderingOnlyAsLongAsItIsNoTemplate(isTemplating: Bool) throws {
        let files = Rendering.Files(["a.txt": Rendering.File("plain")])
        let more = isTemplating ? "" : #", "transformerParameters": {"disableBodyFileTemplating": true}"#
        let (response, _) = try Rendering.compile(#"{"bodyFileName": "a.txt"\#(more)}"#, files: files)
        func sent() -> String { Rendering.text(response.fileResponse ?? response.response(for: request, in: Rendering.context())) }
        #expect(sent() == "plain")
        #expect(response.fileResponse != nil && response.fileResponse === response.fileResponse)
        files.files.withLock { $0["a.txt"] = Rendering.File("other") }
        #expect(sent() == "other")
        files.files.withLock { $0["a.txt"] = Rendering.File("{{request.method}}") }
        #expect(sent() == (isTemplating ? "GET" : "{{request.method}}"))
        #expect((response.fileResponse == nil) == isTemplating)
        files.files.withLock { $0["a.txt"] = nil }
        #expect(response.fileResponse == nil)
        #expect(response.response(for: request, in: Rendering.context()).status == 500)
    }

    @Test func aFileWithATemplateInItsHeadersIsRendered() throws {
        let files = Rendering.Files(["a.txt": Rendering.File("plain")])
        let (response, _) = try Rendering.compile(#"{"bodyFileName": "a.txt", "headers": {"X": "{{request.method}}"}}"#, files: files)
        #expect(response.fileResponse == nil)
        #expect(response.response(for: request, in: Rendering.context()).headers.first("X") == "GET")
    }

    /// The folder may have a name with an accent in two spellings, so it is looked up for each response. Another name is not.
    @Test(arguments: [("pose.txt", "old"), ("posé.txt", "new")])
    func aFileThatIsCurrentIsLookedUpAgainIfItsNameHasSeveralSpellings(name: String, sent: String) throws {
        let old = Rendering.File("old", isCurrent: true)
        let files = Rendering.Files([name: old])
        let (response, _) = try Rendering.compile(#"{"bodyFileName": "\#(name)"}"#, files: files, templating: .named)
        #expect(response.fileResponse.map(Rendering.text) == "old")
        files.files.withLock { $0[name] = Rendering.File("new", isCurrent: true) }
        #expect(response.fileResponse.map(Rendering.text) == sent)
        // The response does not keep it in memory.
        withExtendedLifetime(old) {}
    }

    @Test func bodyFileTemplatingCanBeSwitchedOff() throws {
        let files = Rendering.Files(["a.txt": Rendering.File("{{request.method}}")])
        let (response, _) = try Rendering.compile(
            #"{"bodyFileName": "a.txt", "transformerParameters": {"disableBodyFileTemplating": true}}"#, files: files)
        #expect(Rendering.text(response.response(for: request, in: Rendering.context())) == "{{request.method}}")
    }

    @Test func scriptedTimesAreScaled() throws {
        let json = #"{"fixedDelayMilliseconds": 800, "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 100}}"#
        let plan = Rendering.plan(
            try Rendering.compile(json).response, for: request, in: Rendering.context(), latencyScale: 0.5)
        #expect(plan.performance == Performance(initialDelay: .milliseconds(400), pace: .chunks(2, over: .milliseconds(50))))
    }

    @Test func delaysDribblesAndFaultsAreInThePlan() throws {
        let (response, _) = try Rendering.compile(
            """
            {"body": "0123456789", "fixedDelayMilliseconds": 20, "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 100},
             "fault": {"effect": "truncate"}}
            """)
        #expect(!response.isImmediate)
        let plan = Rendering.plan(response, for: request, in: Rendering.context())
        #expect(
            plan.performance
                == Performance(
                    initialDelay: .milliseconds(20), pace: .chunks(2, over: .milliseconds(100)),
                    fault: WireFault(.close, at: .bodyBytes(5))))
        #expect(plan.response.framing == .chunked)
    }

    @Test func wireMocksFaultsLetNoOtherFieldCount() throws {
        let (response, _) = try Rendering.compile(
            #"{"status": 404, "headers": {"A": "1"}, "body": "x", "fault": "MALFORMED_RESPONSE_CHUNK"}"#)
        let plan = Rendering.plan(response, for: request, in: Rendering.context())
        #expect(plan.response.status == 200)
        #expect(plan.response.framing == .chunked)
        #expect(plan.response.headers.isEmpty)
        #expect(plan.performance?.fault?.moment == .afterHeaders)
    }

    @Test func proxyTargetsAreTemplates() throws {
        let (response, _) = try Rendering.compile(
            #"{"proxyBaseUrl": "http://{{request.query.q}}.test", "additionalProxyRequestHeaders": {"X": "{{request.method}}"}, "proxyUrlPrefixToRemove": "/a"}"#
        )
        let target = try #require(try response.proxyTarget(for: request, in: Rendering.context()))
        #expect(target.baseURL == "http://1.test")
        #expect(target.additionalRequestHeaders == [("X", "GET")])
        #expect(response.staticResponse == nil)
    }

    @Test func limitsHaveNames() throws {
        let loop = String(repeating: "{{#each request.query.q}}", count: 30) + "x" + String(repeating: "{{/each}}", count: 30)
        let many = Request(target: "/?" + String(repeating: "q=1&", count: 20))
        let (response, problems) = try Rendering.compile(JSONValue.object(["body": .string(loop)]).text(), steps: 10_000)
        #expect(problems == [])
        let answer = response.response(for: many, in: Rendering.context())
        #expect(answer.status == 500)
        #expect(Rendering.text(answer).contains("limits.templateSteps"))
        let deep = String(repeating: "{{#if a}}", count: 100) + String(repeating: "{{/if}}", count: 100)
        #expect(
            try Rendering.report(JSONValue.object(["body": .string(deep)]).text()).report.lateProblems.first?.message.contains("nested")
                == true)
    }
}
