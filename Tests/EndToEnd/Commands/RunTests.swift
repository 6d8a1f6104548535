import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunTests {
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

    @Test(arguments: ["run", "explore"]) func aReportThatCannotBeWrittenIsToldBeforeTheCommandRuns(command: String) async throws {
        let mocks = try TemporaryMocks()
        let mark = mocks.url.appending(path: "mark")
        for path in [mocks.url.appending(path: "no/such/report.json").path, mocks.url.path, "/proc/report.json"] {
            let ended = try await Program.run([command, mocks.url.path, "--report", path, "--", "touch", mark.path])
            #expect(ended.status == 73)
            #expect(ended.errors.contains("writing the report \"\(path)\": ") && ended.errors.contains("--report"), "\(ended.errors)")
            #expect(!FileManager.default.fileExists(atPath: mark.path))
        }
    }

    @Test func tellsAtTheEndWhatBecameOfTheRun() async throws {
        let mocks = try TemporaryMocks()
        try mocks.write(
            #"{"name": "used", "request": {"url": "/a"}, "response": {"fixedDelayMilliseconds": 3}, "expect": {"count": 2}}"#,
            to: "mappings/a.json")
        try mocks.write(#"{"name": "idle", "request": {"url": "/b"}, "response": {"bodyFileName": "idle.json"}}"#, to: "mappings/b.json")
        for file in ["idle", "asked", "named", "forgotten"] { try mocks.write("{}", to: "__files/\(file).json") }
        try mocks.write("{}", to: "__files/forgotten.json.meta.json")
        try mocks.write(
            #"{"request": {"urlPathTemplate": "/n/{n}"}, "response": {"bodyFileName": "{{request.path.n}}.json", "transformers": ["response-template"]}}"#,
            to: "mappings/c.json")
        try mocks.write(
            #"{"name": "page", "request": {"urlPath": "/f", "queryParameters": {"page": {"equalTo": "1"}}}}"#, to: "mappings/d.json")
        let script = """
            curl -s "$UNDERSTUDY_URL/f?page=1"; curl -s "$UNDERSTUDY_URL/f?pag=1" > /dev/null
            curl -s $UNDERSTUDY_URL/asked; curl -s $UNDERSTUDY_URL/n/named; curl -s $UNDERSTUDY_URL/a; curl -s $UNDERSTUDY_URL/poses > /dev/null
            id=$(curl -s -X POST $UNDERSTUDY_URL/__admin/sessions -d '{"name": "mine"}' | sed -n 's/.*"id" : "\\([a-z0-9]*\\)".*/\\1/p')
            curl -s $UNDERSTUDY_URL/__session/$id/lost > /dev/null
            curl -s -X DELETE $UNDERSTUDY_URL/__admin/sessions/$id > /dev/null
            """
        for (name, strict, status) in [("report.json", false, Int32(0)), ("report.xml", true, 1)] {
            let file = mocks.url.appending(path: name)
            let ended = try await Program.run(
                ["run", mocks.url.path] + (strict ? ["--strict"] : []) + ["--report", file.path, "--", "sh", "-c", script])
            #expect(ended.status == status, "\(ended.errors)")
            for line in [
                "understudy: 7 requests, 1 session, 3 unmatched, 1 expectation not met, 2 fixtures unused",
                "unused     \(mocks.url.path)/__files/forgotten.json\n",
                "unmatched  GET /poses: create \(mocks.url.path)/__files/poses.json, or a mapping", "GET /lost (session mine)",
                "GET /f?pag=1: Closest is the stub \"page\" at \(mocks.url.path)/mappings/d.json:1:1; not met: query parameter \"page\" (wants",
                "The stub \"used\" was expected to respond exactly 2 times, and responded once.", "mappings/b.json:1:1 \"idle\"",
                "delayed    GET /a 3 ms by used",
            ] { #expect(ended.errors.contains(line), "\(line)\n\(ended.errors)") }
            let report = try String(contentsOf: file, encoding: .utf8)
            if name == "report.json" {
                let json = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
                #expect(json["unusedFiles"] as? [String] == ["__files/forgotten.json"])
                #expect(json["ok"] as? Bool == false && json["unmatchedCount"] as? Int == 3)
            } else {
                #expect(report.contains("tests=\"4\" failures=\"4\"") && report.contains("name=\"GET /lost (session mine)\""))
            }
        }
        let unwritable = try await Program.run(["run", mocks.url.path, "--report", "/nowhere/at/all.json", "--", "true"])
        #expect(unwritable.status == 73 && unwritable.errors.contains("--report"))
    }

    @Test func aFailedResponseIsInTheReportAndLeavesTheExitCode() async throws {
        let mocks = try TemporaryMocks()
        try mocks.write(#"{"name": "broken", "request": {"url": "/a"}, "response": {"bodyFileName": "none.json"}}"#, to: "mappings/a.json")
        let script = """
            curl -s $UNDERSTUDY_URL/a > /dev/null
            id=$(curl -s -X POST $UNDERSTUDY_URL/__admin/sessions -d '{"name": "mine", "strict": true}' | sed -n 's/.*"id" : "\\([a-z0-9]*\\)".*/\\1/p')
            curl -s $UNDERSTUDY_URL/__session/$id/a > /dev/null
            curl -s -X DELETE $UNDERSTUDY_URL/__admin/sessions/$id > /dev/null
            """
        for name in ["report.json", "report.xml"] {
            let file = mocks.url.appending(path: name)
            let ended = try await Program.run(["run", mocks.url.path, "--strict", "--report", file.path, "--", "sh", "-c", script])
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(ended.errors.contains("understudy: 2 requests, 1 session, 2 failed responses"), "\(ended.errors)")
            #expect(
                ended.errors.contains("failed     GET /a: ") && ended.errors.contains("failed     GET /a (session mine): "),
                "\(ended.errors)")
            let report = try String(contentsOf: file, encoding: .utf8)
            if name == "report.json" {
                let json = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
                let failures = try #require(json["failures"] as? [[String: Any]])
                #expect(json["ok"] as? Bool == true && json["failureCount"] as? Int == 2)
                #expect(failures.map { $0["session"] as? String } == [nil, "mine"])
                #expect(failures.allSatisfy { ($0["reason"] as? String)?.contains("none.json") == true }, "\(report)")
            } else {
                #expect(report.contains("tests=\"2\" failures=\"2\"") && report.contains("name=\"GET /a (session mine)\""), "\(report)")
            }
        }
    }

    @Test(arguments: [
        "curl -s $UNDERSTUDY_URL/__session/nonesuch/counter",
        "curl -s $UNDERSTUDY_URL/nothing; curl -s -X POST $UNDERSTUDY_URL/__admin/reset",
        "curl -s $UNDERSTUDY_S3_URL/pose-images/nothing.jpg",
        """
        curl -s -X POST $UNDERSTUDY_URL/__admin/mappings -d '{"request": {"url": "/e"}, "expect": {"count": 1}}'
        curl -s -X POST $UNDERSTUDY_URL/__admin/reset
        """,
    ])
    func strictForgetsNothing(script: String) async throws {
        let ended = try await run("--strict", command: "sh", "-c", "(\(script)) > /dev/null")
        #expect(ended.status == 1, "\(ended.errors)")
    }

    @Test func aFixtureThatWasUsedBeforeAResetIsUsed() async throws {
        let ended = try await run(
            command: "sh", "-c", "(curl -s $UNDERSTUDY_URL/counter; curl -s -X POST $UNDERSTUDY_URL/__admin/reset) > /dev/null")
        #expect(!ended.errors.contains("counter.json"), "\(ended.errors)")
    }

    /// The command takes the signal by waiting for it, so that it cannot come at a wrong moment; no other process is left behind.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
    func passesSignalsOn(_ signal: Int32) async throws {
        let script = """
            import os, signal
            signal.pthread_sigmask(signal.SIG_BLOCK, [\(signal)])
            os.kill(os.getppid(), \(signal))
            raise SystemExit(44 if signal.sigwait([\(signal)]) == \(signal) else 1)
            """
        let ended = try await run(command: "python3", "-c", script)
        #expect(ended.status == 44, "\(ended.errors)")
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
