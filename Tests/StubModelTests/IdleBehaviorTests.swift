import JSONDocument
import StubModel
import Testing

/// Faults and modifiers that do nothing.
@Suite struct IdleBehaviorTests {
    private func warnings(_ mapping: String) throws -> [String] {
        let report = ProblemReport(try JSONDocument.parse(Array(mapping.utf8), name: "m.json"))
        StubMapping.decode(report.document.root, report)?.warnOfIdleBehavior(report) { $0 == "GetObject" ? "GET" : nil }
        #expect(report.problems.isEmpty, "\(report.problems)")
        return report.warnings.map { "\($0.pointer): \([$0.message, $0.repair].compactMap(\.self).joined(separator: ". "))" }
    }

    @Test(arguments: [("GET", "GET"), ("HEAD", "HEAD"), ("GET_OR_HEAD", "GET_OR_HEAD")])
    func anUploadThatThereIsNotCannotBreak(method: String, words: String) throws {
        let fault = #"{"effect": "reset", "at": "requestBody"}"#
        let told = #": "requestBody" breaks an upload, and clients send no body with \#(words). Use "beforeHeaders"."#
        let request = #""request": {"method": "\#(method)", "url": "/a"}"#
        #expect(try warnings(#"{\#(request), "response": {"fault": \#(fault)}}"#) == ["/response/fault/at" + told])
        #expect(try warnings(#"{\#(request), "response": {"modify": {"fault": [\#(fault)]}}}"#) == ["/response/modify/fault/0/at" + told])
    }

