import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

struct JournalEntryJSONTests {
    @Test func aMatchedEntryHasWireMocksForm() throws {
        let journal = Journal(seed: 1)
        let request = Request(
            method: "POST", target: "/feed?page=1&page=3&q=a+b",
            headers: [
                ("Host", "localhost:18991"), ("accept", "a"), ("Accept", "b"), ("Cookie", "sid=abc; q=1"),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: Array("x=1".utf8), arrival: Arrival(listener: .http, clientAddress: "127.0.0.1"))
        let ticket = try #require(
            journal.open(
                .answered(
                    request, at: Timestamp(milliseconds: 1_795_258_828_972), performance: Performance(initialDelay: .milliseconds(100)),
                    processing: .microseconds(1_900))))
        journal.close(ticket, ExchangeOutcome(ending: .performed, bodyBytes: 5, sending: .milliseconds(3)))
        let event = try #require(journal.snapshot().newestFirst.first { _ in true })
        #expect(
            event.json == [
                "id": .string(event.id.description),
                "request": [
                    "url": "/feed?page=1&page=3&q=a+b", "absoluteUrl": "http://localhost:18991/feed?page=1&page=3&q=a+b", "method": "POST",
                    "clientIp": "127.0.0.1",
                    "headers": [
                        "Host": "localhost:18991", "accept": ["a", "b"], "Cookie": "sid=abc; q=1",
                        "Content-Type": "application/x-www-form-urlencoded",
                    ],
                    "cookies": ["sid": "abc", "q": "1"], "browserProxyRequest": false, "loggedDate": 1_795_258_828_972,
                    "bodyAsBase64": "eD0x", "body": "x=1", "protocol": "HTTP/1.1", "scheme": "http", "host": "localhost", "port": 18991,
                    "loggedDateString": "2026-11-21T11:00:28Z",
                    "queryParams": ["page": ["key": "page", "values": ["1", "3"]], "q": ["key": "q", "values": ["a b"]]],
                    "formParams": ["x": ["key": "x", "values": ["1"]]],
                ],
                "responseDefinition": ["status": 200, "body": "hello", "headers": ["Content-Type": "text/plain"]],
                "response": [
                    "status": 200, "headers": ["Content-Type": "text/plain", "Matched-Stub-Id": .string(fakeStub.id.description)],
                    "bodyAsBase64": "aGVsbG8=", "body": "hello",
                ],
                "wasMatched": true,
                "timing": ["addedDelay": 100, "processTime": 1, "responseSendTime": 3, "serveTime": 4, "totalTime": 104],
                "subEvents": [], "stubMapping": .object(fakeStub.mapping.json), "sequence": 1,
                "performed": ["delayMilliseconds": 100, "ending": "performed", "bodyBytes": 5],
            ])
    }

    @Test(.timeLimit(.minutes(5))) func aFormThatRepeatsANameIsShownInLinearTime() {
        let count = 100_000
        let request = Request(
            method: "POST", target: "/", headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(String(repeating: "a&", count: count).utf8))
        let shown = LoggedRequest(request, loggedAt: Timestamp(milliseconds: 0)).json
        #expect(shown["formParams"]?["a"]?["values"]?.array?.count == count)
    }

    @Test func anUnmatchedEntryShowsNoBody() throws {
        let journal = Journal(seed: 1)
        _ = journal.open(
            .answered(Request(target: "/x"), by: nil, .text(404, "diff"), notes: [.message(.requestNotMatched, "no")]))
        let json = try #require(journal.snapshot().newestFirst.first { _ in true }).json
        #expect(json["wasMatched"] == false)
        #expect(json["response"] == ["status": 404, "bodyAsBase64": "", "body": ""])
        #expect(json["responseDefinition"] == ["status": 404, "fromConfiguredStub": false])
        #expect(json["subEvents"] == [["type": "REQUEST_NOT_MATCHED", "timeOffsetNanos": 0, "data": ["message": "no"]]])
    }

    @Test func aFileIsNoMiss() throws {
        let journal = Journal(seed: 1)
        var event = ServeEvent.answered(Request(target: "/a.json"), by: nil, .text(206, "{}"))
        event.isFromFile = true
        _ = journal.open(event)
        let json = try #require(journal.snapshot().newestFirst.first { _ in true }).json
        #expect(json["wasMatched"] == true)
        #expect(json["responseDefinition"] == ["status": 206, "fromConfiguredStub": false])
        #expect(json["stubMapping"]?["response"] == ["status": 206, "fromConfiguredStub": false])
    }

    @Test(arguments: [
        ("/a", "example.com", "example.com", -1, "http://example.com/a", "/a"),
        ("/a", "[::1]:80", "[::1]", 80, "http://[::1]:80/a", "/a"),
    ])
    func theAddressIsTheClients(target: String, hostField: String, host: String, port: Int, absolute: String, url: String) {
        let json = LoggedRequest(Request(target: target, headers: [("Host", hostField)]), loggedAt: Timestamp(milliseconds: 0)).json
        #expect(json["host"]?.string == host)
        #expect(json["port"]?.int == port)
        #expect(json["absoluteUrl"]?.string == absolute)
        #expect(json["url"]?.string == url)
    }

    @Test func drawsAndFaultsAreShown() throws {
        let journal = Journal(seed: 1)
        var event = ServeEvent.answered(
            Request(target: "/x"), performance: Performance(fault: WireFault(.reset, at: .beforeHeaders)))
        _ = event.log().draw("delay", show: { JSONValue($0) }) { _ in 12 }
        _ = journal.open(event)
        let json = try #require(journal.snapshot().newestFirst.first { _ in true }).json
        #expect(json["draws"] == [["what": "delay", "value": 12]])
        #expect(json["performed"] == ["fault": "reset at beforeHeaders"])
        #expect(json["response"]?["fault"] == "reset at beforeHeaders")
    }
}

