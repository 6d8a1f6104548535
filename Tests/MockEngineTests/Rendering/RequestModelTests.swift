import HTTPMessage
import JSONDocument
import Testing

@testable import MockEngine

/// The expected texts are WireMock's, with escaping off.
@Suite struct RequestModelTests {
    private let request = Request(
        method: "POST", target: "/t/a%20b/c?q=%41+b&q=2&x=y&e",
        headers: [("Host", "example.com:8443"), ("X-Foo", "1"), ("x-foo", "2"), ("Cookie", "a=1; b=2; a=3"), ("Accept", "text/plain")],
        body: Array(#"{"a":1}"#.utf8), arrival: Arrival(listener: .https, scheme: "https", clientAddress: "10.0.0.9", localPort: 443))

    @Test(arguments: [
        ("{{request.url}}", "/t/a%20b/c?q=%41+b&q=2&x=y&e"),
        ("{{request.path}}|{{request.path.[1]}}|{{request.path.[9]}}", "/t/a b/c|a b|"),
        ("{{request.pathSegments}}|{{request.pathSegments.[0]}}|{{request.pathSegments.size}}", "/t/a b/c|t|3"),
        (
            "{{request.query}}|{{request.query.q}}|{{request.query.q.[1]}}|{{request.query.nope}}|{{request.query.q.size}}",
            "{q=A b, x=y, e=}|A b|2||2"
        ),
        (
            "{{request.method}} {{request.host}} {{request.port}} {{request.scheme}} {{request.baseUrl}}",
            "POST example.com 8443 https https://example.com:8443"
        ),
        ("{{request.clientIp}}", "10.0.0.9"),
        (
            "{{request.method.value}}|{{request.requestLine.method.name}}|{{eq request.method 'POST'}}|{{#with request}}{{method.value}}{{/with}}",
            "POST|POST|true|POST"
        ),
        ("{{request.headers.x-foo}}|{{request.headers.X-FOO.[1]}}|{{request.headers.[X-Foo]}}|{{request.headers.Nope}}", "1|2|1|"),
        ("{{#each request.headers}}{{@key}}={{this}};{{/each}}", "Accept=text/plain;Cookie=a=1; b=2; a=3;Host=example.com:8443;X-Foo=1;"),
        ("{{request.cookies}}|{{request.cookies.a}}|{{request.cookies.a.[1]}}|{{request.cookies.b}}", "{a=1, b=2}|1|3|2"),
        ("{{request.body}}|{{request.bodyAsBase64}}|{{request.body.length}}", #"{"a":1}|eyJhIjoxfQ==|7"#),
        (
            "{{request.requestLine.path}}|{{request.requestLine.query.x}}|{{request.requestLine.baseUrl}}",
            "/t/a b/c|y|https://example.com:8443"
        ),
        ("{{#each request.pathSegments}}{{@index}}{{@first}}{{@last}}{{@odd}}={{this}};{{/each}}", "0first=t;1odd=a b;2last=c;"),
        ("{{#each request.query as |v k|}}{{k}}={{v}};{{/each}}", "q=A b;x=y;e=;"),
        // As in Handlebars.java, a context's own member comes before the data variable with its name.
        ("{{#each request.query}}{{@index}}{{@first}};{{/each}}", "0A b;1y;2;"),
        (
            #"{{#each (parseJson '[{"index":"own"},{"a":1}]')}}{{@index}}{{@index_1}};{{/each}}{{@request.method}}"#,
            "own1;12;POST"
        ),
        (#"{{#each (parseJson '{"a":1,"b":2}')}}{{@key}}{{@first}}{{@odd}}{{@last}};{{/each}}"#, "afirst;blast;"),
        ("{{#with request}}{{#each pathSegments}}{{method}}{{/each}}{{/with}}", "POSTPOSTPOST"),
        (
            "{{#each this}}{{@key}};{{/each}}{{size this}}{{#if this}}T{{/if}}|{{jsonPath this '$.request.method'}}|{{jsonPath this '$.request.query.x'}}",
            "parameters;request;2T|POST|y"
        ),
        (
            "{{#each request}}{{@key}};{{/each}}|{{#with request}}{{jsonPath (toJson) '$.headers.Accept'}}{{/with}}",
            "url;path;pathSegments;query;method;host;port;scheme;baseUrl;clientIp;headers;cookies;body;bodyAsBase64;binary;multipart;parts;id;|text/plain"
        ),
        ("{{this}}", "{parameters={}, request=POST /t/a%20b/c?q=%41+b&q=2&x=y&e}"),
        ("{{request.multipart}}|{{request.binary}}|{{s3.baseUrl}}|{{nothing.at.all}}", "false|true||"),
    ])
    func properties(_ template: String, _ expected: String) throws {
        #expect(try Rendering.body(template, request) == expected)
    }

    /// RFC 9112, section 3.2.2.
    @Test func aTargetInAbsoluteFormNamesTheHost() throws {
        let absolute = Request(target: "http://abs.example:81/t/x?q=1", headers: [("Host", "other:82")])
        #expect(
            try Rendering.body("{{request.host}}|{{request.port}}|{{request.baseUrl}}|{{request.url}}|{{request.headers.Host}}", absolute)
                == "abs.example|81|http://abs.example:81|/t/x?q=1|other:82")
    }

    /// RFC 9112, section 3.3.
    @Test func aTargetInAbsoluteFormNamesTheScheme() throws {
        let absolute = Request(target: "https://abs.example/t", headers: [("Host", "other:82")])
        #expect(
            try Rendering.body("{{request.scheme}}|{{request.port}}|{{request.baseUrl}}", absolute) == "https|443|https://abs.example")
    }

    @Test func lookupGivesTheContextForWhatIsMissing() throws {
        #expect(
            try Rendering.body(#"{{lookup request.query "q"}}|{{lookup request.pathSegments 1}}|{{lookup request.query "zz"}}"#, request)
                == "A b|a b|{q=A b, x=y, e=}")
    }

    @Test func parametersPrintAsJavaPrintsThem() throws {
        let parameters: JSONObject = ["a": "x", "b": ["c": .number(JSONNumber(validated: "1.50")), "e": .null], "d": [1, "z", true]]
        #expect(
            try Rendering.body(
                "{{parameters.a}}|{{parameters.b}}|{{parameters.b.c}}|{{parameters.d}}|{{parameters.d.[1]}}", parameters: parameters)
                == "x|{c=1.50, e=null}|1.50|[1, z, true]|z")
    }

    @Test func theClientIsWhoTheProxySaysItIs() throws {
        let request = Request(
            target: "/", headers: [("X-Forwarded-For", "10.1.2.3, 10.9.9.9")], arrival: Arrival(listener: .http, clientAddress: "10.0.0.9"))
        #expect(try Rendering.body("{{request.clientIp}}", request) == "10.1.2.3, 10.9.9.9")
    }

    @Test func baseURLsComeFromTheServerWhereItKnowsBetter() throws {
        let context = Rendering.context()
        context.baseURL = { "http://localhost:1/__session/x" }
        context.s3BaseURL = { _ in "http://localhost:2" }
        let name = RequestName(RandomSource(seed: 1))
        context.requestID = name
        context.pathParameters = [("id", "7")]
        #expect(
            try Rendering.body("{{request.baseUrl}} {{s3.baseUrl}} {{request.id}} {{request.path.id}}", request, context: context)
                == "http://localhost:1/__session/x http://localhost:2 \(name.id) 7")
    }

