import AdminAPI
import HTTPMessage
import JSONDocument
import MockEngine
import Recorder
import StubModel
import Synchronization
import Testing
import UpstreamTestSupport

@Suite(.timeLimit(.minutes(5))) struct StubRecorderTests {
    /// Keeps what is written.
    final class Folder: MappingFolder, BodyFolder {
        func file(of id: UniqueID) -> String? { nil }
        let saved = Mutex<[StubMapping]>([])
        let written = Mutex<[String: [UInt8]]>([:])
        /// What the recorder has told.
        let warnings = Mutex<[String]>([])
        /// Whether nothing can be written.
        let isFull = Mutex(false)
        /// Called before mappings are saved, and before a file is written.
        let whenWriting = Mutex<(@Sendable () -> Void)?>(nil)

        private func check() throws {
            whenWriting.withLock { $0 }?()
            if isFull.withLock({ $0 }) { throw MappingFolderError.failed("The disk is full.") }
        }
        func reload() throws {}
        func save(_ mappings: [StubMapping]) throws {
            try check()
            saved.withLock { $0 += mappings }
        }
        func remove(_ mappings: [StubMapping]) throws {}
        func list() throws -> [String] { [] }
        func read(_ path: String) throws -> BodySource? { nil }
        func write(_ path: String, _ bytes: [UInt8]) throws {
            try check()
            written.withLock { $0[path] = bytes }
        }
        func remove(_ path: String) throws {}
        func mediaType(_ path: String) -> String { "" }
    }

    /// Counts what was asked.
    final class Count: Sendable {
        private let value = Atomic(0)
        var next: Int { value.add(1, ordering: .relaxed).newValue }
    }

    struct Fixture {
        let target: Target
        let proxying: ProxyingEngine
        let recorder: StubRecorder
        let folder = Folder()
        private let count = Count()

        init() throws {
            let count = self.count
            target = try Target { StubRecorderTests.plan(for: $0, count) }
            proxying = try ProxyingEngine()
            let folder = folder
            recorder = StubRecorder(proxying.engine, log: proxying.log, mappings: folder, files: folder) { line in
                folder.warnings.withLock { $0.append(line) }
            }
        }

        func start(_ specification: JSONValue) throws -> [Problem] {
            let document = try JSONDocument.parse(specification.bytes(), name: "spec")
            let report = ProblemReport(document)
            try recorder.start(document.root, report)
            return report.problems
        }

        func begin(_ more: JSONObject = [:]) throws {
            var specification = more
            specification["targetBaseUrl"] = .string(target.origin)
            #expect(try start(.object(specification)).isEmpty)
        }

        func snapshot(_ specification: JSONValue) throws -> RecordingResult {
            let document = try JSONDocument.parse(specification.bytes(), name: "spec")
            let report = ProblemReport(document)
            let result = try recorder.takeSnapshot(document.root, report)
            #expect(report.problems.isEmpty)
            return result
        }

        /// In the order of the requests.
        func stop() throws -> [JSONValue] { mappings(try recorder.stop()).reversed() }

        func mappings(_ result: RecordingResult) -> [JSONValue] {
            switch result {
            case .full(let mappings): mappings
            case .withWarnings(let result, _): mappings(result)
            case .ids, .withObjects: []
            }
        }
    }

    @Test func whatWasProxiedBecomesStubs() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        #expect(fixture.recorder.status == .neverStarted)
        try fixture.begin(["captureHeaders": ["Accept": [:], "X-C": ["caseInsensitive": true]]])
        #expect(fixture.recorder.status == .recording)
        _ = try await fixture.proxying.ask("/a/b.txt", headers: [("Accept", "text/plain")])
        _ = try await fixture.proxying.ask("/q?b=2&a=1&a=3")
        _ = try await fixture.proxying.ask(
            "/json", method: "POST", headers: [("Content-Type", "application/json"), ("x-c", "v")], body: Array(#"{"k":[1]}"#.utf8))
        _ = try await fixture.proxying.ask("/xml", method: "POST", headers: [("Content-Type", "application/xml")], body: Array("<a/>".utf8))
        _ = try await fixture.proxying.ask("/text", method: "POST", headers: [("Content-Type", "text/plain")], body: Array("abc".utf8))
        _ = try await fixture.proxying.ask(
            "/broken", method: "POST", headers: [("Content-Type", "application/json")], body: Array("{".utf8))
        _ = try await fixture.proxying.ask("/bin", method: "PUT", body: [0, 255])
        #expect(try await fixture.proxying.ask("/slow").body == Array("slow text".utf8))
        let stubs = try fixture.stop()
        #expect(fixture.recorder.status == .stopped)
        #expect(stubs.map { $0["name"] } == ["a_b.txt", "q", "json", "xml", "text", "broken", "bin", "slow"])
        #expect(stubs[0]["request"] == ["url": "/a/b.txt", "method": "GET", "headers": ["Accept": ["equalTo": "text/plain"]]])
        #expect(stubs[0]["response"]?["body"] == "hello /a/b.txt")
        #expect(stubs[0]["persistent"] == true)
        #expect(
            stubs[1]["request"] == [
                "urlPath": "/q", "method": "GET",
                "queryParameters": ["b": ["hasExactly": [["equalTo": "2"]]], "a": ["hasExactly": [["equalTo": "1"], ["equalTo": "3"]]]],
            ])
        #expect(
            stubs[2]["request"]?["bodyPatterns"] == [["equalToJson": #"{"k":[1]}"#, "ignoreArrayOrder": true, "ignoreExtraElements": true]])
        #expect(stubs[2]["request"]?["headers"] == ["X-C": ["equalTo": "v", "caseInsensitive": true]])
        #expect(stubs[1]["response"]?["status"] == 200)
        #expect(stubs[1]["response"]?["body"] == "hello /q?b=2&a=1&a=3")
        #expect(stubs[2]["response"]?["headers"]?["X-T"] == ["1", "2"])
        #expect(stubs[3]["request"]?["bodyPatterns"] == [["equalToXml": "<a/>"]])
        #expect(stubs[4]["request"]?["bodyPatterns"] == [["equalTo": "abc", "caseInsensitive": false]])
        #expect(stubs[5]["request"]?["bodyPatterns"] == [["equalTo": "{", "caseInsensitive": false]])
        #expect(stubs[6]["request"]?["bodyPatterns"] == [["binaryEqualTo": "AP8="]])
        #expect(stubs[6]["response"]?["base64Body"] == "AAH/")
        #expect(stubs[6]["response"]?["status"] == 201)
        #expect(stubs[7]["response"]?["body"] == "slow text")
        let saved = fixture.folder.saved.withLock { $0 }
        #expect(saved.count == 8)
        // The newest one comes first, here and in the files' order.
        #expect(saved.map(\.insertionIndex) == saved.indices.map { (saved.first?.insertionIndex ?? 0) - $0 })

        // They answer by themselves now.
        let asked = fixture.target.requests.count
        #expect(try await fixture.proxying.ask("/q?b=2&a=1&a=3").body == Array("hello /q?b=2&a=1&a=3".utf8))
        #expect(fixture.target.requests.count == asked)
        #expect(try await fixture.proxying.ask("/other").status == 404)
    }

    @Test func repeatedRequestsBecomeAScenario() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        for _ in 0..<3 { _ = try await fixture.proxying.ask("/again") }
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["scenarioName"] } == ["scenario-1-again", "scenario-1-again", "scenario-1-again"])
        #expect(stubs.map { $0["requiredScenarioState"] } == ["Started", "scenario-1-again-2", "scenario-1-again-3"])
        #expect(stubs.map { $0["newScenarioState"] } == ["scenario-1-again-2", "scenario-1-again-3", nil])
    }

    @Test(
        arguments: [
            ("application/xml", "<a><b></a>"), ("text/xml", "<p:a/>"), ("application/json", #"{"a": "${json-unit.regex}["}"#),
        ])
    func aBodyThatCannotBeParsedIsComparedAsText(_ type: String, _ body: String) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/good")
        _ = try await fixture.proxying.ask("/bad", method: "POST", headers: [("Content-Type", type)], body: Array(body.utf8))
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["name"] } == ["good", "bad"])
        #expect(stubs[1]["request"]?["bodyPatterns"] == [["equalTo": .string(body), "caseInsensitive": false]])
        #expect(fixture.folder.saved.withLock { $0.count } == 2)
    }

    @Test func anExchangeOfWhichNoStubCanBeMadeIsLeftOutWithAWarning() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/good")
        fixture.proxying.log.proxied(
            ProxiedExchange(
                request: Request(method: "GET", target: "/bad"), arrivedAt: fixture.proxying.engine.session.clock.now, status: 42,
                headers: [], body: []))
        guard case .withWarnings(let result, let warnings) = try fixture.recorder.stop() else {
            Issue.record("expected warnings")
            return
        }
        #expect(fixture.mappings(result).map { $0["name"] } == ["good"])
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("GET /bad was left out of the recording: ") == true)
        #expect(fixture.folder.saved.withLock { $0.count } == 1)
    }

    @Test func repeatsMayBeDropped() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["repeatsAsScenarios": "false", "persist": "false", "outputFormat": "FULL"])
        for _ in 0..<3 { _ = try await fixture.proxying.ask("/counted") }
        let stubs = try fixture.stop()
        #expect(stubs.count == 1)
        #expect(stubs[0]["response"]?["body"] == "answer 3")
        #expect(stubs[0]["scenarioName"] == nil && stubs[0]["persistent"] == nil)
        #expect(fixture.folder.saved.withLock { $0.isEmpty })
    }

    @Test func whatIsStubbedIsNotRecordedAgain() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["url": "/mine"], "response": ["body": "mine"]])
        try fixture.begin()
        #expect(try await fixture.proxying.ask("/mine").body == Array("mine".utf8))
        _ = try await fixture.proxying.ask("/theirs")
        #expect(try fixture.stop().map { $0["name"] } == ["theirs"])
        try fixture.begin()
        #expect(try await fixture.proxying.ask("/theirs").body == Array("hello /theirs".utf8))
        #expect(try fixture.stop().isEmpty)
    }

    /// Whether a stub would match it says nothing: that depends on priorities, scenarios and the past. As in WireMock.
    @Test func eachSnapshotHasEverythingThatWasProxied() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add([
            "priority": 1, "request": ["urlPattern": "/.*"], "response": ["proxyBaseUrl": .string(fixture.target.origin)],
        ])
        try fixture.proxying.add(["priority": 10, "request": ["urlPattern": "/.*"], "response": ["status": 404]])
        _ = try await fixture.proxying.ask("/json")
        for _ in 0..<2 { #expect(fixture.mappings(try fixture.snapshot(["persist": false])).map { $0["name"] } == ["json"]) }
    }

    @Test func theNewestComesFirstAndAScenarioIsCalledAfterThePath() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        for path in ["/bar/baz", "/foo", "/bar/baz"] { _ = try await fixture.proxying.ask(path) }
        let stubs = fixture.mappings(try fixture.recorder.stop())
        #expect(stubs.map { $0["name"] } == ["bar_baz", "foo", "bar_baz"])
        #expect(stubs.map { $0["scenarioName"] } == ["scenario-1-bar-baz", nil, "scenario-1-bar-baz"])
        #expect(stubs.map { $0["requiredScenarioState"] } == ["scenario-1-bar-baz-2", nil, "Started"])
        #expect(fixture.proxying.engine.session.stubs.map { JSONValue.string($0.id.description) } == stubs.map { $0["id"] })
    }

    @Test func beginningTwiceIsBeginningOnce() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/first")
        try fixture.begin()
        #expect(fixture.proxying.engine.session.stubCount == 1)
        #expect(try fixture.stop().map { $0["name"] } == ["first"])
        #expect(fixture.proxying.engine.session.stubCount == 1)
    }

    @Test func withoutATargetWhatStubsProxyIsRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["urlPath": "/p"], "response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        #expect(try fixture.start([:]).isEmpty)
        #expect(fixture.proxying.engine.session.stubCount == 1)
        _ = try await fixture.proxying.ask("/p")
        #expect(try fixture.stop().map { $0["name"] } == ["p"])
    }

    @Test func aRecordingTakesWhatStubsRespondOnlyWithAllowNonProxied() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["url": "/own"], "response": ["body": "own", "headers": ["Content-Type": "text/plain"]]])
        _ = try await fixture.proxying.ask("/own")
        try fixture.begin()
        for path in ["/own", "/p"] { _ = try await fixture.proxying.ask(path) }
        #expect(try fixture.stop().map { $0["name"] } == ["p"])
        try fixture.begin(["filters": ["allowNonProxied": true, "method": "GET"]])
        for path in ["/own", "/q", "/own?again"] { _ = try await fixture.proxying.ask(path) }
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["name"] } == ["own", "q", "own"])
        #expect(stubs.first?["response"] == ["status": 200, "body": "own", "headers": ["Content-Type": "text/plain"]])
    }

    @Test func ofARequestThatNothingMatchedTheStatusIsRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        #expect(try fixture.start(["filters": ["allowNonProxied": true]]).isEmpty)
        _ = try await fixture.proxying.ask("/missed")
        let entry = try #require(fixture.proxying.engine.session.journal.snapshot().oldestFirst.first { _ in true })
        #expect(!entry.response.headers.isEmpty)
        #expect(try fixture.stop().map { $0["response"] } == [["status": 404]])
    }

    @Test func snapshotTakesWhatTheJournalHas() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["urlPathPattern": "/p/.*"], "response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        try fixture.proxying.add(["request": ["url": "/own"], "response": ["body": "own"]])
        _ = try await fixture.proxying.ask("/p/before")
        fixture.proxying.engine.session.resetJournal()
        for path in ["/p/1", "/p/2", "/own"] { _ = try await fixture.proxying.ask(path) }
        let second = try #require(fixture.proxying.engine.session.journal.snapshot().oldestFirst.first { $0.request.target == "/p/2" })
        let quiet: JSONObject = ["persist": false]
        func names(_ filters: JSONValue) throws -> [String] {
            var specification = quiet
            specification["filters"] = filters
            let stubs = fixture.mappings(try fixture.snapshot(.object(specification)))
            fixture.proxying.engine.session.remove(stubs.compactMap { $0["id"]?.string.flatMap { UniqueID($0) } })
            return stubs.compactMap { $0["name"]?.string }
        }
        #expect(try names([:]) == ["p_2", "p_1"])
        #expect(try names(["urlPath": "/p/1", "method": "GET"]) == ["p_1"])
        #expect(try names(["ids": [.string(second.id.description)]]) == ["p_2"])
        #expect(try names(["allowNonProxied": true]) == ["own", "p_2", "p_1"])
        guard case .ids(let ids) = try fixture.snapshot(["outputFormat": "ids"]) else { Issue.record("expected ids"); return }
        #expect(ids.count == 2)
        #expect(fixture.proxying.engine.session.stubs.filter { $0.mapping.isPersistent }.map(\.id.description).sorted() == ids.sorted())
    }

    /// WireMock ignores them.
    @Test func unknownFieldsOfFiltersAreWarnings() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        let specification: JSONValue = ["persist": false, "filters": ["methods": ["GET"], "allowNonProxied": true]]
        let report = ProblemReport(try JSONDocument.parse(specification.bytes(), name: "spec"))
        _ = try await fixture.proxying.ask("/missed")
        let result = try fixture.recorder.takeSnapshot(report.document.root, report)
        #expect(fixture.mappings(result).count == 1)
        #expect(report.problems.isEmpty)
        #expect(
            report.warnings.map { "\($0.message). \($0.repair ?? "")" } == [
                #"unknown field "methods", which is ignored, as in WireMock. Did you mean "method"?"#
            ])
    }

    @Test(
        arguments: [
            (["targetBaseUrl": "http://127.0.0.1:1\u{0}@allowed.example"], "is not the URL of an HTTP server"),
            (["targetBaseUrl": "http://a@b@c/"], "is not the URL of an HTTP server"),
            (["targetBaseUrl": "ftp://x/"], "is not the URL of an HTTP server"),
            (["targetBaseUrl": "http://x/base?key=1"], "Leave out \"?key=1\"."),
            (["targetBaseUrl": "http://x", "nope": 1], "unknown field \"nope\""),
            (["targetBaseUrl": "http://x", "outputFormat": "XML"], "\"outputFormat\" cannot be \"XML\""),
            (["targetBaseUrl": "http://x", "requestBodyPattern": ["matcher": "no"]], "\"matcher\" cannot be \"no\""),
            (
                ["targetBaseUrl": "http://x", "requestBodyPattern": ["matcher": "equalToJson", "caseInsensitive": true]],
                "unknown field \"caseInsensitive\""
            ),
            (
                ["targetBaseUrl": "http://x", "requestBodyPattern": ["matcher": "equalTo", "ignoreArrayOrder": true]],
                "unknown field \"ignoreArrayOrder\""
            ),
            (
                ["targetBaseUrl": "http://x", "requestBodyPattern": ["matcher": "equalToXml", "ignoreExtraElements": true]],
                "unknown field \"ignoreExtraElements\""
            ),
            (["targetBaseUrl": "http://x", "extractBodyCriteria": ["textSizeThreshold": "3 q"]], "size in bytes"),
            (["targetBaseUrl": "http://x", "filters": ["urlPattern": "["]], "closing"),
        ] as [(JSONValue, String)])
    func mistakesAreTold(_ specification: JSONValue, _ phrase: String) throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        #expect(try fixture.start(specification).contains { $0.description.contains(phrase) })
        #expect(fixture.recorder.status == .neverStarted)
        #expect(throws: StubRecorder.NotRecording.self) { try fixture.recorder.stop() }
    }

    @Test func recordingFromATargetThatIsNotAllowedIsRefused() throws {
        let proxying = try ProxyingEngine(allowed: [])
        let recorder = StubRecorder(proxying.engine, log: proxying.log, mappings: nil, files: nil)
        let document = try JSONDocument.parse(Array(#"{"targetBaseUrl": "http://127.0.0.1:18098"}"#.utf8), name: "request body")
        let report = ProblemReport(document)
        let error = #expect(throws: UpstreamError.self) { try recorder.start(document.root, report) }
        #expect("\(try #require(error))".contains("Start with --allow-proxy-targets 127.0.0.1:18098 to allow it."))
        #expect(recorder.status == .neverStarted)
        #expect(proxying.engine.session.stubCount == 0)
    }
}
