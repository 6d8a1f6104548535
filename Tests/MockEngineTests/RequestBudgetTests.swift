import Budget
import Compression
import HTTPMessage
import JSONDocument
import Synchronization
import StubModel
import TestSupport
import Testing
import WorkPool

@testable import MockEngine

/// Everything that is done for a request is charged to one budget. Each case is hostile and within every other limit.
@Suite struct RequestBudgetTests {
    static let budget = WorkBudget.Limits(steps: 3_000_000, bytes: 32 << 20)

    static func engine(_ limits: WorkBudget.Limits = budget, _ work: (any WorkQueue)? = nil) -> MockEngine {
        var environment = EngineEnvironment()
        environment.matchers.limits = MatchingLimits(request: limits)
        environment.work = work
        return MockEngine(environment, .manual(seed: 7))
    }

    static func post(_ body: String, _ headers: HeaderFields = [], to target: String = "/x") -> Request {
        Request(method: "POST", target: target, headers: headers, body: Array(body.utf8))
    }

    /// The same request on the S3 listener.
    private static func onS3(_ request: Request) -> Request {
        var request = request
        request.arrival.listener = .s3
        return request
    }

    static func answer(_ engine: MockEngine, _ request: Request) -> (status: Int, text: String) {
        guard case .plan(let plan) = engine.session.respond(to: request) else { return (0, "deferred") }
        return (plan.response.status, text(of: plan.response))
    }

    private static func text(of response: Response) -> String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    private static func entries(_ engine: MockEngine) -> [JournalEntry] { Array(engine.session.journal.snapshot().newestFirst) }

    static func notes(_ engine: MockEngine) -> String {
        entries(engine).flatMap(\.details.subEvents).map { "\($0)" }.joined(separator: "\n")
    }

    // MARK: Templates

    private static let array: String = "[" + Array(repeating: "1", count: 20_000).joined(separator: ",") + "]"
    private static let words = String(repeating: "word ", count: 10_000)

    private static let broken: String = String(repeating: "a", count: 12) + "c b"
    private static let letters: String = String(repeating: "a", count: 40_000) + " @"
    private static let markup: String = "<r>" + String(repeating: "<a>1</a>", count: 2_000) + "</r>"

    private static let templates: [(String, String)] = [
        // A path over the body for each of its elements.
        ("{{#each (jsonPath request.body '$')}}{{jsonPath request.body '$[*]'}}{{/each}}", array),
        ("{{#each (range 1 2000)}}{{jsonPath request.body '$..*'}}{{/each}}", array),
        // An empty loop inside another.
        ("{{#each (jsonPath request.body '$') as |a|}}{{#each (jsonPath request.body '$')}}{{/each}}{{/each}}", array),
        ("{{#each (range 1 1000)}}{{#each (range 1 1000)}}{{#each (range 1 1000)}}{{/each}}{{/each}}{{/each}}", ""),
        // Two texts in turn, so that the last parsed one is never the same.
        ("{{#each (range 1 1000)}}{{size (parseJson request.body)}}{{size (parseJson '[1]')}}{{/each}}", array),
        // Helpers that read a whole text each time.
        ("{{#each (range 1 2000)}}{{size (upper request.body)}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{size (stripTags request.body)}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{contains request.body 'zzz'}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{#eq request.body (trim request.body)}}{{/eq}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{size (urlEncode request.body)}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{size (base64 request.body)}}{{/each}}", words),
        ("{{#each (range 1 2000)}}{{#with (formData request.body)}}{{/with}}{{/each}}", words),
        // Helpers that print or compare a whole tree each time.
        ("{{#with (parseJson request.body) as |t|}}{{#each (range 1 2000)}}{{#if (toJson t)}}{{/if}}{{/each}}{{/with}}", array),
        ("{{#with (parseJson request.body) as |t|}}{{#each (range 1 2000)}}{{#eq t t}}{{/eq}}{{/each}}{{/with}}", array),
        ("{{#each (range 1 2000)}}{{size (jsonSort request.body '$[*]')}}{{/each}}", array),
        ("{{#each (range 1 2000)}}{{size (jsonArrayAdd request.body '1')}}{{/each}}", array),
        ("{{#each (range 1 2000)}}{{size (join (jsonPath request.body '$') ',')}}{{/each}}", array),
        // Patterns.
        ("{{#each (range 1 1000)}}{{matches request.body '(a+)+b'}}{{/each}}", broken),
        ("{{regexExtract request.body '\\w+@'}}", letters),
        // Texts that grow.
        ("{{#each (range 1 1000)}}{{size (ljust 'x' size=100000)}}{{/each}}", ""),
        ("{{#each (range 1 1000)}}{{size (randomValue length=100000)}}{{/each}}", ""),
        (
            "{{#*inline 'a'}}{{> b}}{{> b}}{{/inline}}{{#*inline 'b'}}{{#each (range 1 100000)}}{{/each}}{{/inline}}{{> a}}{{> a}}{{> a}}",
            ""
        ),
        ("{{#each (range 1 100000)}}{{now offset='1 days' format='yyyy-MM-dd'}}{{/each}}", ""),
        ("{{#each (range 1 2000)}}{{xPath request.body '//a'}}{{/each}}", markup),
        // A list that doubles.
        ("{{val (array 1) assign='v'}}{{#each (range 1 60)}}{{val (array v v) assign='v'}}{{/each}}", ""),
    ]