    @Test func aPathTemplatesPathIsNotDecoded() throws {
        let context = Rendering.context()
        context.pathParameters = [("id", "a%20b"), ("0", "c")]
        #expect(
            try Rendering.body(
                "{{request.path}}|{{request.path.id}}|{{request.path.[0]}}|{{request.path.[1]}}|{{#each request.path}}{{this}} {{/each}}",
                request, context: context) == "/t/a%20b/c|a%20b|c|a%20b| t a%20b c ")
    }

    @Test func theIDIsTheJournalEntrys() throws {
        let harness = try EngineHarness(
            #"{"response": {"body": "{{request.id}} {{request.id}}", "transformers": ["response-template"]}}"#)
        for _ in 0..<2 {
            guard case .plan(let plan) = harness.engine.session.respond(to: request), case .bytes(let bytes) = plan.response.body else {
                Issue.record("no answer")
                return
            }
            let event = try #require(harness.engine.lastEntry)
            #expect(String(decoding: bytes, as: UTF8.self) == "\(event.id) \(event.id)")
            #expect(harness.engine.session.journal.snapshot().entry(id: event.id)?.sequence == event.sequence)
        }
    }

    @Test func partsOfAMultipartBody() throws {
        let body = "--b\r\nContent-Disposition: form-data; name=\"one\"\r\nContent-Type: text/plain\r\nX-A: 1\r\n\r\nhello\r\n--b--\r\n"
        let request = Request(
            method: "POST", target: "/", headers: [("Content-Type", "multipart/form-data; boundary=b")], body: Array(body.utf8))
        #expect(
            try Rendering.body(
                "{{request.multipart}}|{{request.parts.one.name}}|{{request.parts.one.body}}|{{request.parts.one.bodyAsBase64}}|{{request.parts.one.binary}}|{{request.parts.one.headers.x-a}}|{{request.parts.two.body}}",
                request) == "true|one|hello|aGVsbG8=|false|1|")
        #expect(
            try Rendering.body("{{#each request.parts}}{{this}}{{/each}}", request)
                == "[name='one', headers={content-disposition=form-data; name=\"one\", content-type=text/plain, x-a=1}, body=hello]")
    }

    @Test func partsComeInTheOrderOfJavasHashTables() throws {
        let fields = ["text", "file", "g", "a"].map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n-\r\n" }.joined()
        let request = Request(
            method: "POST", target: "/", headers: [("Content-Type", "multipart/form-data; boundary=b")],
            body: Array((fields + "--b--").utf8))
        #expect(try Rendering.body("{{#each request.parts}}{{@key}};{{/each}}", request) == "a;file;g;text;")
    }

    @Test func namelessPartsOfARelatedBodyAreNumbered() throws {
        let body = "--b\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\nContent-ID: x\r\n\r\nPNG\r\n--b--"
        let request = Request(
            method: "POST", target: "/", headers: [("Content-Type", "multipart/related; boundary=b")], body: Array(body.utf8))
        let template = "{{request.parts.part-1.body}} {{#each request.parts}}{{@key}} {{name}} {{body}};{{/each}}"
        #expect(try Rendering.body(template, request) == "PNG part-0 part-0 {};part-1 part-1 PNG;")
    }

    @Test(arguments: [
        (#"\{{request.method}} {{request.method}}"#, #"\POST POST"#), ("  {{~request.method~}}  x", "  POST  x"), ("{{#if", "{{#if"),
        ("}} a {{", "}} a {{"),
        ("a\n{{#if request.url}}\nyes\n{{/if}}\nb", "a\n\nyes\n\nb"), ("{{{request.method}}} {{&request.method}}", "POST POST"),
        ("{{#if 0}}a{{else}}b{{/if}}{{#if 0.5}}a{{else}}b{{/if}}{{#if 0.0}}a{{else}}b{{/if}}", "bab"),
        (
            "{{#if 0 includeZero=true}}a{{else}}b{{/if}}{{#if 0.0 includeZero=true}}a{{else}}b{{/if}}{{#if '' includeZero=true}}a{{else}}b{{/if}}",
            "aab"
        ),
        ("{{! c }}{{!-- {{d}} --}}x", "x"),
    ])
    func onlyTheStretchBetweenTheBracesIsATemplate(_ template: String, _ expected: String) throws {
        #expect(try Rendering.body(template, request) == expected)
    }
}
