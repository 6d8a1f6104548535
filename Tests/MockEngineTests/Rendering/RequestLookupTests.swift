import Budget
import Compression
import Handlebars
import HTTPMessage
import JSONDocument
import TestSupport
import Testing

@testable import MockEngine

/// What a template reads of a request is charged once, and a name among thousands is found as fast as among a few.
@Suite struct RequestLookupTests {
    private static let limits: TemplateLimits = {
        var limits = TemplateLimits()
        limits.steps = 10_000_000
        return limits
    }()

    private static func rendered(_ template: String, _ request: Request, _ budget: WorkBudget = WorkBudget()) throws -> String {
        let context = Rendering.context()
        context.budget = budget
        let compiled = try CompiledTemplate.compile(template, limits: limits)
        return String(decoding: try compiled.render(TemplateModel(request, context, [:]).root, in: context), as: UTF8.self)
    }

    private static func spent(_ template: String, _ request: Request) throws -> Int {
        let budget = WorkBudget()
        _ = try rendered(template, request, budget)
        return budget.limits.steps - budget.stepsLeft
    }

    private static func post(_ body: String, _ type: String) -> Request {
        Request(method: "POST", target: "/", headers: [("Content-Type", type)], body: Array(body.utf8))
    }

    /// A request with so many names, `n0`, `n1`, …, in each place, and a path of so many segments.
    private static func request(names count: Int) -> Request {
        let names = (0..<count).map { "n\($0)" }
        let parts = names.map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n-\r\n" }.joined()
        let lines = names.map { "\($0): 1\r\n" }.joined()
        let body = "\(parts)--b\r\nContent-Disposition: form-data; name=\"p\"\r\n\(lines)\r\n-\r\n--b--"
        var headers: HeaderFields = [("Content-Type", "multipart/form-data; boundary=b")]
        headers.append(name: "Cookie", value: names.map { "\($0)=1" }.joined(separator: "; "))
        for name in names { headers.append(name: name, value: "1") }
        let target = "/" + names.joined(separator: "/") + "?" + names.joined(separator: "&")
        return Request(method: "POST", target: target, headers: headers, body: Array(body.utf8))
    }

    private static let lookups = [
        "request.query.zz", "request.cookies.zz", "request.headers.zz", "request.parts.zz", "request.parts.p.headers.zz",
    ]

    @Test(arguments: lookups)
    func anIndexIsMadeAndChargedOnce(path: String) throws {
        let request = Self.request(names: 1_000)
        let one = try Self.spent("{{\(path)}}", request)
        let two = try Self.spent("{{\(path)}}{{\(path)}}", request)
        #expect(one >= 40_000, "\(path): \(one)")
        #expect(two - one < 200, "\(path): \(two - one)")
    }

    /// Without an index, each of them takes minutes.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: lookups + ["request.parts.p.fileName", "request.parts.p.binary", "#if request.path", "#if (lookup request.query 'zz')"])
    func manyLookupsAmongManyNames(path: String) throws {
        let end = path.hasPrefix("#") ? "{{/if}}" : ""
        let template = "{{#each (range 1 100000)}}{{\(path)}}\(end){{/each}}"
        _ = try Self.rendered(template, Self.request(names: 9_000), WorkBudget(WorkBudget.Limits(steps: 1_000_000_000, bytes: 4 << 30)))
    }

    @Test(.timeLimit(.minutes(1)))
    func manyLookupsInAForm() throws {
        let form = (0..<20_000).map { "a\($0)=1" }.joined(separator: "&")
        let template = "{{formData request.body 'f'}}{{#each (range 1 100000)}}{{f.zz}}{{/each}}{{f.a7}}{{f.size}}"
        let request = Self.post(form, "application/x-www-form-urlencoded")
        #expect(try Self.rendered(template, request, WorkBudget(WorkBudget.Limits(steps: 1_000_000_000))) == "120000")
    }

    @Test(.timeLimit(.minutes(1)))
    func manyLookupsAmongAttributes() throws {
        let attributes = (0..<2_000).map { "a\($0)='\($0)'" }.joined(separator: " ")
        let template =
            "{{#each (xPath request.body '/r')}}{{#each (range 1 100000)}}{{../attributes.zz}}{{/each}}{{attributes.a0}} {{attributes.a1999}}{{/each}}"
        let budget = WorkBudget(WorkBudget.Limits(steps: 1_000_000_000))
        #expect(try Self.rendered(template, Self.post("<r \(attributes)/>", "text/xml"), budget) == "0 1999")
    }

