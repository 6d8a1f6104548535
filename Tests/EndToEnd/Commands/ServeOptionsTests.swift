import ArgumentParser
import Testing
import UnderstudyService

@testable import understudy

/// The two readers of the command line, the full one and the one for plain lines, must agree.
@Suite(.timeLimit(.minutes(5))) struct ServeOptionsTests {
    @Test(arguments: Setting.all.map(\.name))
    func everySettingIsAFlagThatBothReadAlike(_ name: String) throws {
        let setting = try #require(Setting.all.first { $0.name == name })
        let spellings =
            setting.isSwitch
            ? [["--\(name)"]]
            : [["--\(name)", "7"], ["--\(name)=7"], ["--\(name)", "7", "--\(name)", "a=b"], ["--\(name)=a=b", "mocks"]]
        for arguments in spellings {
            let full = try #require(try Understudy.parseAsRoot(["serve"] + arguments) as? Serve)
            let plain = try #require(PlainCommandLine(arguments))
            #expect(full.mocks == plain.mocks)
            #expect(full.options.layer.values.mapValues(\.texts) == plain.settings.values.mapValues(\.texts))
            #expect(full.options.layer.values[name]?.origin == plain.settings.values[name]?.origin)
        }
    }
}
