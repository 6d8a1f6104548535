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
}
