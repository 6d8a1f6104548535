import FixtureStore
import Foundation
import JSONDocument
import Logging
import MockEngine
import StubModel
import Synchronization
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test(arguments: [0, 5, 1e300]) func endsWhateverTheBoundOfTheEndIs(drainSeconds: Double) throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
        configuration.drainSeconds = drainSeconds
        let service = try Service(configuration, log: Self.silent)
        #expect(try service.start().http.hasPrefix("http://127.0.0.1:"))
        service.stop()
        service.stop()
    }

    /// The call of the admin API holds a thread that the stop has to join.
    @Test func aStopThatAWorkerHoldsUpGivesUpInTime() throws {
        var configuration = Configuration.embedded()
        configuration.adminShutdown = true
        configuration.drainSeconds = 0.1
        let (entered, freed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let service = try Service(configuration, log: Self.silent) {
            entered.signal()
            freed.wait()
        }
        let port = try #require(Int(service.start().http.split(separator: ":").last ?? ""))
        let client = try RawClient(port: port)
        try client.send("POST /__admin/shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n")
        entered.wait()
        let told = Mutex("")
        service.stop { cutOff in
            told.withLock { $0 = cutOff }
            freed.signal()
        }
        #expect(told.withLock { $0 }.hasPrefix("the stop took longer than 0.1 seconds, and cut off "))
        #expect(told.withLock { $0 }.hasSuffix("1 call of the admin API"))
    }

    /// What was read first must not be applied last.
    @Test func reloadsComeOneAfterTheOther() throws {
        let service = try Service(.embedded(), log: Self.silent)
        let order = Mutex<[Bool]>([])
        service.observeReloads(
            began: { order.withLock { $0.append(true) } }, ended: { _ in order.withLock { $0.append(false) } })
        DispatchQueue.concurrentPerform(iterations: 200) { _ in service.reload() }
        #expect(order.withLock { $0 } == (0..<400).map { $0.isMultiple(of: 2) })
        service.ignoreReloads()
        service.reload()
        #expect(order.withLock { $0.count } == 400)
    }

    /// A warning stays until its file is saved without it; only a reload that finds a new one says so.
    @Test func aReloadWarnsOfWhatIsNew() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"body": "{{request.path}}"}}"#)
        var configuration = Configuration.embedded()
        configuration.mocks = folder.path
        let log = RecordedLog()
        let service = try Service(configuration, log: log.logger)
        func warnings(of file: String) -> Int { log.lines.count { $0.hasPrefix("warning: ") && $0.contains(file) } }
        #expect(warnings(of: "a.json") == 1)
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}, "response": {"body": "{{request.path}}"}}"#)
        service.reload()
        #expect(warnings(of: "a.json") == 1 && warnings(of: "b.json") == 1)
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        service.reload()
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"body": "{{request.path}}"}}"#)
        service.reload()
        #expect(warnings(of: "a.json") == 2 && warnings(of: "b.json") == 1)
    }

    @Test func makingAReportChangesNothing() throws {
        let service = try Service(.embedded(), log: Self.silent, keepsRecord: true, shutDown: nil)
        _ = try service.start()
        defer { service.stop() }
        _ = try service.engine.openSession(SessionDefinition())
        let reports = (0..<2).map { _ in service.makeReport() }
        #expect(reports.map { $0?.sessionCount } == [1, 1])
        #expect(reports.map { $0?.sessions.count } == [2, 2], "with the server's own")
    }

    @Test func whatAStopCutsOffIsNamedByItsKind() {
        #expect("\(UnfinishedWork(requests: nil, adminCalls: 0, webhooks: 0, computations: 0))" == "no request")
        let cut = UnfinishedWork(requests: nil, adminCalls: 0, webhooks: 0, computations: 1)
        #expect("\(cut)" == "1 computation for a request that was cut off before")
        #expect("\(UnfinishedWork(requests: nil, adminCalls: 2, webhooks: 1, computations: 2))" == "2 calls of the admin API; 1 webhook")
        let all = UnfinishedWork(requests: "2 requests: 2 waiting", adminCalls: 1, webhooks: 2, computations: 1)
        #expect("\(all)" == "2 requests: 2 waiting; 1 call of the admin API; 2 webhooks")
    }

    @Test func aStopInTimeGivesUpNothing() throws {
        let service = try Service(.embedded(), log: Self.silent)
        _ = try service.start()
        service.stop { Issue.record("\($0)") }
    }

    @Test func aTemplateInTheBodyFileOfAStubOfTheAdminAPIIsTold() throws {
        let folder = try TemporaryFolder()
        for name in ["a.json", "b.txt", "a.jpg"] { try folder.write("__files/\(name)", #"{"a":"{{request.url}}"}"#) }
        try folder.write("__files/b.txt.meta.json", #"{"deliberate": true}"#)
        try folder.write("__files/plain.json", "{}")
        var environment = EngineEnvironment()
        environment.rendering.bodyFiles = try FixtureFolder(folder.path)
        let engine = MockEngine(environment, .manual())
        func warnings(_ response: String) throws -> [String] {
            let text = #"{"request": {"url": "/a"}, "response": {\#(response)}}"#
            let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "request body"))
            let mapping = try #require(StubMapping.decode(report.document.root, report))
            #expect(engine.compile(mapping, report) != nil)
            return report.warnings.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
        }
        let told = try warnings(#""bodyFileName": "a.json""#)
        #expect(
            told.first?.hasPrefix(
                "request body:1:57 /response/bodyFileName: the body file \"mocks/__files/a.json\" contains a template (1:7), "
                    + "and is sent unchanged. Add ") == true && told.count == 1, "\(told)")
        #expect(try warnings(#""bodyFileName": "a.json", "transformers": ["response-template"]"#) == [])
        for name in ["b.txt", "a.jpg", "plain.json"] { #expect(try warnings(#""bodyFileName": "\#(name)""#) == []) }
    }

    @Test func aStubOfTheAdminAPIWithoutItsBodyFileIsTold() throws {
        let folder = try TemporaryFolder()
        try folder.write("__files/page.json", "{}")
        let fixtures = try FixtureFolder(folder.path)
        var environment = EngineEnvironment()
        environment.rendering.bodyFiles = fixtures
        let engine = MockEngine(environment, .manual())
        let text = #"{"request": {"url": "/a"}, "response": {"bodyFileName": "pages.json"}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "request body"))
        let mapping = try #require(StubMapping.decode(report.document.root, report))
        #expect(engine.compile(mapping, report) != nil)
        #expect(
            report.lateProblems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") } == [
                "request body:1:57 /response/bodyFileName: the body file \"mocks/__files/pages.json\" is not there. Did you mean \"page.json\"?"
            ])
    }
}
