import FixtureStore
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

@Suite struct ServiceTests {
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
}
