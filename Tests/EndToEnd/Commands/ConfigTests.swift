import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConfigTests {
    @Test func showsValuesWithTheirSources() async throws {
        let mocks = try TemporaryMocks(["understudy.json": #"{"seed": 7}"#])
        let ended = try await Program.run(
            ["config", "show", mocks.url.path, "--port", "1"],
            environment: [
                "UNDERSTUDY_LOG_LEVEL": "debug", "XDG_CONFIG_HOME": mocks.url.path, "UNDERSTUDY_ADMIN_API_BASIC_AUTH": "me:hunter2",
            ])
        #expect(ended.status == 0, "\(ended.errors)")
        let rows = ended.output.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        #expect(rows.contains("port 1 --port"))
        #expect(rows.contains("seed 7 \(mocks.url.path)/understudy.json:1:10"))
        #expect(rows.contains("log-level debug UNDERSTUDY_LOG_LEVEL"))
        #expect(rows.contains("admin-api-basic-auth (hidden) UNDERSTUDY_ADMIN_API_BASIC_AUTH"))
        #expect(!ended.output.contains("hunter2"))
    }

    @Test func needsNoFolderAndRefusesWhatServeRefuses() async throws {
        let absent = try await Program.run(["config", "show", "/no/such"])
        #expect(absent.status == 66 && absent.errors.contains("/no/such"), "a folder that is named must be there")
        #expect(try await Program.run(["config", "show", "--json"], in: FileManager.default.temporaryDirectory).output.hasPrefix("["))
        let bad = try await Program.run(["config", "show", "--port", "x"])
        #expect(bad.status == 64)
        #expect(bad.errors == "--port: the value is \"x\", but must be a whole number, 0…65535\n")
        let worse = try await Program.run(["config", "show"], environment: ["UNDERSTUDY_PORT": "x"])
        #expect(worse.status == 78)
    }
}
