import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct PlainCommandLineTests {
    @Test func theFolderAndSettingsAreRead() throws {
        let line = try #require(PlainCommandLine(["m", "--port", "0", "--seed=7", "--access-log", "--host", "a", "--host=b", "--port=1"]))
        #expect(line.mocks == "m")
        #expect(line.settings.values["port"]?.texts == ["1"])
        #expect(line.settings.values["seed"]?.texts == ["7"])
        #expect(line.settings.values["access-log"]?.texts == ["true"])
        #expect(line.settings.values["host"]?.texts == ["a", "b"])
        #expect(line.settings.values["host"]?.origin == .flag("host"))
    }

    @Test func nothingAtAllIsPlain() throws {
        let line = try #require(PlainCommandLine([]))
        #expect(line.mocks == nil && line.settings.values.isEmpty)
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["help"], ["-p", "1"], ["--prt", "1"], ["--port"], ["--port", "--seed"], ["--port="], ["--port", "-1"],
        ["--access-log=true"], ["a", "b"], ["--", "x"], ["--port", ""],
    ])
    func anythingElseIsLeftToTheFullParser(_ arguments: [String]) {
        let isPlain = PlainCommandLine(arguments) != nil
        #expect(!isPlain)
    }
}