    /// The same with few names and with many.
    @Test(arguments: [0, 100])
    func anIndexFindsTheSame(others: Int) throws {
        let names = (0..<others).map { "n\($0)" }
        var request = Request(
            target: "/?" + (["q=1", "Q=2", "q=3", "%C3%A9=4", "empty"] + names).joined(separator: "&"),
            headers: [
                ("X-A", "1"), ("Cookie", (["c=1", "C=2", "c=3"] + names.map { "\($0)=0" }).joined(separator: "; ")), ("x-a", "2"),
            ])
        for name in names { request.append(name: name.utf8, value: "".utf8) }
        #expect(
            try Self.rendered(
                "{{request.query.q}}{{request.query.q.[1]}}{{request.query.q.size}}|{{request.query.Q}}|{{request.query.[\u{E9}]}}|{{request.query.[e\u{301}]}}|{{request.query.empty.size}}|{{request.query.size}}|{{request.query.nope}}",
                request) == "132|2|4||1|\(4 + others)|")
        #expect(try Self.rendered("{{request.cookies.c}}{{request.cookies.c.[1]}}|{{request.cookies.C}}", request) == "13|2")
        #expect(
            try Self.rendered(
                "{{request.headers.x-A}}{{request.headers.X-a.[1]}}|{{request.headers.size}}|{{request.headers.empty}}", request)
                == "12|\(2 + others)|false")
    }

    @Test func theFirstPartOfANameIsFound() throws {
        let names = ["a", "A", "a"] + (0..<100).map { "n\($0)" }
        let parts = names.enumerated().map { "--b\r\nContent-Disposition: form-data; name=\"\($1)\"\r\n\r\n\($0)\r\n" }.joined()
        let request = Self.post(parts + "--b--", "multipart/form-data; boundary=b")
        #expect(
            try Self.rendered("{{request.parts.a.body}}|{{request.parts.A.body}}|{{request.parts.n99.body}}|{{request.parts.b}}", request)
                == "0|1|102|")
    }

    // MARK: Compressed bodies

    private static let bytes = 4 << 20

    private static func compressed() throws -> Request {
        let body = try #require(Gzip.compress([UInt8](repeating: 97, count: bytes)))
        return Request(method: "POST", target: "/", headers: [("Content-Encoding", "gzip")], body: body)
    }

    @Test(arguments: [
        "{{size request.body}}", "{{#if request.body}}{{/if}}", "{{size request.bodyAsBase64}}", "{{lookup request 'body'}}",
        "{{size request}}",
        "{{#each request}}{{/each}}", "{{#with request}}{{#each}}{{/each}}{{/with}}", "{{#each this}}{{/each}}", "{{size (array request)}}",
    ])
    func aTemplateDoesNotDecompressOnAWorker(template: String) throws {
        let budget = WorkBudget(pausingAfter: 1 << 20)
        #expect(throws: TemplateError.self) { try Self.rendered(template, try Self.compressed(), budget) }
        #expect(budget.isPaused)
    }

    @Test func decompressingIsCharged() throws {
        #expect(try Self.spent("{{#if request.body}}{{/if}}", try Self.compressed()) >= Self.bytes)
        let budget = WorkBudget(WorkBudget.Limits(steps: 1 << 20))
        let error = try #require(throws: TemplateError.self) { try Self.rendered("{{request.body.length}}", try Self.compressed(), budget) }
        #expect(error.exceededSetting == "limits.requestSteps")
    }

    @Test(arguments: [
        #"{"body": "{{size request.body}}"}"#, #"{"headers": {"X-A": "{{size request.body}}"}}"#,
        #"{"bodyFileName": "{{size request.body}}.txt"}"#,
    ])
    func aResponseThatReadsACompressedBodyIsMadeElsewhere(response: String) throws {
        let queue = LateWork()
        let engine = RequestBudgetTests.engine(WorkBudget.Limits(), queue)
        let mapping = #"{"request": {}, "response": {"transformers": ["response-template"], \#(response.dropFirst())}"#
        try engine.add(mapping)
        guard case .later = engine.session.respond(to: try Self.compressed()) else {
            Issue.record("it was done on the worker")
            return
        }
    }
}
