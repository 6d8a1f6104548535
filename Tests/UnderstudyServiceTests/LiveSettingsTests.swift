import Foundation
import JSONDocument
import Logging
import MockEngine
import TestSupport
import Testing

@testable import UnderstudyService

/// Settings that are read again while the server runs.
@Suite(.timeLimit(.minutes(5))) struct LiveSettingsTests {
    /// The fixtures tell of the folder, once.
    @Test func aFolderThatIsGoneIsNoProblemOfTheSettings() throws {
        let folder = try TemporaryFolder()
        try folder.write("mocks/understudy.json", "{}")
        let configuration = try Configuration.load(
            mocks: folder.path + "/mocks", flags: SettingLayer(), environment: [:], systemFile: folder.path + "/none")
        let settings = LiveSettings(configuration)
        try folder.write("mocks/understudy.json", #"{"port": "x"}"#)
        let told = #"\#(folder.path)/mocks/understudy.json:1:10 /port: "port" is "x", but must be a whole number, 0…65535."#
        #expect(settings.reload().problems.map(\.description) == [told])
        try FileManager.default.removeItem(atPath: folder.path + "/mocks")
        #expect(settings.reload().problems.isEmpty)
    }

    /// A network of numbers and a URL with a password are shown without them.
    @Test func aChangeOfWhatIsNotShownIsAChange() throws {
        let folder = try TemporaryFolder()
        func write(delay: Int, password: String) throws {
            let text = #"{"network": {"downDelayMilliseconds": \#(delay)}, "proxy": {"all": "http://user:\#(password)@127.0.0.1:9"}}"#
            try folder.write("understudy.json", text)
        }
        try write(delay: 300, password: "a")
        let settings = LiveSettings(
            try Configuration.load(mocks: folder.path, flags: SettingLayer(), environment: [:], systemFile: folder.path + "/none"))
        let unchanged = settings.reload()
        #expect(unchanged.applied == [] && unchanged.forRestart == [] && unchanged.network == nil)

        try write(delay: 900, password: "b")
        let change = settings.reload()
        #expect(change.problems.isEmpty && change.applied == ["network"] && change.forRestart == ["proxy.all"])
        #expect(change.network != nil)
        #expect(settings.reload().applied == [])
    }

    /// A mistake in the settings keeps the settings, one in a mapping the mappings.
    @Test func settingsAndMappingsAreReloadedEachByItself() throws {
        let folder = try TemporaryFolder()
        try folder.write("understudy.json", "{}")
        try folder.write("mappings/a.json", "{}")
        let configuration = try Configuration.load(
            mocks: folder.path, flags: SettingLayer(), environment: [:], systemFile: folder.path + "/none")
        let service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let health = service.engine.environment.fixtures
        #expect(service.reload().keptSentence == nil && !health.isStale)

        try folder.write("understudy.json", #"{"port": "x"}"#)
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}}"#)
        let partly = service.reload()
        #expect(partly.hasNewMappings && partly.problems.count == 1 && service.fixtureCount == 2)
        #expect(partly.keptSentence == "the last good settings stay in use")
        #expect(health.isStale && health.report.failedLoads == 0 && health.report.kept == [.settings])
        #expect(service.lastReload?.kept == "the last good settings stay in use" && service.lastReload?.loadedAt != nil)

        try folder.write("mappings/b.json", "{")
        let refused = service.reload()
        #expect(!refused.hasNewMappings && refused.problems.count == 2 && service.fixtureCount == 2)
        #expect(refused.keptSentence == "the last good settings and mappings stay in use")
        #expect(health.report.failedLoads == 1 && service.lastReload?.loadedAt == nil)

        try folder.write("understudy.json", "{}")
        #expect(service.reload().keptSentence == "the last good mappings stay in use")
        try folder.write("mappings/b.json", "{}")
        #expect(service.reload().problems.isEmpty && !health.isStale && health.report.staleSince == nil)
    }
}
