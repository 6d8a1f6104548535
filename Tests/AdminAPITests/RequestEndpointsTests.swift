import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import Testing

@testable import AdminAPI

struct RequestEndpointsTests {
    let bench = AdminBench()

    init() {
        bench.stub(#"{"name":"feed","metadata":{"team":"red"},"request":{"url":"/feed"}}"#)
        bench.request("GET", "/feed")
        bench.request("POST", "/other", body: #"{"a":1}"#)
    }

    private func count(_ pattern: String) -> Int? { bench.call("POST", "/requests/count", pattern).json?["count"]?.int }

    @Test(arguments: [
        ("limt=1", #"GET /__admin/requests: there is no parameter "limt", so it is ignored. Did you mean "limit"?"#),
        ("limit=1&after=0", nil), ("cacheBuster=1", nil),
    ])
    func aParameterThatIsNearlyOneIsAWarning(query: String, told: String?) {
        let warnings = Mutex<[String]>([])
        var services = AdminServices()
        services.warn = { problem in warnings.withLock { $0.append("\(problem)") } }
        #expect(AdminBench(services: services).call("GET", "/requests?\(query)").status == 200)
        #expect(warnings.withLock { $0 } == (told.map { [$0] } ?? []))
    }

    @Test func aMethodIsOneOfSeveralOrNoneOfThem() {
        #expect(count(#"{"method":{"oneOf":["GET","POST"]}}"#) == 2)
        #expect(count(#"{"method":{"noneOf":["POST"]},"url":"/feed"}"#) == 1)
        let stub = bench.call("POST", "/mappings", #"{"request":{"method":{"oneOf":["GET","PUT"]}}}"#)
        #expect(stub.json?["request"]?["method"] == ["oneOf": ["GET", "PUT"]])
        let near = #"{"method":{"oneOf":["PUT"]},"url":"/feed"}"#
        #expect(bench.call("POST", "/near-misses/request-pattern", near).text.contains("oneOf: [PUT]"))
    }

    @Test func theJournalIsListedInWireMocksForm() throws {
        let list = try #require(bench.call("GET", "/requests").json)
        #expect(list["requests"]?.all("wasMatched") == [false, true])
        #expect(list["meta"] == ["total": 2, "dropped": 0, "nextAfter": 2])
        #expect(list["requestJournalDisabled"] == false)
        let missed = try #require(list["requests"]?[0])
        #expect(missed["request"]?["url"] == "/other")
        #expect(missed["subEvents"]?[0]?["type"] == "REQUEST_NOT_MATCHED")
        #expect(missed["subEvents"]?[0]?["data"]?["report"]?.string?.contains("Request was not matched") == true)
        let id = try #require(missed["id"]?.string)
        #expect(bench.call("GET", "/requests/\(id)").json == missed)
        #expect(bench.call("DELETE", "/requests/\(id)").status == 200)
        #expect(bench.call("GET", "/requests/\(id)").status == 404)
        #expect(bench.call("GET", "/requests/nonsense").status == 400)
    }

    @Test(arguments: ["find", "count", "remove"])
    func aPatternInsideOfARequestIsToldToBeTheBody(action: String) throws {
        let reply = bench.call("POST", "/requests/\(action)", #"{"request":{"url":"/feed"}}"#)
        #expect(reply.status == 422)
        let told = try #require(reply.json?["errors"]?[0]?["detail"]?.string)
        #expect(told.hasSuffix("The pattern is the body itself: write what is in \"request\" at the top."))
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 2)
    }

    @Test func theListIsNarrowed() throws {
        func urls(_ query: String) -> [JSONValue?] {
            bench.call("GET", "/requests?\(query)").json?["requests"]?.array?.map { $0["request"]?["url"] } ?? []
        }
        let stub = try #require(bench.call("GET", "/mappings").json?["mappings"]?[0]?["id"]?.string)
        #expect(urls("limit=1") == ["/other"])
        #expect(urls("unmatched=true") == ["/other"])
        #expect(urls("matchingStub=\(stub)") == ["/feed"])
        #expect(
            bench.call("GET", "/requests?matchingStub=x").json?["errors"] == [
                [
                    "code": 15, "title": "Query parameter matchingStub value 'x' is not a valid UUID",
                    "detail": "GET /__admin/mappings lists the ids of the stubs.",
                ]
            ])
        #expect(urls("after=1") == ["/other"])
        #expect(urls("since=2020-09-13T12:26:39.999Z") == ["/other", "/feed"])
        #expect(urls("since=2020-09-13T12:26:39Z%5BUTC%5D") == ["/other", "/feed"])
        #expect(urls("since=2020-09-13T12:26:40Z") == [])
        let refused = bench.call("GET", "/requests?since=foo")
        #expect(refused.status == 400)
        #expect(
            refused.json?["errors"] == [
                [
                    "code": 10, "source": ["pointer": "since"], "title": "foo is not a valid ISO8601 date",
                    "detail": "Write a date such as 2026-11-21T10:15:30Z.",
                ]
            ])
    }

    @Test func requestsAreCountedAndFound() {
        #expect(count(#"{"method":"POST","bodyPatterns":[{"equalToJson":{"a":1}}]}"#) == 1)
        #expect(count(#"{"urlPattern":"/.*"}"#) == 2)
        #expect(count(#"{"url":"/nope"}"#) == 0)
        let found = bench.call("POST", "/requests/find", #"{"method":"GET"}"#).json
        #expect(found?["requests"]?.all("url") == ["/feed"])
        #expect(found?["requestJournalDisabled"] == false)
        let refused = bench.call("POST", "/requests/count", #"{"bad":1}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?[0]?["source"]?["pointer"] == "/bad")
    }

    @Test func unmatchedRequestsAndTheirNearMisses() throws {
        #expect(bench.call("GET", "/requests/unmatched").json?["requests"]?.all("url") == ["/other"])
        let nearMisses = try #require(bench.call("GET", "/requests/unmatched/near-misses").json?["nearMisses"]?.array)
        #expect(nearMisses.count == 1)
        #expect(nearMisses[0]["stubMapping"]?["name"] == "feed")
        #expect(nearMisses[0]["request"]?["url"] == "/other")
        #expect((nearMisses[0]["matchResult"]?["distance"]?.double ?? 0) > 0)
        #expect(nearMisses[0]["matchResult"]?["subEvents"] == [])
        #expect(nearMisses[0]["matchResult"]?["diffDescriptions"] == [])
    }

    @Test func nearMissesForARequestAndForAPattern() throws {
        let byRequest = bench.call(
            "POST", "/near-misses/request",
            #"{"url":"/fed","absoluteUrl":"http://localhost:8080/fed","method":"GET","headers":{"Accept":["a","b"]},"loggedDate":1}"#)
        #expect(byRequest.status == 200)
        #expect(byRequest.json?["nearMisses"]?[0]?["stubMapping"]?["name"] == "feed")
        #expect(byRequest.json?["nearMisses"]?[0]?["request"]?["absoluteUrl"] == "http://localhost:8080/fed")
        let byPattern = bench.call("POST", "/near-misses/request-pattern", #"{"url":"/feet","method":"GET"}"#)
        #expect(byPattern.json?["nearMisses"]?[0]?["request"]?["url"] == "/feed")
        #expect(byPattern.json?["nearMisses"]?[0]?["requestPattern"] == ["url": "/feet", "method": "GET"])
        let fields = byPattern.json?["nearMisses"]?[0]?["fields"]?.array ?? []
        #expect(fields.map { $0["matches"]?.bool } == [true, false])
        #expect(fields.last?["expected"] == "/feet")
        #expect(fields.last?["actual"] == "/feed")
    }

    @Test(arguments: [(#"{"path":"/a"}"#, "url"), (#"{"uri":"/a"}"#, "url"), (#"{"urll":"/a"}"#, "url"), (#"{"methd":"GET"}"#, "method")])
    func aFieldThatARequestDoesNotHaveIsTold(body: String, meant: String) {
        let reply = bench.call("POST", "/near-misses/request", body)
        #expect(reply.status == 422)
        #expect(reply.json?["errors"]?[0]?["detail"]?.string?.contains("Did you mean \"\(meant)\"?") == true, "\(reply.text)")
    }

    @Test func aRequestOfTheJournalCanBePosted() throws {
        let entries = try #require(bench.call("GET", "/requests").json?["requests"]?.array)
        #expect(!entries.isEmpty)
        for entry in entries {
            let request = try #require(entry["request"])
            let reply = bench.call("POST", "/near-misses/request", request.text())
            #expect(reply.status == 200, "\(reply.text)")
        }
        // WireMock's newer versions have an id and the parts.
        #expect(bench.call("POST", "/near-misses/request", #"{"url": "/a", "id": "1", "multiparts": [], "formParams": {}}"#).status == 200)
        #expect(bench.call("POST", "/near-misses/request", #"{"url": "/a", "basicAuthCredentials": {}, "newer": 1}"#).status == 200)
        #expect(bench.call("POST", "/near-misses/request", entries[0].text()).status == 422)
    }

    /// A test compares it with what it has posted.
    @Test func aPostedRequestIsShownAsItWasPosted() {
        func shown(_ request: String) -> JSONValue? {
            bench.call("POST", "/near-misses/request", request).json?["nearMisses"]?[0]?["request"]
        }
        #expect(
            shown(#"{"url":"/fed?a=1","method":"GET"}"#) == [
                "url": "/fed?a=1", "method": "GET", "browserProxyRequest": false, "port": -1,
                "queryParams": ["a": ["key": "a", "values": ["1"]]], "formParams": [:],
            ])
        let whole = shown(
            #"{"url":"/fed","absoluteUrl":"http://h:1/fed","headers":{"A":"b"},"cookies":{"c":"d"},"loggedDate":1500000000000,"body":"x"}"#)
        #expect(whole?["headers"] == ["A": "b"])
        #expect(whole?["cookies"] == ["c": "d"])
        #expect(whole?["loggedDate"] == 1_500_000_000_000)
        #expect(whole?["loggedDateString"] == "2017-07-14T02:40:00Z")
        #expect(whole?["host"] == "h")
        #expect(whole?["port"] == 1)
        #expect(whole?["body"] == "x")
        #expect(whole?["clientIp"] == nil)
        #expect(shown(#"{"url":"/fed","loggedDate":9223372036854775807}"#)?["loggedDate"] == 9_223_372_036_854_775_807)
        #expect(shown(#"{"url":"/fed","loggedDate":-9223372036854}"#)?["loggedDateString"] == "1677-09-21T00:12:43Z")
    }

    @Test func removedEntriesAreListedOldestFirst() {
        let bench = AdminBench()
        for target in ["/1", "/2", "/3"] { bench.request("GET", target) }
        let removed = bench.call("POST", "/requests/remove", "{}").json?["serveEvents"]?.all("request")
        #expect(removed?.map { $0?["url"] } == ["/1", "/2", "/3"])
    }

    /// As in WireMock, whose metadata of a request without a stub are null, too.
    @Test func requestsWithoutMetadataAreRemovedAsNull() {
        let bench = AdminBench()
        bench.stub(#"{"metadata":{"team":"red"},"request":{"url":"/a"}}"#)
        bench.stub(#"{"request":{"url":"/b"}}"#)
        for target in ["/a", "/b", "/c"] { bench.request("GET", target) }
        #expect(bench.call("POST", "/requests/remove-by-metadata", #"{"absent":true}"#).json?["serveEvents"] == [])
        let removed = bench.call("POST", "/requests/remove-by-metadata", #"{"equalTo":"null"}"#).json?["serveEvents"]?.all("request")
        #expect(removed?.map { $0?["url"] } == ["/b", "/c"])
    }

    @Test func entriesAreRemoved() {
        let byPattern = bench.call("POST", "/requests/remove", #"{"method":"POST"}"#)
        #expect(byPattern.json?["serveEvents"]?.array?.count == 1)
        let byMetadata = bench.call("POST", "/requests/remove-by-metadata", #"{"equalToJson":{"team":"red"}}"#)
        #expect(byMetadata.json?["serveEvents"]?.array?.count == 1)
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 0)
    }

    @Test(arguments: [("DELETE", "/requests"), ("POST", "/requests/reset")])
    func theJournalIsEmptied(method: String, path: String) {
        #expect(bench.call(method, path).text == "{}")
        #expect(count("{}") == 0)
    }

    @Test func aZeroThatMayBeFalseIsRefused() {
        let bench = AdminBench(journal: JournalSettings(maximumEntries: 1))
        for _ in 1...3 { bench.request("GET", "/a") }
        let some = bench.call("POST", "/requests/count", #"{"url":"/a"}"#)
        #expect(some.json == ["count": 1, "requestJournalDisabled": false, "complete": false])
        let none = bench.call("POST", "/requests/count", #"{"url":"/b"}"#)
        #expect(none.status == 409)
        #expect(none.text.contains("2 older entries were dropped"))
        #expect(bench.call("POST", "/requests/find", #"{"url":"/b"}"#).json?["complete"] == false)
        #expect(bench.call("GET", "/requests/unmatched").json?["complete"] == false)
        let list = bench.call("GET", "/requests?after=0").json
        #expect(list?["truncated"] == true)
        #expect(list?["meta"]?["dropped"] == 2)
    }

    /// It binds objects strictly: one field that it does not know, and the whole answer is refused.
    @Test func wireMocksJavaClientGetsWireMocksFieldsAlone() throws {
        let bench = AdminBench(journal: JournalSettings(maximumEntries: 2))
        let java: HeaderFields = [("User-Agent", "Apache-HttpClient/5.5 (Java/17.0.15)")]
        func names(_ value: JSONValue?) -> Set<String> { Set(value?.object?.map(\.name) ?? []) }
        func call(_ method: String, _ path: String, _ body: String = "") -> JSONValue? {
            bench.call(method, path, body, headers: java).json
        }
        bench.stub(#"{"request":{"url":"/a"},"response":{"body":"x"}}"#)
        bench.request("GET", "/a")
        bench.request("GET", "/a")
        bench.request(
            "POST", "/b", headers: [("Host", "localhost"), ("Content-Type", "multipart/form-data; boundary=x")],
            body: "--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nv\r\n--x--\r\n")

        let list = try #require(call("GET", "/requests"))
        #expect(names(list) == ["requests", "meta", "requestJournalDisabled"])
        #expect(list["meta"] == ["total": 2])
        let event: Set = ["id", "request", "responseDefinition", "response", "wasMatched", "timing", "stubMapping"]
        let missed = try #require(list["requests"]?[0])
        #expect(names(missed) == event.union(["subEvents"]))
        #expect(names(list["requests"]?[1]) == event)
        #expect(missed["request"]?["multiparts"] == nil)
        #expect(names(missed["subEvents"]?[0]) == ["type", "timeOffsetNanos", "data"])
        #expect(call("GET", "/requests/\(missed["id"]?.string ?? "")") == missed)
        #expect(names(call("GET", "/requests/unmatched/near-misses")?["nearMisses"]?[0]) == ["request", "stubMapping", "matchResult"])
        #expect(names(call("POST", "/near-misses/request", #"{"url":"/c"}"#)?["nearMisses"]?[0]).count == 3)
        #expect(call("POST", "/requests/count", #"{"url":"/a"}"#) == ["count": 1, "requestJournalDisabled": false])
        #expect(names(call("POST", "/requests/find", #"{"url":"/a"}"#)) == ["requests", "requestJournalDisabled"])
        #expect(names(call("POST", "/requests/remove", #"{"url":"/a"}"#)?["serveEvents"]?[0]) == event)
    }

    @Test func wireMocksJavaClientGetsStubsInWireMocksLanguage() throws {
        let bench = AdminBench()
        let id = bench.stub(
            #"""
            {"request": {"url": "/a", "listener": "http"}, "repeat": "cycle", "probability": 1, "scenarioName": "s",
             "responses": [{"status": 201}, {"fault": {"effect": "reset", "at": "beforeHeaders"}}]}
            """#)
        bench.request("GET", "/a")
        bench.request("GET", "/a")
        let plain: JSONValue = [
            "id": .string(id), "scenarioName": "s", "request": ["url": "/a", "method": "ANY"], "uuid": .string(id),
            "response": ["status": 201],
        ]
        func call(_ path: String) -> JSONValue? { bench.call("GET", path, headers: [("User-Agent", "Apache-HttpClient/5.5")]).json }
        #expect(call("/mappings/\(id)") == plain)
        #expect(call("/mappings")?["mappings"]?[0] == plain)
        #expect(call("/scenarios")?["scenarios"]?[0]?["mappings"]?[0] == plain)
        let events = try #require(call("/requests")?["requests"])
        #expect(events.all("stubMapping") == [plain, plain])
        #expect(events.all("responseDefinition") == [["status": 200], ["status": 201]])
    }

    @Test(arguments: [
        #"{"body": "x", "holdTimeoutMilliseconds": 10}"#, #"{"body": "x", "network": "3G"}"#,
        #"{"body": "x", "bandwidthKilobitsPerSecond": 100}"#, #"{"body": "x", "fault": {"effect": "reset", "at": "beforeHeaders"}}"#,
    ]) func wireMocksJavaClientGetsNothingElseOfResponses(response: String) throws {
        let bench = AdminBench()
        let id = bench.stub(#"{"request": {"url": "/a"}, "expect": {"atLeast": 1}, "response": \#(response)}"#)
        bench.request("GET", "/a")
        let plain: JSONValue = [
            "id": .string(id), "request": ["url": "/a", "method": "ANY"], "response": ["status": 200, "body": "x"], "uuid": .string(id),
        ]
        func call(_ path: String) -> JSONValue? { bench.call("GET", path, headers: [("User-Agent", "Apache-HttpClient/5.5")]).json }
        #expect(call("/mappings/\(id)") == plain)
        let event = try #require(call("/requests")?["requests"]?[0])
        #expect(event["stubMapping"] == plain)
        #expect(event["responseDefinition"] == ["status": 200, "body": "x"])
        #expect(event["response"]?["fault"] == nil)
    }

    @Test func aDisabledJournalSaysSo() {
        let bench = AdminBench(journal: JournalSettings(isEnabled: false))
        bench.request("GET", "/a")
        #expect(bench.call("GET", "/requests").json?["requestJournalDisabled"] == true)
        #expect(bench.call("POST", "/requests/count", "{}").json == ["count": -1, "requestJournalDisabled": true])
        let calls = [
            ("GET", "/requests/unmatched/near-misses", ""), ("POST", "/requests/remove", "{}"),
            ("POST", "/requests/remove-by-metadata", #"{"matchesJsonPath": "$.a"}"#),
            ("GET", "/requests/5144553f-13ba-42ae-9ad5-7b73a74b76b7", ""),
        ]
        for (method, path, body) in calls {
            let reply = bench.call(method, path, body)
            #expect(reply.status == 500)
            #expect(reply.json?["errors"]?[0]?["title"]?.string?.hasPrefix("The request journal is disabled") == true)
        }
        #expect(bench.call("DELETE", "/requests/5144553f-13ba-42ae-9ad5-7b73a74b76b7").status == 200)
    }

    @Test func aBodyTooLongToKeepLeavesItsPatternUndecided() {
        let bench = AdminBench(journal: JournalSettings(maximumBodyBytes: 10))
        bench.request("POST", "/a", body: "a body of more than ten bytes")
        #expect(bench.call("POST", "/requests/count", #"{"url":"/a"}"#).json?["count"] == 1)
        #expect(bench.call("POST", "/requests/count", #"{"url":"/a","bodyPatterns":[{"contains":"x"}]}"#).status == 409)
        #expect(bench.call("POST", "/requests/count", #"{"url":"/b","bodyPatterns":[{"contains":"x"}]}"#).json?["count"] == 0)
        let entry = bench.call("GET", "/requests").json?["requests"]?[0]?["request"]
        #expect(entry?["bodyLength"] == 29)
        #expect(entry?["bodySha256"]?.string?.count == 64)
    }
}

extension RequestEndpointsTests {
    @Test func faultsAndWarningsAreInTheEntry() {
        bench.stub(#"{"request":{"url":"/f"},"response":{"fault":"EMPTY_RESPONSE"}}"#)
        bench.stub(#"{"request":{"url":"/g"},"response":{"body":"0123456789","fault":{"effect":"reset","at":{"bodyBytes":3}}}}"#)
        bench.stub(#"{"request":{"url":"/j","bodyPatterns":[{"not":{"equalToJson":{"a":1}}}]}}"#)
        for target in ["/f", "/g"] { bench.request("GET", target) }
        bench.request("POST", "/j", body: "no json")
        let entries = bench.call("GET", "/requests?limit=3").json?["requests"]
        #expect(entries?[2]?["response"]?["fault"] == "EMPTY_RESPONSE")
        #expect(entries?[1]?["performed"]?["fault"] == "reset after 3 bytes")
        #expect(entries?[0]?["wasMatched"] == true)
        #expect(entries?[0]?["subEvents"]?[0]?["type"] == "JSON_ERROR")
        let error = entries?[0]?["subEvents"]?[0]?["data"]?["errors"]?[0]
        #expect(error?["code"] == 10)
        #expect(error?["title"] == "Error parsing JSON")
        #expect(error?["detail"]?.string?.contains("expected a value") == true)
    }

    @Test func theOrderIsVerified() {
        let bench = AdminBench()
        for target in ["/a", "/b", "/x", "/a", "/c"] { bench.request("GET", target) }
        func order(_ urls: String...) -> AdminBench.Answer {
            bench.call("POST", "/requests/verify", #"{"inOrder": [\#(urls.map { #"{"url": "\#($0)"}"# }.joined(separator: ","))]}"#)
        }
        #expect(order("/a", "/b", "/c").json?["inOrder"] == true)
        #expect(order("/b", "/a").json?["requests"]?.all("url") == ["/b", "/a"])
        #expect(order("/c", "/b").json?["inOrder"] == false)
        #expect(order("/c", "/b").json?["sentence"] == "Pattern 2 of 2 was met by GET /b, but only before GET /c.")
        #expect(order("/a", "/nothing").json?["sentence"] == "Pattern 2 of 2 was met by no request after GET /a.")
        #expect(order("/a", "/a", "/a").json?["inOrder"] == false)
        #expect(order("/b", "/b").json?["sentence"] == "Pattern 2 of 2 was met by no request after GET /b.")
        #expect(bench.call("POST", "/requests/verify", "{}").status == 422)
        #expect(bench.call("POST", "/requests/verify", #"{"inOrder": [{"urll": 1}]}"#).status == 422)
    }

    @Test func anOrderThatMayHaveBeenDroppedIsNotDenied() {
        let bench = AdminBench(journal: JournalSettings(maximumEntries: 2))
        for target in ["/a", "/b", "/c"] { bench.request("GET", target) }
        #expect(bench.call("POST", "/requests/verify", #"{"inOrder": [{"url": "/a"}, {"url": "/c"}]}"#).status == 409)
        #expect(bench.call("POST", "/requests/verify", #"{"inOrder": [{"url": "/b"}, {"url": "/c"}]}"#).json?["inOrder"] == true)
    }
}
