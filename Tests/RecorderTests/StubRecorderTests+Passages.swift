import AdminAPI
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing
import UpstreamTestSupport

@testable import Recorder

/// How requests are passed on while they are recorded, and which responses become stubs (decision 0266).
extension StubRecorderTests {
    /// A client that has a copy of its own does not keep the others from theirs.
    @Test func whileItRecordsTheTargetIsAskedForWholeResponses() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["url": "/tagged"], "response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        let conditions: HeaderFields = [("If-None-Match", "\"a\""), ("If-Modified-Since", "Mon, 01 Jan 2024 00:00:00 GMT")]
        #expect(try await fixture.proxying.ask("/tagged", headers: conditions).status == 304)
        try fixture.begin(["persist": false])
        for method in ["GET", "HEAD"] {
            #expect(try await fixture.proxying.ask("/tagged", method: method, headers: conditions).status == 200)
        }
        _ = try await fixture.proxying.ask("/tagged", method: "PUT", headers: conditions)
        let fields = fixture.target.requests.map { request in conditions.map(\.name).filter { request.firstHeader($0) != nil } }
        #expect(fields == [conditions.map(\.name), [], [], conditions.map(\.name)])
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["response"]?["status"] } == [200, 200])
        #expect(try await fixture.proxying.ask("/tagged", headers: conditions).status == 200, "the stub's")
    }

    /// The stub matches them.
    @Test func conditionsThatAreCapturedArePassedOn() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "captureHeaders": ["if-none-match": [:], "Accept-Encoding": [:]]])
        let headers: HeaderFields = [("If-None-Match", "\"a\""), ("Accept-Encoding", "br")]
        #expect(try await fixture.proxying.ask("/tagged", headers: headers).status == 304)
        #expect(fixture.target.requests.first?.firstHeader("Accept-Encoding") == "br")
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["response"]?["status"] } == [304])
        #expect(stubs.first?["request"]?["headers"]?["if-none-match"] == ["equalTo": "\"a\""])
    }

    /// The recorder reads gzip alone, and another client may not know more.
    @Test(arguments: [("br, GZIP;q=0.5", "gzip"), ("br", "identity"), ("gzip;q=0", "identity"), (nil, nil)])
    func whileItRecordsTheCodingIsGzip(accepted: String?, passed: String?) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        let headers = HeaderFields(accepted.map { [.init("Accept-Encoding", $0)] } ?? [])
        for method in ["GET", "HEAD"] { _ = try await fixture.proxying.ask("/json", method: method, headers: headers) }
        _ = try await fixture.proxying.ask("/json", headers: HeaderFields(headers + [.init("Range", "bytes=0-1")]))
        let plain = passed.map { _ in "identity" }
        #expect(fixture.target.requests.map { $0.firstHeader("Accept-Encoding") } == [passed, plain, plain])
    }

    @Test func whatIsNotRecordedIsPassedOnAsItCame() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "filters": ["urlPath": "/json"]])
        #expect(try await fixture.proxying.ask("/tagged", headers: [("If-None-Match", "\"a\"")]).status == 304)
        #expect(try await fixture.proxying.ask("/moved").headers.first("Location") == fixture.target.origin + "/json")
        #expect(try fixture.stop().isEmpty)
    }

    @Test func a304ForAClientWithACopyIsNoStub() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["urlPath": "/tagged"], "response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        for target in ["/tagged", "/tagged?q", "/tagged"] {
            _ = try await fixture.proxying.ask(target, headers: [("If-None-Match", "\"a\"")])
        }
        let first = try fixture.snapshot(["persist": false])
        #expect(fixture.mappings(first).isEmpty)
        #expect(
            first.warnings.map { $0.prefix { $0 != ":" } } == [
                "GET /tagged was left out of the recording", "GET /tagged?q was left out of the recording",
            ])
        _ = try await fixture.proxying.ask("/tagged")
        let second = try fixture.snapshot(["persist": false])
        #expect(fixture.mappings(second).map { $0["response"]?["status"] } == [200])
        #expect(second.warnings.map { $0.prefix { $0 != ":" } } == ["GET /tagged?q was left out of the recording"])
    }

    /// Others get the whole, in whatever order the two were recorded.
    @Test(arguments: [["bytes=0-1", nil], [nil, "bytes=0-1"]]) func aPartIsForRequestsForThatPart(ranges: [String?]) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        func ask(_ range: String?) async throws -> Int {
            try await fixture.proxying.ask("/ranges", headers: HeaderFields(range.map { [.init("Range", $0)] } ?? [])).status
        }
        for range in ranges + ["bytes=9-"] { _ = try await ask(range) }
        let stubs = try fixture.stop()
        #expect(stubs.allSatisfy { $0["scenarioName"] == nil })
        #expect(
            stubs.map { $0["request"]?["headers"] } == [
                nil, ["Range": ["equalTo": "bytes=0-1"]], ["Range": ["equalTo": "bytes=9-"]],
            ])
        for (range, status) in [("bytes=0-1", 206), (nil, 200), ("bytes=9-", 416), ("bytes=1-", 200)] {
            #expect(try await ask(range) == status)
        }
    }

    /// Whatever came last.
    @Test func aStubThatAsksForLessDoesNotRespondInPlaceOfAnother() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "captureHeaders": ["X-A": [:]]])
        let requests: [(method: String, target: String, headers: HeaderFields, body: String)] = [
            ("POST", "/echo", [("Content-Type", "application/json")], #"{"a":1,"b":2}"#),
            ("POST", "/echo", [("Content-Type", "application/json")], #"{"a":                 1}"#), ("POST", "/echo", [], ""),
            ("GET", "/echo?a=1&b=2", [], ""), ("GET", "/echo?a=1", [], ""), ("GET", "/echo", [("X-A", "1")], ""), ("GET", "/echo", [], ""),
        ]
        func ask(_ index: Int) async throws -> [UInt8]? {
            let request = requests[index]
            return try await fixture.proxying.ask(
                request.target, method: request.method, headers: request.headers, body: Array(request.body.utf8)
            ).body
        }
        var bodies: [[UInt8]?] = []
        for index in requests.indices { bodies.append(try await ask(index)) }
        #expect(Set(bodies).count == requests.count)
        #expect(try fixture.stop().count == requests.count)
        for index in requests.indices { #expect(try await ask(index) == bodies[index]) }
        #expect(fixture.target.requests.count == requests.count)
    }

    /// It takes what they do not, and is still before what proxies.
    @Test(arguments: [nil, 8, 5]) func aLaterRecordingLeavesStubsThatAskForMoreTheirRequests(proxyPriority: Int?) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        if let proxyPriority {
            let response: JSONValue = ["proxyBaseUrl": .string(fixture.target.origin)]
            try fixture.proxying.add(["priority": JSONValue(proxyPriority), "request": [:], "response": response])
        }
        let targets = ["/echo?a=1&b=2&c=3", "/echo?a=1&b=2", "/echo?a=1", "/echo?a=2", "/echo?b=2&c=3&d=4"]
        var priorities: [JSONValue?] = []
        for target in targets {
            try fixture.begin(["persist": false])
            _ = try await fixture.proxying.ask(target)
            priorities += try fixture.stop().map { $0["priority"] }
        }
        let isLimited = proxyPriority == 5
        #expect(priorities == (isLimited ? [nil, nil, nil, nil, nil] : [nil, 6, 7, nil, nil]))
        let count = fixture.target.requests.count
        for target in isLimited ? [] : targets {
            #expect(try await fixture.proxying.ask(target).body == Array("GET \(target) - ".utf8))
        }
        #expect(fixture.target.requests.count == count)
    }

    @Test(arguments: [
        (#"{"a": [1, {"b": 2}]}"#, 6), (#"{"a": [1]}"#, 6), (#"{"a": [3]}"#, nil), (#"{"b": 2}"#, nil), ("{", nil), ("", 6),
    ])
    func aLaterRecordingLeavesAStubsJSONToIt(body: String, priority: Int?) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        var priorities: [JSONValue?] = []
        for text in [#"{"a": [{"b": 2, "c": 3}, 1]}"#, body] {
            try fixture.begin(["persist": false])
            _ = try await fixture.proxying.ask(
                "/echo", method: "POST", headers: [("Content-Type", "application/json")], body: Array(text.utf8))
            priorities += try fixture.stop().map { $0["priority"] }
        }
        #expect(priorities == [nil, priority.map { JSONValue($0) }])
    }

    @Test(.timeLimit(.minutes(1))) func longArraysCountAsDifferent() {
        func demands(_ numbers: some Sequence<Int>) -> StubDemands {
            let text = "[\(numbers.map(String.init).joined(separator: ","))]"
            return StubDemands(["bodyPatterns": [["equalToJson": .string(text)]]])
        }
        #expect(demands((0...100).reversed()).include(demands(0..<100)))
        #expect(!demands((0...100_000).reversed()).include(demands(0..<100_000)))
    }

    @Test(arguments: [
        ("/cut", "the target closed the connection before the end of its response"), ("/endless", "its response has not ended yet"),
    ])
    func aResponseThatIsNotWholeIsLeftOutWithAWarning(path: String, reason: String) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        let plan = try await fixture.proxying.plan(Request(target: path))
        let result = try fixture.recorder.stop()
        #expect(result.count == 0)
        #expect(result.warnings.count == 1)
        #expect(result.warnings.first?.hasPrefix("GET \(path) was left out of the recording: \(reason)") == true, "\(result.warnings)")
        #expect(fixture.folder.warnings.withLock { $0 } == result.warnings)
        withExtendedLifetime(plan) {}
    }

    /// Whoever asks again in vain has got the response before.
    @Test func whatIsLostOfARecordedRequestIsNotTold() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        _ = try await fixture.proxying.ask("/json")
        var lost = try #require(fixture.proxying.log.exchanges(from: 0).first)
        lost.loss = "it is lost"
        fixture.proxying.log.proxied(lost)
        let result = try fixture.recorder.stop()
        #expect((result.count, result.warnings.count) == (1, 0))
    }

    /// Who got the whole, or another part, has not got this one.
    @Test(arguments: [("bytes=0-1", 0), ("bytes=9-", 1), (nil, 1)])
    func aLostPartIsAQuestionOfItsOwn(range: String?, warnings: Int) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        _ = try await fixture.proxying.ask("/ranges", headers: HeaderFields(range.map { [.init("Range", $0)] } ?? []))
        var lost = try #require(fixture.proxying.log.exchanges(from: 0).first)
        lost.request = Request(target: "/ranges", headers: [("Range", "bytes=0-1")])
        (lost.status, lost.loss) = (0, "it is lost")
        fixture.proxying.log.proxied(lost)
        #expect(try fixture.recorder.stop().warnings.count == warnings)
    }

    @Test func whatTheRingDropsIsCounted() async throws {
        let proxying = try ProxyingEngine()
        let log = ProxyLog(maximumBytes: 3 << 20)
        let recorder = StubRecorder(proxying.engine, log: log, mappings: nil, files: nil)
        func exchange(_ target: String) -> ProxiedExchange {
            ProxiedExchange(
                request: Request(target: target), arrivedAt: proxying.engine.session.clock.now, status: 200, headers: [],
                body: [UInt8](repeating: 0, count: 1 << 20))
        }
        for _ in 0..<2 { log.proxied(exchange("/before")) }
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"persist": false}"#.utf8), name: "spec"))
        try recorder.start(report.document.root, report)
        for number in 0..<4 { log.proxied(exchange("/\(number)")) }
        let result = try recorder.stop()
        #expect(result.count == 2)
        #expect(result.warnings == ["The oldest 2 responses were left out of the recording: it keeps 3 MiB."])
    }

    /// A length of 0 would be wrong, too.
    @Test func aHEADWithoutALengthIsRepliedWithoutOne() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        for method in ["HEAD", "GET"] { _ = try await fixture.proxying.ask("/none", method: method) }
        _ = try await fixture.proxying.ask("/deleted", method: "HEAD")
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["response"]?["chunkedDribbleDelay"] } == [["numberOfChunks": 1, "totalDuration": 0], nil, nil])
        let plan = try await fixture.proxying.plan(Request(method: "HEAD", target: "/none"))
        #expect(plan.response.framing == .chunked)
    }

    /// The client stays while it is recorded, and when it is replayed.
    @Test func redirectionsToTheTargetLeadToThisServer() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        #expect(try await fixture.proxying.ask("/moved").headers.first("Location") == "/json")
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["response"]?["headers"]?["Location"] } == ["/json"])
        #expect(stubs.first?["response"]?["transformers"] == nil)
    }

    /// The replay's client would ask the real server.
    @Test func bodiesThatLeadToTheTargetAreTold() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        for target in ["/json", "/links", "/links?page=2"] { _ = try await fixture.proxying.ask(target) }
        let result = try fixture.recorder.stop()
        #expect(result.count == 3)
        #expect(
            result.warnings == [
                "Bodies have URLs of \(fixture.target.origin), as that of GET /links and 1 more, and clients of the replay will go there. "
                    + #"Write {{request.baseUrl}} in their place, and "transformers": ["response-template"]."#
            ])
    }

    /// What is recorded then is where to go instead.
    @Test func redirectionsToAnotherAddressOfTheTargetAreTold() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        for target in ["/secured?1", "/secured?2", "/secured?1&a"] { _ = try await fixture.proxying.ask(target) }
        let result = try fixture.recorder.stop()
        #expect(result.count == 3)
        let (first, second) = ("https://127.0.0.1:1", "https://127.0.0.1:2")
        #expect(
            result.warnings == [
                "Redirections lead to \(first), as that of GET /secured and 1 more, and clients leave this server. Record \(first).",
                "Redirections lead to \(second), as that of GET /secured, and clients leave this server. Record \(second).",
            ])
    }

    /// Caches would take the replay for old.
    @Test func theTimeOfTheResponseIsNotRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        #expect(try await fixture.proxying.ask("/aged").headers.contains("Date"))
        #expect(try fixture.stop().first?["response"]?["headers"] == ["Cache-Control": "max-age=60"])
    }
}