    @Test(arguments: templates)
    func aTemplate(template: String, body: String) throws {
        let engine = Self.engine()
        let mapping: JSONValue = ["request": [:], "response": ["body": .string(template), "transformers": ["response-template"]]]
        try engine.add(mapping.text())
        let (status, text) = Self.answer(engine, Self.post(body))
        #expect(status == 500, "\(template)")
        #expect(text.contains("limits.request"), "\(template): \(text.prefix(300))")
        #expect(Self.notes(engine).contains("limits.request"), "the journal says it")
    }

    @Test func aReplacementIsRefusedBeforeItIsMade() throws {
        let engine = Self.engine(WorkBudget.Limits())
        let template = "{{replace request.body '1' request.body}}"
        let mapping: JSONValue = ["request": [:], "response": ["body": .string(template), "transformers": ["response-template"]]]
        try engine.add(mapping.text())
        let (status, text) = Self.answer(engine, Self.post(String(repeating: "1", count: 50_000)))
        #expect(status == 500)
        #expect(text.contains("(limits.templateOutputBytes)"), "\(text.prefix(200))")
    }

    @Test func theBodyIsParsedOnce() throws {
        let engine = Self.engine(WorkBudget.Limits(steps: 3_000_000, bytes: Self.array.utf8.count * 12))
        let mapping: JSONValue = [
            "request": ["bodyPatterns": [["matchesJsonPath": "$[0]"]]],
            "response": [
                "body": "{{jsonPath request.body '$[0]'}}{{jsonPath request.body '$[1]'}}", "transformers": ["response-template"],
            ],
        ]
        try engine.add(mapping.text())
        let (status, text) = Self.answer(engine, Self.post(Self.array))
        #expect(status == 200 && text == "11", "\(text)")
    }

    // MARK: Matching

