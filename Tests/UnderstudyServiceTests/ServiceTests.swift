import FixtureStore
import Foundation
import JSONDocument
import Logging
import MockEngine
import StubModel
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

    @Test func twoListenersOnOnePortAreToldApart() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
        let first = try Service(configuration, log: Self.silent)
        let port = try #require(Int(first.start().http.split(separator: ":").last ?? ""))
        first.stop()
        (configuration.port, configuration.s3Port) = (port, port)
        let failure = #expect(throws: StartFailure.self) { try Service(configuration, log: Self.silent).start() }
        #expect(failure?.messages.first?.hasSuffix("with --port N or --s3-port N.") == true)
    }

    @Test func changesThatNeverEndAreLookedAtAllTheSame() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let watch = try FixtureWatch(try FixtureFolder(folder.path))
        let start = ContinuousClock.now
        #expect(try watch.settle())
        #expect(watch.patience(at: start) == nil)
        watch.hear(at: start)
        watch.hear(at: start + .milliseconds(500))
        #expect(watch.patience(at: start + .milliseconds(501)) == .milliseconds(30))
        #expect(watch.patience(at: start + .milliseconds(990)) == .milliseconds(10))
        #expect(watch.patience(at: start + .seconds(2)) == .zero)
        #expect(try !watch.settle())
        #expect(watch.patience(at: start + .seconds(2)) == nil)
    }

    @Test func aFolderMadeAnewIsFound() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mocks/mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path + "/mocks")
        let watch = try FixtureWatch(mocks)
        let isChangeOfMappings = try watch.settle()
        #expect(isChangeOfMappings && watch.patience() == nil)

        try FileManager.default.removeItem(atPath: folder.path + "/mocks")
        watch.hear()
        #expect(try watch.settle(), "The files are gone, which is told.")
        #expect(try watch.patience() != nil && !watch.settle(), "It goes on looking, without another word.")
        try folder.write("mocks/mappings/a.json", "{}")
        #expect(try watch.settle())
        #expect(mocks.load().problems.isEmpty)
        #expect(try !watch.settle())
        #expect(watch.patience() == nil)
    }

    /// The system keeps so many events for a watch, and drops those that come then. What is lost must not be missed.
    @Test func changesBeyondTheQueueOfTheSystemAreFound() throws {
        signal(SIGIO, SIG_IGN)
        let room = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let limit = try #require(Int(room.trimmingCharacters(in: .whitespacesAndNewlines)))
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path)
        let watch = try FixtureWatch(mocks)
        _ = mocks.load()
        _ = try watch.settle()

        // Made and removed: no trace is left but two events each, none of which is like the one before.
        let path = folder.path + "/mappings/"
        for number in 0...limit / 2 {
            #expect(mkdir(path + "d\(number)", 0o700) == 0 && rmdir(path + "d\(number)") == 0)
        }
        // These events have no room any more.
        try folder.write("mappings/new/b.json", "{}")
        watch.hear()
        #expect(try watch.settle(), "the new file is found")
        #expect(mocks.load { mapping, _ in mapping }.stubs.count == 2)
        watch.hear()
        #expect(try !watch.settle(), "nothing is new")
        // The folder that was made meanwhile is watched as well.
        try folder.write("mappings/new/c.json", "{}")
        watch.hear()
        #expect(try watch.settle())
        #expect(mocks.load { mapping, _ in mapping }.stubs.count == 3)
    }
}
