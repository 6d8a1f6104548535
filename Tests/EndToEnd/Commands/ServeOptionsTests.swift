import ArgumentParser
import Testing
import UnderstudyService

@testable import understudy

/// The two readers of the command line, the full one and the one for plain lines, must agree. All settings stand on one line: a debug build
/// takes a second to read a line in full.
@Suite(.timeLimit(.minutes(5))) struct ServeOptionsTests {
    @Test(arguments: ["--NAME 7", "--NAME=7", "--NAME 7 --NAME a=b", "--NAME=a=b"])
    func everySettingIsAFlagThatBothReadAlike(spelling: String) throws {
        var arguments = ["mocks"]
        for setting in Setting.all {
            let line = setting.isSwitch ? "--NAME" : spelling
            arguments += line.replacing("NAME", with: setting.name).split(separator: " ").map(String.init)
        }
        let full = try Serve.parse(arguments)
        let plain = try #require(PlainCommandLine(arguments))
        #expect(full.mocks == plain.mocks)
        for setting in Setting.all {
            let value = try #require(full.options.layer.values[setting.name], "\(setting.name)")
            #expect(value.texts == plain.settings.values[setting.name]?.texts, "\(setting.name)")
            #expect(value.origin == plain.settings.values[setting.name]?.origin, "\(setting.name)")
        }
        #expect(full.options.layer.values.count == plain.settings.values.count)
    }
}
