import Foundation
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
        #expect(settings.reload().problems.count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/mocks")
        #expect(settings.reload().problems.isEmpty)
    }
}
