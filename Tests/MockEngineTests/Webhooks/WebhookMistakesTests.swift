import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// Common mistakes in webhooks, and their messages.
@Suite struct WebhookMistakesTests {
    @Test(arguments: [
        ("{{request.body}}", #"there is no "request", so it renders nothing. In a webhook it is "originalRequest"."#),
        ("{{originalResponse.body}}", #"there is no "originalResponse", so it renders nothing. In a webhook it is "response"."#),
        ("{{orignalRequest.body}}", #"there is no "orignalRequest", so it renders nothing. Did you mean "originalRequest"?"#),
        ("{{originalRequest.body}} {{response.headers.A}} {{parameters.url}} {{s3.baseUrl}} {{now}}", nil),
        ("{{parameters.a}}", #""parameters" has no "a", which renders nothing. It has url, body."#),
    ])
    func whatAWebhookDoesNotHaveIsAWarning(body: String, told: String?) throws {
        let json = #"{"serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://a/", "body": "\#(body)"}}]}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        let listener = try #require(mapping.serveEventListeners.first)
        _ = CompiledWebhook(listener, RenderEnvironment(bodyFiles: Rendering.Files([:])), report)
        let warnings = report.warnings.map(\.description).filter { $0.contains("renders") }
        #expect(warnings == (told.map { ["m.json:1:92 /serveEventListeners/0/parameters/body: \($0)"] } ?? []))
    }

    /// As in the body of a response.
    @Test(arguments: [
        (#""body": "{{file 'nope.txt'}}""#, #"body: file: there is no body file "nope.txt". Add it to __files, or correct the name."#),
        (
            #""headers": {"A": "{{originalRequest.bdy}}"}"#,
            #"headers/A: "originalRequest" has no "bdy", which renders nothing. Did you mean "body"?"#
        ),
        (
            #""body": "{{originalRequest.body.user}}""#,
            #"body: "originalRequest.body" is a text and has no "user", which renders nothing. "#
                + "Write {{jsonPath originalRequest.body '$.user'}}."
        ),
        (
            #""body": {"a": "{{jsonPath originalRequest.body}}"}"#,
            "body/a: jsonPath: it needs 2 arguments, and has 1. Write {{jsonPath originalRequest.body '$.name'}}."
        ),
        (
            #""body": "{{substring 'abc' 9}}""#,
            "body: substring: StringIndexOutOfBoundsException: begin 9, end 3, length 3, so the webhook is not sent. "
                + "docs/templates.md has its arguments."
        ),
        (#""body": "{{response.status}}""#, #"body: "response" has no "status", which renders nothing. It has headers, body."#),
        (#""body": "{{now formt='yyyy'}}""#, #"body: "now" has no option "formt", so it ignores it. Did you mean "format"?"#),
        (
            #""body": "{{now}} {{originalRequest.url""#,
            #"body: "{{" is never closed, so it is sent as it is. Close it with "}}", unless two braces are meant."#
        ),
        (
            #""headers": {"A": "a\u0000b"}"#,
            #"headers/A: the value of header "A" contains a NUL, and a blank is sent in its place. Remove it."#
        ),
        (
            #""headers": {"": "a"}"#,
            #"headers/: header "" cannot be sent, so the webhook goes without it. A name has at least one character, and no line end or NUL."#
        ),
        (
            #""headers": {"Transfer-Encoding": "chunked", "A": "1"}"#,
            #"headers/Transfer-Encoding: the server writes "Transfer-Encoding" of its requests itself, and this one is not sent. Remove it."#
        ),
        (#""header": {"A": "1"}"#, #"header: a webhook has no "header", and no template here reads it. Did you mean "headers"?"#),
        (#""verb": "PUT""#, #"verb: a webhook has no "verb", and no template here reads it. Did you mean "method"?"#),
        (#""verb": "PUT", "body": "{{parameters.verb}}""#, nil),
        (#""header": {"A": "1"}, "body": "{{parameters.header.A}}{{file 'a.txt'}}{{response.headers.A}}""#, nil),
        (#""host": "a", "bodyFileName": null"#, nil),
    ])
    func theTemplatesOfAWebhookAreLookedThrough(parameters: String, told: String?) throws {
        let webhook = #"{"name": "webhook", "parameters": {"url": "http://a/", "method": "POST", \#(parameters)}}"#
        let json = #"{"request": {"url": "/a"}, "serveEventListeners": [\#(webhook)]}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        let listener = try #require(mapping.serveEventListeners.first)
        _ = CompiledWebhook(listener, RenderEnvironment(bodyFiles: Rendering.Files(["a.txt": Rendering.File("x")])), report)
        let warnings = report.warnings.map { "\($0.pointer): \($0.message). \($0.repair ?? "")" }
        #expect(warnings == (told.map { ["/serveEventListeners/0/parameters/\($0)"] } ?? []))
        #expect(report.problems.isEmpty && report.lateProblems.isEmpty)
    }

    @Test(arguments: [("localhost/x", true), ("//a/x", true), ("HTTP://a/x", false), ("{{originalRequest.body}}", false)])
    func aWebhookNeedsAnAbsoluteURL(url: String, isTold: Bool) throws {
        let json = #"{"serveEventListeners": [{"name": "webhook", "parameters": {"url": "\#(url)"}}], "request": {"url": "/a"}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        let listener = try #require(mapping.serveEventListeners.first)
        _ = CompiledWebhook(listener, RenderEnvironment(bodyFiles: Rendering.Files([:])), report)
        let told =
            #"m.json:1:68 /serveEventListeners/0/parameters/url: "url" is not an absolute URL, so the webhook is not sent. "#
            + #"It is like "http://127.0.0.1:9090/done"."#
        #expect(report.warnings.map(\.description) == (isTold ? [told] : []))
    }

    /// As in WireMock, `body` counts.
    @Test func ofTwoBodiesOneCounts() throws {
        let parameters = #"{"url": "http://a/", "method": "POST", "base64Body": "QQ==", "body": "text"}"#
        let json = #"{"serveEventListeners": [{"name": "webhook", "parameters": \#(parameters)}]}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        let listener = try #require(mapping.serveEventListeners.first)
        let webhook = try #require(CompiledWebhook(listener, RenderEnvironment(bodyFiles: Rendering.Files([:])), report))
        #expect(report.lateProblems.map(\.message) == [#"two bodies: "base64Body" means nothing beside "body""#])
        let context = RenderContext(nowMilliseconds: 0, draws: DrawLog(RandomSource(seed: 1)))
        let request = try webhook.request(after: Request(target: "/"), nil, in: context)
        #expect(try request.body.bytes() == Array("text".utf8))
    }

    @Test(arguments: [
        (#""bodyFileName": "a.json""#, #"/bodyFileName: a webhook does not send its "bodyFileName". Write "body": "{{file 'a.json'}}"."#),
        (
            #""bodyFileName": "{{originalRequest.id}}.json", "body": "x""#,
            #"/bodyFileName: a webhook does not send its "bodyFileName". Write "body": "{{file 'done.json'}}"."#
        ),
        (#""jsonBody": {"a": 1}"#, #"/jsonBody: a webhook does not send its "jsonBody". Name it "body", which also takes JSON."#),
        (
            #""jsonBody": {"a": 1}, "s3Event": true"#,
            #"/jsonBody: a webhook does not send its "jsonBody". With "s3Event" the body is S3's record."#
        ),
        (
            #""body": {"filePath": "a.json"}"#,
            #"/body: a webhook sends this "body" as JSON, not the file. Write "body": "{{file 'a.json'}}", or the JSON as a text if it is meant."#
        ),
        (
            #""jsonBody": 1, "body": "{{parameters.a}}""#,
            #"/jsonBody: a webhook does not send its "jsonBody". Name it "body", which also takes JSON."#
        ),
        (#""body": {"filePath": "a.json", "size": 1}, "jsonBody": null"#, nil),
        (#""bodyFileName": "a.json", "body": "{{file parameters.bodyFileName}}""#, nil),
        (#""jsonBody": {"a": 1}, "headers": {"A": "{{parameters.jsonBody.a}}"}"#, nil),
        (#""jsonBody": {"a": 1}, "body": "{{#with parameters}}{{jsonBody.a}}{{/with}}""#, nil),
    ])
    func aBodyOfAResponseInAWebhookIsAWarning(parameters: String, told: String?) throws {
        let json = #"{"serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://a/", "method": "POST", \#(parameters)}}]}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        let listener = try #require(mapping.serveEventListeners.first)
        _ = CompiledWebhook(listener, RenderEnvironment(bodyFiles: Rendering.Files([:])), report)
        let warnings = report.warnings.map { "\($0.pointer): \($0.message). \($0.repair ?? "")" }.filter { $0.contains("a webhook ") }
        #expect(warnings == (told.map { ["/serveEventListeners/0/parameters\($0)"] } ?? []))
    }
}