    @Test func anOperationOfS3HasOneMethod() throws {
        let request = #""request": {"s3": {"operation": "GetObject"}}"#
        #expect(
            try warnings(#"{\#(request), "response": {"fault": {"effect": "reset", "at": "requestBody"}}}"#) == [
                #"/response/fault/at: "requestBody" breaks an upload, and clients send no body with GET. Use "beforeHeaders"."#
            ])
        let length = #"{\#(request), "response": {"modify": {"headers": {"Content-Length": "5"}}}}"#
        #expect(try warnings(length).first?.contains("this one is sent with a 304 alone") == true)
    }

    @Test(arguments: [#""ANY""#, #""POST""#, #""DELETE""#, #"{"oneOf": ["GET", "PUT"]}"#, #"{"noneOf": ["PUT"]}"#])
    func anUploadThatMayComeCan(method: String) throws {
        let fault = #"{"effect": "reset", "at": "requestBody"}"#
        #expect(try warnings(#"{"request": {"method": \#(method), "url": "/a"}, "response": {"fault": \#(fault)}}"#) == [])
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"fault": \#(fault)}}"#) == [])
    }

    @Test(arguments: ["", #", "body": """#, #", "status": 204"#, #", "transformers": ["response-template"]"#])
    func aBodyThatThereIsNotCannotBeCut(fields: String) throws {
        let told =
            #"/response/fault/effect: "truncate" needs a body, and this response has none. Give it a body, or write {"effect": "reset"}."#
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"fault": {"effect": "truncate"}\#(fields)}}"#) == [told])
    }

    @Test(arguments: [
        #""body": "x""#, #""jsonBody": {}"#, #""base64Body": "YQ==""#, #""bodyFileName": "a.txt""#,
        #""proxyBaseUrl": "http://127.0.0.1:1""#,
        #""s3Error": "SlowDown""#, #""body": "{{now}}", "transformers": ["response-template"]"#,
        #""status": 304, "headers": {"Content-Length": "9"}"#,
    ])
    func aBodyThatMayComeCan(fields: String) throws {
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"fault": {"effect": "truncate"}, \#(fields)}}"#) == [])
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"modify": {"fault": {"effect": "truncate"}}}}"#) == [])
    }

    @Test(arguments: [
        (#"{"effect": "reset", "count": 0}"#, #"/response/fault/count: "count" is 0, so the fault never happens"#),
        (#"{"effect": "reset", "probability": 0}"#, #"/response/fault/probability: "probability" is 0, so the fault never happens"#),
        ("[]", #"/response/fault: "fault" is an empty list, so nothing happens. Leave it out."#),
    ])
    func aFaultThatNeverHappensIsTold(fault: String, told: String) throws {
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"fault": \#(fault)}}"#) == [told])
    }

    /// A fault or a hold there happens at the end.
    @Test(arguments: [
        (#""body": "abc", "fault": {"effect": "reset", "at": {"bodyBytes": 4}}"#, "fault"),
        (#""jsonBody": [1], "fault": {"effect": "truncate", "at": {"bodyBytes": 4}}"#, "fault"),
        (#""base64Body": "YWJj", "hold": {"gate": "g", "at": {"bodyBytes": 4}}"#, "hold"),
    ])
    func aPlaceBehindTheEndIsTold(fields: String, field: String) throws {
        let told = #"/response/\#(field)/at/bodyBytes: the body has 3 bytes, so this is its end. Write a smaller number, or "at": "end"."#
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {\#(fields)}}"#) == [told])
        let shorter = fields.replacing("4}", with: "3}")
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {\#(shorter)}}"#) == [])
        let template = fields.replacing("abc", with: "{{a}}").replacing("[1]", with: #""{{a}}""#).replacing("YWJj", with: "YWJjYWJj")
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {\#(template)}}"#) == [])
    }

    @Test(arguments: [
        (#""chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 9}"#, "chunkedDribbleDelay"),
        (#""bandwidthKilobitsPerSecond": 9"#, "bandwidthKilobitsPerSecond"),
    ])
    func aPaceWithoutABodyIsTold(field: String, name: String) throws {
        let told = #"/response/\#(name): "\#(name)" needs a body, and this response has none. Give it a body, or leave it out."#
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {\#(field)}}"#) == [told])
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"body": "a", \#(field)}}"#) == [])
        #expect(try warnings(#"{"request": {"url": "/a"}, "response": {"modify": {\#(field)}}}"#) == [])
    }

    @Test(arguments: [
        (#"[{"effect": "reset"}, {"effect": "close"}]"#, 1), (#"["EMPTY_RESPONSE", {"effect": "stall", "at": "afterHeaders"}]"#, 1),
        (#"[{"effect": "close", "at": "end"}, {"effect": "close", "at": {"bodyBytes": 1}}]"#, 0),
        (#"[{"effect": "reset", "probability": 0.5}, {"effect": "close"}]"#, nil),
        (#"[{"effect": "reset", "count": 1}, {"effect": "close"}]"#, nil),
        (#"[{"effect": "close"}, {"effect": "reset", "at": "requestBody"}]"#, nil),
        (#"[{"effect": "close", "at": {"bodyBytes": 1}}, {"effect": "close", "at": {"bodyFraction": 0.1}}]"#, nil),
    ])
    func aFaultBehindOneThatAlwaysHappensIsTold(faults: String, index: Int?) throws {
        let told = index.map { "/response/fault/\($0): another fault always happens before, so this one never does. Keep one of them." }
        #expect(
            try warnings(#"{"request": {"method": "PUT", "url": "/a"}, "response": {"body": "abc", "fault": \#(faults)}}"#)
                == (told.map { [$0] } ?? []))
    }

    @Test func aStubThatNeverRespondsIsTold() throws {
        #expect(
            try warnings(#"{"request": {"url": "/a"}, "probability": 0}"#) == [
                #"/probability: "probability" is 0, so the stub never responds"#
            ])
    }

    /// Such a stub may count requests, change a scenario, or call a webhook; and a sequence may leave one response as it is.
    @Test func aModifierWithoutAChangeIsToldUnlessItServesAPurpose() throws {
        func modifier(_ more: String, _ response: String = #""response": {"modify": {}}"#) throws -> [String] {
            try warnings(#"{"request": {"url": "/a"}, \#(response)\#(more)}"#)
        }
        #expect(
            try modifier("") == [
                #"/response/modify: "modify" is empty, so the stub changes nothing. Say what to change, such as "status": 503."#
            ])
        for more in [
            #", "name": "n""#, #", "expect": {"count": 1}"#, #", "scenarioName": "s", "newScenarioState": "t""#,
            #", "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://a/"}}]"#,
        ] {
            #expect(try modifier(more) == [])
        }
        #expect(try modifier("", #""responses": [{"modify": {"status": 503}}, {"modify": {}}]"#) == [])
        for idle in [#""transformers": ["response-template"]"#, #""headers": {}, "transformers": []"#, #""status": null"#] {
            let told = #"/response/modify: "modify" says nothing of what to change, so the stub changes nothing. "#
            #expect(
                try modifier("", #""response": {"modify": {\#(idle)}}"#) == [told + #"Say what to change, such as "status": 503."#])
        }
    }
}