    private static let backtracking: String = String(repeating: "a", count: 200) + "cb"
    private static let objects: String = "[" + (0..<2_000).map { #"{"a":\#($0)}"# }.joined(separator: ",") + "]"

    private static let target: String = "/" + backtracking
    private static let query: String = "/?q=" + backtracking
    private static let quoted: String = "\"" + backtracking + "\""
    private static let members: String = "{" + (0..<2_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    private static let deepMarkup: String =
        String(repeating: "<a>", count: 200) + String(repeating: "x", count: 100_000) + String(repeating: "</a>", count: 200)
    private static let pairs: String = String(repeating: "ab ", count: 100_000)
    private static let elements: String = "<r>" + String(repeating: "<a/>", count: 2_000) + "</r>"
    private static let manyElements: String = "<r>" + String(repeating: "<a/>", count: 20_000) + "</r>"

    private static let patterns: [(String, String, String)] = [
        (#"{"bodyPatterns": [{"matches": "(a+)+b"}]}"#, backtracking, ""),
        (#"{"urlPattern": "/(a+)+b"}"#, "", target),
        (#"{"urlPathPattern": "/(a+)+b"}"#, "", target),
        (#"{"queryParameters": {"q": {"matches": "(a+)+b"}}}"#, "", query),
        (
            #"{"bodyPatterns": [{"equalToJson": [{"a": 1}, {"b": "${json-unit.ignore}"}], "ignoreArrayOrder": true, "ignoreExtraElements": true}]}"#,
            objects, ""
        ),
        (#"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.a =~ /(x+x+)+y/)]"}]}"#, objects, ""),
        (#"{"bodyPatterns": [{"matchesJsonPath": "$..[?(@.b)]"}]}"#, objects, ""),
        (
            #"{"bodyPatterns": [{"matchesJsonSchema": {"type": "array", "items": {"type": "object", "required": ["b", "a"], "properties": {"a": {"type": "integer"}}, "minProperties": 1}, "contains": {"required": ["b"]}}}]}"#,
            objects, ""
        ),
        (#"{"bodyPatterns": [{"matchesJsonSchema": {"pattern": "^(a+)+$"}}]}"#, quoted, ""),
        (#"{"bodyPatterns": [{"matchesJsonSchema": {"allOf": [{"uniqueItems": true}, {"type": "string"}]}}]}"#, objects, ""),
        (
            #"{"bodyPatterns": [{"matchesJsonSchema": {"allOf": [{"additionalProperties": {"maxLength": 9}}, {"type": "string"}]}}]}"#,
            members, ""
        ),
        (#"{"bodyPatterns": [{"contains": "zzz"}]}"#, pairs, ""),
        (#"{"bodyPatterns": [{"equalTo": "A", "caseInsensitive": true}]}"#, pairs, ""),
        (#"{"bodyPatterns": [{"matchesXPath": "//a[b='x' and count(//a) > 1]"}]}"#, elements, ""),
        (#"{"bodyPatterns": [{"equalToXml": "<r><a b='1'/></r>"}]}"#, manyElements, ""),
        (#"{"bodyPatterns": [{"equalToXml": "<r/>", "ignoreOrderOfSameNode": true}]}"#, deepMarkup, ""),
    ]

    @Test(arguments: patterns)
    func aHundredStubs(request: String, body: String, target: String) throws {
        let engine = Self.engine()
        for _ in 0..<100 { try engine.add(#"{"request": \#(request)}"#) }
        let (status, text) = Self.answer(engine, Self.post(body, to: target.isEmpty ? "/x" : target))
        #expect(status == 500, "\(request): \(text.prefix(200))")
        #expect(text.contains("(limits.requestSteps)") || text.contains("(limits.requestMemoryBytes)"), "\(text.prefix(200))")
        #expect(Self.notes(engine).contains("limits.request"))
        let limits = engine.environment.tally.exceededLimits
        #expect(limits.map(\.count) == [1] && text.contains("(\(limits[0].limit))"))
    }

    @Test func manyAttributes() throws {
        let engine = Self.engine()
        try engine.add(#"{"request": {"bodyPatterns": [{"equalToXml": "<a/>"}]}}"#)
        let body = "<a " + (0..<5_000).map { "a\($0)='1'" }.joined(separator: " ") + "/>"
        let (status, text) = Self.answer(engine, Self.post(body))
        #expect(status == 500 && text.contains("(limits.requestSteps)"), "\(text.prefix(200))")
    }

    /// libxml2 looks for each prefix among all declarations, and for each name among all names.
    @Test(arguments: ["equalToXml", "matchesXPath"])
    func manyNamespacesAndNames(matcher: String) throws {
        let engine = Self.engine()
        let pattern = matcher == "equalToXml" ? "<a/>" : "//zz"
        try engine.add(#"{"request": {"bodyPatterns": [{"\#(matcher)": "\#(pattern)"}]}}"#)
        let declarations = (0..<500).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
        let prefixes = "<r \(declarations)>" + String(repeating: "<a0:q/>", count: 15_000) + "</r>"
        let names = "<r>" + (0..<35_000).map { "<a\($0)/>" }.joined() + "</r>"
        for body in [prefixes, names] {
            let (status, text) = Self.answer(engine, Self.post(body))
            #expect(status == 500 && text.contains("(limits.requestSteps)"), "\(text.prefix(200))")
        }
    }

    @Test func aCompressedBody() throws {
        let engine = Self.engine()
        try engine.add(#"{"request": {"bodyPatterns": [{"contains": "b"}]}}"#)
        let body = try #require(Gzip.compress([UInt8](repeating: 97, count: 40 << 20)))
        let request = Request(method: "POST", target: "/", headers: [("Content-Encoding", "gzip")], body: body)
        let (status, text) = Self.answer(engine, request)
        #expect(status == 500 && text.contains("(limits.request"), "\(text.prefix(200))")
    }

    @Test func aCompressedBodyIsNotDecompressedOnAWorker() throws {
        let body = try #require(Gzip.compress([UInt8](repeating: 97, count: 4 << 20)))
        let request = Request(method: "POST", target: "/", headers: [("Content-Encoding", "gzip")], body: body)
        let budget = WorkBudget(pausingAfter: 1 << 20)
        #expect(RequestFacts(request, MatchContext(budget: budget)).body.isAbsent)
        #expect(budget.isPaused)
        budget.resume()
        #expect(RequestFacts(request, MatchContext(budget: budget)).body.bytes.count == 4 << 20)
    }

    @Test func manyParts() throws {
        let engine = Self.engine()
        let pattern = #"{"request": {"multipartPatterns": [{"bodyPatterns": [{"matches": "(a+)+b"}]}]}}"#
        try engine.add(pattern)
        let body =
            String(
                repeating: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\(String(repeating: "a", count: 40))c b\r\n", count: 200)
            + "--b--\r\n"
        let (status, text) = Self.answer(engine, Self.post(body, [("Content-Type", "multipart/form-data; boundary=b")]))
        #expect(status == 500 && text.contains("(limits.requestSteps)"), "\(text.prefix(200))")
    }

    /// A negation must not match because the budget is used up.
    @Test func aStubThatWasNotComparedDoesNotMatch() throws {
        let engine = Self.engine()
        try engine.add(#"{"request": {"bodyPatterns": [{"not": {"matches": "(a+)+b"}}]}}"#)
        let repeated = #"{"request": {"bodyPatterns": [{"doesNotMatch": "(a+)+b"}]}, "scenarioName": "s", "newScenarioState": "done"}"#
        try engine.add(repeated)
        #expect(Self.answer(engine, Self.post(Self.backtracking)).status == 500)
        #expect(engine.session.currentBoard.state(of: "s") == "Started", "its turn is not taken")
    }

    // MARK: S3

    /// S3's clients read a code, and repeat a request only for some of them.
    @Test func refusalsOnTheS3ListenerAreS3s() throws {
        let engine = Self.engine()
        let pattern = #"{"request": {"listener": "any", "bodyPatterns": [{"matches": "(a+)+b"}]}}"#
        try engine.add(pattern)
        let template: JSONValue = [
            "request": ["urlPath": "/t", "listener": "s3"],
            "response": ["body": "{{#each (range 1 900000)}}{{/each}}", "transformers": ["response-template"]],
        ]
        try engine.add(template.text())
        for (body, target) in [(Self.backtracking, "/x"), ("", "/t")] {
            let (status, text) = Self.answer(engine, Self.onS3(Self.post(body, to: target)))
            #expect(status == 500)
            #expect(text.contains("<Code>InternalError</Code>") && text.contains("limits.request"), "\(text.prefix(300))")
        }
    }

    @Test func aFullQueueOnTheS3ListenerIsSlowDown() throws {
        let engine = Self.engine(WorkBudget.Limits(), LateWork(isFull: true))
        let pattern = #"{"request": {"listener": "any", "bodyPatterns": [{"matches": "(a+)+b"}]}}"#
        try engine.add(pattern)
        guard case .plan(let plan) = engine.session.respond(to: Self.onS3(Self.post(Self.backtracking))) else {
            Issue.record("deferred")
            return
        }
        #expect(plan.response.status == 503)
        #expect(plan.response.headers.first("Retry-After") == "1")
        #expect(Self.text(of: plan.response).contains("<Code>SlowDown</Code>"))
    }

    // MARK: Misses

    @Test func theExplanationOfAMiss() throws {
        let engine = Self.engine()
        for index in 0..<200 {
            let url = "/" + String(repeating: "b\(index)", count: 200)
            try engine.add(#"{"request": {"url": "\#(url)"}}"#)
        }
        let (status, text) = Self.answer(engine, Request(target: "/" + String(repeating: "cd", count: 150)))
        #expect(status == 404)
        #expect(text.contains("The stubs were not compared with the request"), "\(text.prefix(300))")
        #expect(text.contains("(limits.requestSteps)"))
        #expect(engine.environment.tally.exceededLimits.map { "\($0)" } == [#"(limit: "limits.requestSteps", count: 1)"#])
    }

    // MARK: Threads

    private final class Given: Sendable {
        let plan = Mutex<WirePlan?>(nil)
    }

    private static func plan(of reply: Reply, _ queue: LateWork) -> WirePlan? {
        switch reply {
        case .plan(let plan): return plan
        case .later(let deferred):
            let given = Given()
            deferred.whenFulfilled { plan in
                given.plan.withLock { $0 = plan }
                return true
            }
            queue.run()
            return given.plan.withLock { $0 }
        }
    }

    @Test func matchingThatTakesLongContinuesElsewhere() throws {
        let queue = LateWork()
        let engine = Self.engine(WorkBudget.Limits(steps: 30_000_000), queue)
        let pattern = #"{"request": {"bodyPatterns": [{"matches": "(a+)+b"}]}, "probability": 0.5}"#
        try engine.add(pattern)
        try engine.add(#"{"priority": 9, "request": {}, "response": {"body": "other"}}"#)
        let body = String(repeating: "a", count: 18) + "cb"
        let reply = engine.session.respond(to: Self.post(body))
        guard case .later = reply else {
            Issue.record("it was done on the worker")
            return
        }
        let plan = try #require(Self.plan(of: reply, queue))
        #expect(plan.response.status == 200)
        #expect(Self.entries(engine).count == 1)
    }

    @Test func renderingThatTakesLongContinuesElsewhere() throws {
        let queue = LateWork()
        let engine = Self.engine(WorkBudget.Limits(steps: 30_000_000), queue)
        let template = "{{randomInt lower=1 upper=9}}{{#each (range 1 60000)}}{{#if this}}{{/if}}{{/each}}"
        let mapping: JSONValue = [
            "request": [:], "response": ["body": .string(template), "transformers": ["response-template"]],
            "scenarioName": "s", "newScenarioState": "done",
        ]
        try engine.add(mapping.text())
        let plan = try #require(Self.plan(of: engine.session.respond(to: Self.post("")), queue))
        #expect(plan.response.status == 200)
        let entries = Self.entries(engine)
        #expect(entries.count == 1)
        #expect(entries.first?.details.draws.count == 1, "the first attempt's draw is forgotten")
        #expect(!Self.notes(engine).contains("thread"))
    }

    @Test func aMissThatTakesLongToExplainContinuesElsewhere() throws {
        let queue = LateWork()
        let engine = Self.engine(WorkBudget.Limits(), queue)
        for index in 0..<200 {
            let url = "/" + String(repeating: "b\(index)", count: 200)
            try engine.add(#"{"request": {"url": "\#(url)"}}"#)
        }
        let plan = try #require(
            Self.plan(of: engine.session.respond(to: Request(target: "/" + String(repeating: "cd", count: 150))), queue))
        #expect(plan.response.status == 404)
        let text = Self.text(of: plan.response)
        #expect(!text.contains("were not compared"), "\(text.prefix(200))")
    }

    @Test func aFullQueueIsA503() throws {
        let engine = Self.engine(WorkBudget.Limits(), LateWork(isFull: true))
        try engine.add(#"{"request": {"bodyPatterns": [{"matches": "(a+)+b"}]}}"#)
        guard case .plan(let plan) = engine.session.respond(to: Self.post(Self.backtracking)) else {
            Issue.record("deferred")
            return
        }
        #expect(plan.response.status == 503)
        #expect(plan.response.headers.first("Retry-After") == "1")
    }
}
