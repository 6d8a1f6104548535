import Foundation
import Testing

/// `--admin-token-file`.
@Suite(.timeLimit(.minutes(5))) struct AdminTokenTests {
    private static func start(_ token: String) async throws -> (RunningServer, TemporaryMocks) {
        let mocks = try TemporaryMocks(["mappings/a.json": "{}", "token": token])
        return (try await RunningServer(mocks.url, ["--admin-token-file", mocks.url.appending(path: "token").path]), mocks)
    }

    @Test(arguments: ["secret-token", "secret-token\n", "secret-token\r\nits second line is no part of it\n"])
    func theFirstLineIsAskedFor(_ text: String) async throws {
        let (server, mocks) = try await Self.start(text)
        let admin = server.http.absoluteString + "/__admin/mappings"
        let refused = try await Curl(admin)
        #expect(refused.status == 401)
        #expect(refused.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
        #expect(try await Curl(admin, "-H", "Authorization: Bearer secret").status == 401)
        #expect(try await Curl(admin, "-H", "Authorization: Bearer secret-token ").status == 200)
        #expect(try await Curl(admin, "-X", "DELETE").status == 401)
        // Mocks are for everyone.
        #expect(try await Curl(server.http.absoluteString + "/anything").status == 200)
        withExtendedLifetime(mocks) {}
    }

    @Test(arguments: ["", "\n", "\nsecret"]) func aFileWithoutATokenIsRefused(_ text: String) async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": "{}", "token": text])
        let file = mocks.url.appending(path: "token").path
        let ended = try await Program.run(
            ["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--admin-token-file", file])
        #expect(ended.status == 78)
        #expect(ended.errors.contains(file))
    }

    @Test func aFileThatIsNotThereIsRefused() async throws {
        let mocks = try TemporaryMocks()
        let ended = try await Program.run(
            ["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--admin-token-file", "/no/such/token"])
        #expect(ended.status == 78)
        #expect(ended.errors.contains("/no/such/token"))
        #expect(ended.errors.contains("No such file or directory"))
    }
}