extension JournalEntryJSONTests {
    @Test func multipartBodiesAreTakenApart() {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n"
        let request = Request(
            method: "POST", target: "/", headers: [("Content-Type", "multipart/form-data; boundary=b")], body: Array(body.utf8))
        let parts = LoggedRequest(request, loggedAt: Timestamp(milliseconds: 0)).json["multiparts"]
        #expect(
            parts == [
                [
                    "name": "a", "fileName": "f.txt",
                    "headers": ["Content-Disposition": "form-data; name=\"a\"; filename=\"f.txt\"", "Content-Type": "text/plain"],
                    "bodyAsBase64": "aGVsbG8=", "body": "hello",
                ]
            ])
    }

    @Test func aRequestOfS3SaysWhoItIsFrom() throws {
        let credential = "AKIAEXAMPLE/20261123/us-east-1/s3/aws4_request"
        let header = "AWS4-HMAC-SHA256 Credential=\(credential), SignedHeaders=host, Signature=0123"
        for (target, headers, way) in [
            ("/pics/a.jpg", [("Authorization", header)] as HeaderFields, "AWS4-HMAC-SHA256"),
            (
                "/pics/a.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=\(credential)&X-Amz-Signature=0123", [],
                "AWS4-HMAC-SHA256 link"
            ),
        ] {
            let request = Request(target: target, headers: headers, arrival: Arrival(listener: .s3))
            let call = LoggedRequest(request, loggedAt: Timestamp(milliseconds: 0)).json["s3"]
            #expect(call?["accessKey"] == "AKIAEXAMPLE")
            #expect(call?["signature"]?.string == way)
            #expect(call?["key"] == "a.jpg")
            let text = try #require(call).text()
            #expect(!text.contains("0123"), "no signature")
        }
    }

    @Test func aTemplatedBodyFileIsShownAsABody() throws {
        let stub = ["bodyFileName": "a.txt", "transformers": ["response-template"]] as JSONValue
        let sent = Response(status: 200, body: .bytes(Array("file".utf8)))
        let shown = try #require(RenderedDefinition(stub, sent)).json
        #expect(shown == ["body": "file", "bodyFileName": "a.txt", "transformers": ["response-template"]])
        let plain = ["bodyFileName": "a.txt"] as JSONValue
        #expect(RenderedDefinition(plain, sent)?.json == plain)
        #expect(RenderedDefinition(plain, Response(status: 500))?.json == nil)
    }

    /// The stub in the entry keeps its templates.
    @Test(arguments: [
        (
            #"{"body": "{{request.url}}", "headers": {"A": "{{request.method}}", "B": ["1", "{{request.url}}"], "C": "c"}}"#,
            #"{"status": 200, "body": "/x", "headers": {"A": "GET", "B": ["1", "/x"], "C": "c"}}"#
        ),
        (#"{"jsonBody": {"url": "{{request.url}}", "n": 1}}"#, #"{"status": 200, "jsonBody": {"url": "/x", "n": 1}}"#),
        (#"{"body": "plain"}"#, #"{"status": 200, "body": "plain"}"#),
    ])
    func theDefinitionIsShownAsRendered(response: String, expected: String) throws {
        let harness = try EngineHarness(
            #"{"request": {"url": "/x"}, "response": \#(response.dropLast()), "transformers": ["response-template"]}}"#)
        #expect(harness.status("/x") == 200)
        let json = try #require(harness.engine.lastEntry).json
        guard case .object(var definition)? = json["responseDefinition"] else { Issue.record("no definition"); return }
        definition["transformers"] = nil
        #expect(try JSONValue.object(definition) == JSONValue.parse(Array(expected.utf8), name: "expected"))
        #expect(json["stubMapping"]?["response"]?["body"] == (try JSONValue.parse(Array(response.utf8), name: "given"))["body"])
    }

    /// "Where did it go?"
    @Test func theTargetOfAProxyIsShownAsRendered() throws {
        let harness = try EngineHarness(
            #"""
            {"request": {"urlPath": "/x"}, "response": {"proxyBaseUrl": "http://h:{{request.query.p}}", "transformers": ["response-template"],
             "additionalProxyRequestHeaders": {"X-P": "{{request.path}}"}}}
            """#)
        // There is no client for other servers, so the response is a 500.
        #expect(harness.status("/x?p=81") == 500)
        let json = try #require(harness.engine.lastEntry).json
        #expect(json["responseDefinition"]?["proxyBaseUrl"] == "http://h:81")
        #expect(json["responseDefinition"]?["additionalProxyRequestHeaders"] == ["X-P": "/x"])
        #expect(json["stubMapping"]?["response"]?["proxyBaseUrl"] == "http://h:{{request.query.p}}")
    }

    /// As in WireMock: what would have been sent.
    @Test(arguments: ["EMPTY_RESPONSE", "CONNECTION_RESET_BY_PEER", "RANDOM_DATA_THEN_CLOSE"])
    func aFaultKeepsTheResponseOfTheStub(fault: String) throws {
        for (written, status, body, header) in [
            (#""status": 503, "body": "x", "headers": {"A": "b"}"#, 503, "x", "b"),
            (#""status": 503, "body": "{{request.url}}", "transformers": ["response-template"]"#, 503, "", nil),
        ] as [(String, Int, String, String?)] {
            let harness = try EngineHarness(#"{"request": {"url": "/x"}, "response": {\#(written), "fault": "\#(fault)"}}"#)
            _ = harness.engine.session.respond(to: Request(target: "/x"))
            let json = try #require(harness.engine.lastEntry).json
            #expect(json["response"]?["status"]?.int == status)
            #expect(json["response"]?["body"]?.string == body)
            #expect(json["response"]?["headers"]?["A"]?.string == header)
            #expect(json["response"]?["fault"]?.string == fault)
        }
    }

    /// The random bytes behind the head are no body, and nothing else stands for them.
    @Test func aMalformedChunkHasNoBody() throws {
        let harness = try EngineHarness(
            #"{"request": {"url": "/x"}, "response": {"status": 503, "body": "x", "fault": "MALFORMED_RESPONSE_CHUNK"}}"#)
        _ = harness.engine.session.respond(to: Request(target: "/x"))
        let json = try #require(harness.engine.lastEntry).json
        #expect(json["response"] == ["status": 200, "fault": "MALFORMED_RESPONSE_CHUNK", "bodyAsBase64": "", "body": ""])
        #expect(json["draws"]?.array?.compactMap { $0["what"]?.string } == ["garbageBytes"])
    }

    @Test(arguments: [
        (#"[{"effect": "reset", "at": "end"}, {"effect": "close", "at": "beforeHeaders"}]"#, "GET", "close at beforeHeaders"),
        (#"[{"effect": "close", "at": {"bodyBytes": 3}}]"#, "GET", "close after 3 bytes"),
        (#"[{"effect": "close", "at": {"bodyBytes": 3}}]"#, "HEAD", "close at end"),
    ]) func theFaultIsTheOneThatHappens(faults: String, method: String, shown: String) throws {
        let harness = try EngineHarness(#"{"request": {"url": "/x"}, "response": {"body": "0123456789", "fault": \#(faults)}}"#)
        _ = harness.engine.session.respond(to: Request(method: method, target: "/x"))
        let json = try #require(harness.engine.lastEntry).json
        #expect(json["performed"]?["fault"]?.string == shown)
    }

    /// A listing would hold such a body several times per entry.
    @Test(arguments: ["body", "jsonBody", "base64Body"]) func aLongBodyOfAStubIsShownAsItsLength(field: String) throws {
        let most = JournalSettings().maximumBodyBytes
        for count in [most - 2, most + 1] {
            let text = String(repeating: "a", count: count)
            let body = field == "base64Body" ? Base64.encode(Array(text.utf8)) : text
            let harness = try EngineHarness(#"{"request": {"url": "/x"}, "response": {"\#(field)": "\#(body)"}}"#)
            #expect(harness.status("/x") == 200)
            let entry = try #require(harness.engine.lastEntry)
            let length = field == "jsonBody" ? count + 2 : count
            for form in [ResponseForm.extended, .plain] {
                let json = entry.json(form)
                for definition in [json["responseDefinition"], json["stubMapping"]?["response"]] {
                    let isShown = length <= most
                    #expect(definition?[field]?.string == (isShown ? body : nil))
                    #expect(definition?["bodyLength"] == (isShown || form == .plain ? nil : JSONValue(length)))
                }
            }
            #expect(try #require(harness.engine.session.stubs.first).mapping.json["response"]?[field]?.string == body)
        }
    }

    /// WireMock's `--logged-response-body-size-limit`.
    @Test func aResponseIsShownUpToItsLimitAndARequestWhole() throws {
        var environment = EngineEnvironment()
        environment.journal.shownResponseBytes = 4
        let engine = MockEngine(environment, .manual(seed: 1))
        try engine.add(#"{"request": {"url": "/x"}, "response": {"body": "0123456789"}}"#)
        _ = engine.session.respond(to: Request(method: "POST", target: "/x", body: Array("a long question".utf8)))
        let entry = try #require(engine.lastEntry)
        for form in [ResponseForm.extended, .plain] {
            let json = entry.json(form)
            #expect(json["response"]?["body"] == "0123")
            #expect(json["response"]?["bodyAsBase64"]?.string == Base64.encode(Array("0123".utf8)))
            #expect(json["response"]?["bodyLength"] == (form == .extended ? 10 : nil))
            #expect(json["request"]?["body"] == "a long question")
        }
    }

    @Test func everyResponseOfASequenceIsShortened() throws {
        let text = String(repeating: "b", count: JournalSettings().maximumBodyBytes + 1)
        let harness = try EngineHarness(#"{"request": {"url": "/x"}, "responses": [{"body": "a"}, {"body": "\#(text)"}]}"#)
        #expect(harness.status("/x") == 200)
        let json = try #require(harness.engine.lastEntry).json
        #expect(json["responseDefinition"]?["body"] == "a")
        #expect(json["stubMapping"]?["responses"]?[0]?["body"] == "a")
        #expect(json["stubMapping"]?["responses"]?[1]?["body"] == nil)
        #expect(json["stubMapping"]?["responses"]?[1]?["bodyLength"] == JSONValue(text.utf8.count))
    }
}
