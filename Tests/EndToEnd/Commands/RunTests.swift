import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct RunTests {
    private func run(_ options: String..., command: String...) async throws -> Program.Finished {
        try await Program.run(["run", Program.sample.path] + options + ["--"] + command)
    }

    @Test func givesTheCommandItsAddresses() async throws {
        let script = "curl -s $UNDERSTUDY_URL/counter && curl -sI $UNDERSTUDY_S3_URL/pose-images/pose-01.jpg"
        let ended = try await run(command: "sh", "-c", script)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains(#"{"counterDefaultValue":5}"#))
        #expect(ended.output.contains("200 OK"))
    }

    @Test func returnsTheCommandsStatus() async throws {
        #expect(try await run(command: "sh", "-c", "exit 7").status == 7)
        let nothing = try await run(command: "no-such-command-anywhere")
        #expect(nothing.status == 127 && nothing.errors.contains("PATH"))
        #expect(try await run(command: "/etc/passwd").status == 126)
    }

    @Test func turnsAMissIntoAFailureWhenStrict() async throws {
        let miss = ["sh", "-c", "curl -s $UNDERSTUDY_URL/nothing-like-it"]
        #expect(try await run(command: miss[0], miss[1], miss[2]).status == 0)
        let strict = try await run("--strict", command: miss[0], miss[1], miss[2])
        #expect(strict.status == 1)
        #expect(strict.errors.contains("/nothing-like-it"))
    }

    @Test(arguments: ["TERM", "INT", "HUP", "QUIT", "USR1", "USR2"])
    func passesSignalsOn(_ name: String) async throws {
        let script = "trap 'kill $!; exit 44' \(name); tail -f /dev/null & kill -\(name) $PPID; wait"
        #expect(try await run(command: "sh", "-c", script).status == 44)
    }

    /// A file in memory counts as any other for `ulimit -f`, and who goes beyond it is ended by the system.
    @Test func aLimitOfFileLengthsEndsNobody() async throws {
        let picture = "curl -s -o /dev/null -w '%{http_code} %{size_download}' \"$UNDERSTUDY_S3_URL/pose-images/pose-01.jpg\""
        let limited = ["--default-signal=XFSZ", "prlimit", "--fsize=1000000000", Program.url.path]
        let ended = try await Program.run(
            limited + ["run", Program.sample.path, "--", "sh", "-c", picture], of: URL(filePath: "/usr/bin/env"))
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output == "200 28572")
    }
}
