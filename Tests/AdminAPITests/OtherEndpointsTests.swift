import Dispatch
import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

struct OtherEndpointsTests {
    let bench = AdminBench()

    @Test func scenariosAreListedSetAndReset() {
        bench.stub(#"{"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"two","request":{"url":"/a"}}"#)
        bench.request("GET", "/a")
        func state() -> JSONValue? { bench.call("GET", "/scenarios").json?["scenarios"]?[0]?["state"] }
        #expect(state() == "two")
        #expect(bench.call("PUT", "/scenarios/s/state", #"{"state":"Started"}"#).status == 200)
        #expect(state() == "Started")
        #expect(bench.call("PUT", "/scenarios/s/state", #"{"state":"two"}"#).status == 200)
        #expect(bench.call("PUT", "/scenarios/s/state").status == 200)
        #expect(state() == "Started")
        let misplaced = bench.call("PUT", "/scenarios/s/state?state=slow")
        #expect(misplaced.status == 422)
        #expect(misplaced.json?["errors"]?[0]?["title"] == "The state belongs in the body")
        #expect(misplaced.json?["errors"]?[0]?["detail"] == #"Send {"state": "slow"}."#)
        let unknownState = bench.call("PUT", "/scenarios/s/state", #"{"state":"three"}"#)
        #expect(unknownState.status == 422)
        #expect(unknownState.json?["errors"]?[0]?["title"] == "Scenario s does not support state three")
        #expect(unknownState.json?["errors"]?[0]?["detail"] == "The states are \"Started\", \"two\".")
        // Only a request without a body resets.
        for body in [#"{}"#, #"{"state":null}"#] {
            let noState = bench.call("PUT", "/scenarios/s/state", body)
            #expect(noState.status == 422)
            #expect(noState.json?["errors"]?[0]?["title"] == "Scenario s does not support state null")
        }

        let unknown = bench.call("PUT", "/scenarios/t/state", #"{"state":"two"}"#)
        #expect(unknown.status == 404)
        #expect(unknown.json?["errors"]?[0]?["title"] == "Scenario t does not exist")
        #expect(unknown.json?["errors"]?[0]?["detail"] == "Did you mean \"s\"? The only scenario is \"s\".")
        bench.request("GET", "/a")
        #expect(bench.call("POST", "/scenarios/reset").text == "{}")
        #expect(state() == "Started")
    }

    @Test func settingsAreKept() {
        #expect(bench.call("GET", "/settings").json == ["settings": ["proxyPassThrough": true]])
        #expect(bench.call("POST", "/settings", #"{"fixedDelay":10}"#).json?["fixedDelay"] == 10)
        #expect(bench.call("GET", "/settings").json == ["settings": ["fixedDelay": 10, "proxyPassThrough": false]])
        #expect(bench.call("PATCH", "/settings/extended", #"{"extended":{"z":0}}"#).text == "{}")
        #expect(bench.call("PUT", "/settings", #"{"settings":{"fixedDelay":20,"extended":{"a":1}}}"#).status == 200)
        #expect(bench.call("PATCH", "/settings/extended", #"{"extended":{"b":2}}"#).status == 200)
        let settings = bench.call("GET", "/settings").json?["settings"]
        #expect(settings?["fixedDelay"] == 20)
        #expect(settings?["extended"] == ["a": 1, "b": 2])
        #expect(bench.call("POST", "/settings", #"{"fixedDelay":"x"}"#).status == 422)
    }

    @Test func extendedSettingsThatAreAddedAtOnceAreAllKept() {
        let bench = bench
        DispatchQueue.concurrentPerform(iterations: 400) { number in
            _ = bench.call("PATCH", "/settings/extended", #"{"extended":{"n\#(number)":1}}"#)
        }
        #expect(bench.call("GET", "/settings").json?["settings"]?["extended"]?.object?.count == 400)
    }

    @Test func aLinkToAKeyThatBeginsWithASlashIsTold() {
        let told = bench.call("POST", "/s3/presign", #"{"bucket":"pictures","key":"/a.jpg"}"#).headers.first("X-Understudy-Hint")
        #expect(told?.contains("the key \"/a.jpg\" begins with a slash") == true, "\(told ?? "")")
    }

    @Test func aMistakeInAPostedRequestHasItsPlace() {
        let refused = bench.call("POST", "/near-misses/request", #"{"url":"/a","bodyAsBase64":"%"}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?.all("source").map { $0?["pointer"] } == ["/bodyAsBase64"], "\(refused.text)")
    }

    @Test func aLinkThatNoRequestCanUseIsRefused() {
        let refused = bench.call("POST", "/s3/presign", #"{"bucket":"pictures","key":"a.jpg","headers":{"Host":"x"},"maximumBytes":1}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?.all("source").map { $0?["pointer"] } == ["/headers/Host", "/maximumBytes"])
    }

    /// As in WireMock, whose delay is a number of 32 bits.
    @Test(arguments: ["2147483648", "9223372036854800", "9223372036854775807"]) func aLongerDelayThanAStubMayHaveIsRefused(delay: String) {
        #expect(bench.call("PUT", "/settings", #"{"fixedDelay":2147483647}"#).json?["fixedDelay"] == 2_147_483_647)
        let refused = bench.call("PUT", "/settings", #"{"fixedDelay":\#(delay)}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?.all("source").map { $0?["pointer"] } == ["/fixedDelay"], "\(refused.text)")
        #expect(refused.text.contains("must be in 0…2147483647"), "\(refused.text)")
        #expect(bench.call("GET", "/settings").json?["settings"]?["fixedDelay"] == 2_147_483_647)
    }

    @Test func metricsAreTheServers() {
        #expect(bench.call("GET", "/metrics").status == 404)
        var services = AdminServices()
        services.metrics = { "a 1\n" }
        #expect(AdminBench(services: services).call("GET", "/metrics").text == "a 1\n")
        #expect(bench.call("POST", "/metrics").status == 405)
    }

    @Test func recordingWithoutARecorder() {
        #expect(bench.call("GET", "/recordings/status").json == ["status": "NeverStarted"])
        let stopped = bench.call("POST", "/recordings/stop")
        #expect(stopped.status == 400)
        #expect(stopped.json == ["errors": [["code": 30, "title": "Not currently recording."]]])
        #expect(bench.call("POST", "/recordings/start", "{}").status == 500)
    }

    @Test func recordingIsTheRecorders() {
        var services = AdminServices()
        services.recorder = FakeRecorder()
        let bench = AdminBench(services: services)
        #expect(bench.call("POST", "/recordings/start", #"{"targetBaseUrl":1}"#).status == 422)
        #expect(bench.call("POST", "/recordings/start", #"{"targetBaseUrl":"http://x"}"#).text == "{}")
        #expect(bench.call("GET", "/recordings/status").json == ["status": "Recording"])
        #expect(bench.call("POST", "/recordings/stop").json == ["mappings": [["id": "1"]]])
        #expect(bench.call("POST", "/recordings/stop").status == 400)
        #expect(bench.call("POST", "/recordings/snapshot").json == ["ids": ["1"], "warnings": ["left out"], "s3": [:]])
        let java = bench.call("POST", "/recordings/snapshot", headers: [("User-Agent", "Apache-HttpClient/5.5")])
        #expect(java.json == ["ids": ["1"]])
    }

    @Test func shuttingDownHasToBeAllowed() {
        let count = Mutex(0)
        var services = AdminServices()
        services.shutDown = { count.withLock { $0 += 1 } }
        #expect(AdminBench(services: services).call("POST", "/shutdown").status == 403)
        var access = AdminAccess()
        access.allowsShutdown = true
        #expect(AdminBench(access: access, services: services).call("POST", "/shutdown").status == 200)
        #expect(count.withLock { $0 } == 1)
    }

    /// WireMock's clients see which of both a call is.
    @Test func successWithoutAResultIsAnEmptyBodyOrAnEmptyObjectAsInWireMock() {
        var services = AdminServices()
        services.files = FakeBodyFolder()
        services.shutDown = {}
        var access = AdminAccess()
        access.allowsShutdown = true
        let bench = AdminBench(access: access, services: services)
        let mapping = #"{"request":{"url":"/a"},"response":{}}"#
        let empty = [
            ("POST", "/mappings/import", #"{"mappings":[]}"#), ("POST", "/mappings/save", ""), ("POST", "/mappings/reset", ""),
            ("POST", "/mappings/remove", mapping), ("POST", "/reset", ""), ("DELETE", "/files/x", ""), ("POST", "/shutdown", ""),
        ]
        for (method, path, body) in empty {
            let answer = bench.call(method, path, body)
            #expect(answer.status == 200 && answer.text.isEmpty && !answer.headers.contains("Content-Type"), "\(method) \(path)")
        }
        let object = [
            ("DELETE", "/mappings", ""), ("DELETE", "/requests", ""), ("POST", "/scenarios/reset", ""),
            ("POST", "/mappings/remove-by-metadata", #"{"matchesJsonPath":"$.a"}"#), ("DELETE", "/mappings/unmatched", ""),
        ]
        for (method, path, body) in object {
            let answer = bench.call(method, path, body)
            #expect(answer.text == "{}" && answer.headers.first("Content-Type") == "application/json", "\(method) \(path)")
        }
    }

    /// In WireMock both calls are 500s then.
    @Test func unusedStubsAreKnownWithoutAJournal() {
        let bench = AdminBench(journal: false)
        for name in ["a", "b"] { bench.stub(#"{"name": "\#(name)", "request": {"url": "/\#(name)"}}"#) }
        bench.request("GET", "/a")
        #expect(bench.call("GET", "/mappings/unmatched").json?["mappings"]?.all("name") == ["b"])
        #expect(bench.call("DELETE", "/mappings/unmatched").status == 200)
        #expect(bench.call("GET", "/mappings").json?["mappings"]?.all("name") == ["a"])
    }

    @Test func filesAreListedReadWrittenAndDeleted() {
        var services = AdminServices()
        services.files = FakeBodyFolder()
        let bench = AdminBench(services: services)
        #expect(bench.call("PUT", "/files/a%20b/c.json", "{}").status == 200)
        #expect(bench.call("GET", "/files").json == ["a b/c.json"])
        let file = bench.call("GET", "/files/a%20b/c.json")
        #expect(file.text == "{}")
        #expect(file.headers.first("Content-Type") == "application/json")
        #expect(bench.call("DELETE", "/files/a%20b/c.json").status == 200)
        #expect(bench.call("DELETE", "/files/a%20b/c.json").status == 200)
        #expect(bench.call("GET", "/files/a%20b/c.json").status == 404)
        #expect(bench.call("PUT", "/files/%2E%2E/x", "x").status == 403)
        #expect(self.bench.call("GET", "/files").status == 500)
        // The bytes of a file stay as they are, whatever their charset.
        let latin1: HeaderFields = [("Content-Type", "text/plain; charset=ISO-8859-1")]
        #expect(bench.call("PUT", "/files/b.txt", bytes: [0xE9], headers: latin1).status == 200)
        #expect(bench.call("GET", "/files/b.txt").text == "\u{FFFD}")
    }
}

final class FakeRecorder: RecordingService {
    private let state = Mutex(RecordingStatus.neverStarted)
    private let ids: [String]

    init(ids: [String] = ["1"]) { self.ids = ids }

    var status: RecordingStatus { state.withLock { $0 } }
    var hasUnsaved: Bool { false }

    func start(_ specification: JSONNode, _ report: ProblemReport) throws {
        _ = specification.member("filters").map { RequestPattern.decode($0, report) }
        guard var fields = FieldReader(specification, report), fields.string("targetBaseUrl") != nil else { return }
        state.withLock { $0 = .recording }
    }

    func stop() throws -> RecordingResult {
        state.withLock { $0 = .stopped }
        return .full([["id": "1"]])
    }

    func takeSnapshot(_ specification: JSONNode, _ report: ProblemReport) throws -> RecordingResult {
        _ = specification.member("filters").map { RequestPattern.decode($0, report) }
        return .withObjects(.withWarnings(.ids(ids), ["left out"]), [:])
    }
}

final class FakeBodyFolder: BodyFolder {
    private let files = Mutex<[String: [UInt8]]>([:])

    private func check(_ path: String) throws { if path.hasPrefix("..") { throw BodyFolderError.outside(path) } }

    func list() throws -> [String] { files.withLock { $0.keys.sorted() } }
    func read(_ path: String) throws -> BodySource? { files.withLock { $0[path].map { .bytes($0) } } }
    func write(_ path: String, _ bytes: [UInt8]) throws {
        try check(path)
        files.withLock { $0[path] = bytes }
    }
    func remove(_ path: String) throws { files.withLock { $0[path] = nil } }
    func mediaType(_ path: String) -> String { "application/json" }
}
