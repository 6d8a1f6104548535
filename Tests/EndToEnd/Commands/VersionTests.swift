import Testing

@Suite(.timeLimit(.minutes(5))) struct VersionTests {
    @Test func printsItsVersion() async throws {
        let ended = try await Program.run(["version"])
        #expect(ended.status == 0)
        #expect(ended.output.contains(#/\d+\.\d+\.\d+/#))
    }

    @Test func showsExamplesFirst() async throws {
        let help = try await Program.run(["--help"])
        #expect(help.status == 0)
        #expect(help.output.contains("understudy serve"))
        #expect(try await Program.run(["no-such-command"]).status == 64)
    }
}
