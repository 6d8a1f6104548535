import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
    /// Short enough for the path of a socket.
    private let socket = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8)).sock").path

    @Test func aRunningServiceReloadsAndTellsItsProblems() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "/a"}, "response": {"body": "one"}}"#])
        let server = try await RunningServer(mocks.url, ["--no-watch", "--admin-socket", socket])
        #expect(try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int == 0o600)
        try mocks.write(#"{"request": {"url": "/a"}, "response": {"body": "two"}}"#, to: "mappings/a.json")
        let done = try await Program.run(["reload", "--socket", socket])
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.output == "reloaded: 1 stub mapping\n")
        #expect(try await Curl("\(server.http.absoluteString)/a").text == "two")

        try mocks.write(#"{"request": {"ulr": "/a"}}"#, to: "mappings/a.json")
        let refused = try await Program.run(["reload"], environment: ["UNDERSTUDY_ADMIN_SOCKET": socket])
        #expect(refused.status == 65)
        #expect(refused.errors.contains("mappings/a.json:1:"))
        #expect(refused.errors.hasSuffix("1 problem; the last good mappings stay in use\n"))
        #expect(try await Curl("\(server.http.absoluteString)/a").text == "two")

        try mocks.write(#"{"request": {"url": "/a"}, "response": {"body": "three"}}"#, to: "mappings/a.json")
        try mocks.write(#"{"limits": {"bodyByts": 1}}"#, to: "understudy.json")
        let partly = try await Program.run(["reload", "--socket", socket])
        #expect(partly.status == 65)
        #expect(partly.output == "reloaded: 1 stub mapping\n")
        #expect(partly.errors.hasSuffix("1 problem; the last good settings stay in use\n"), "\(partly.errors)")
        #expect(try await Curl("\(server.http.absoluteString)/a").text == "three")

        // The socket has the admin API and nothing else, and asks for no token.
        #expect(try await Curl("http://localhost/__admin/health", "--unix-socket", socket).text.contains("healthy"))
        #expect(try await Curl("http://localhost/a", "--unix-socket", socket).text.hasPrefix("This listener has only the admin API"))
        server.signal(SIGTERM)
        let log = try await server.end().log
        #expect(log.contains("fixtures reloaded: 1 stub mapping"))
        #expect(log.contains("the fixtures have problems (1); the last good mappings stay in use"))
        #expect(log.contains("the fixtures have problems (1); the last good settings stay in use"))
        #expect(log.split(separator: "\n").count { $0.contains("fixtures reloaded: 1 stub mapping") } == 2)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func aMissingBodyFileIsToldBesideTheNewMappings() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "/a"}, "response": {"body": "one"}}"#])
        let server = try await RunningServer(mocks.url, ["--no-watch", "--admin-socket", socket])
        try mocks.write(#"{"request": {"url": "/a"}, "response": {"body": "two"}}"#, to: "mappings/a.json")
        try mocks.write(#"{"request": {"url": "/b"}, "response": {"bodyFileName": "gone.txt"}}"#, to: "mappings/b.json")
        let reload = try await Program.run(["reload", "--socket", socket])
        #expect(reload.status == 65)
        #expect(reload.output == "reloaded: 2 stub mappings\n")
        #expect(reload.errors.contains("__files/gone.txt\" is not there."), "\(reload.errors)")
        #expect(reload.errors.hasSuffix("\n1 problem of responses, files and objects; each concerns only itself\n"))
        #expect(try await Curl("\(server.http.absoluteString)/a").text == "two")
        #expect(try await Program.run(["check", mocks.url.path]).status == 65, "as the check says")
    }

    @Test func aServiceThatIsNotThereIsTold() async throws {
        let ended = try await Program.run(["reload", "--socket", socket])
        #expect(ended.status == 69)
        #expect(ended.errors == "calling the service at \"\(socket)\": No such file or directory. Does it run, and is it yours?\n")
        let named = try await Program.run(["reload"], environment: ["UNDERSTUDY_ADMIN_SOCKET": socket])
        #expect(named.status == 69)
        #expect(named.errors == ended.errors)
        let none = try await Program.run(["reload"], environment: ["UNDERSTUDY_ADMIN_SOCKET": "", "XDG_RUNTIME_DIR": "/nowhere"])
        #expect(none.status == 69)
        #expect(none.errors.contains("Name its socket with --socket PATH"))
    }

    @Test func aTokenIsNotNeededOnTheSocket() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": "{}", "token": "t"])
        let server = try await RunningServer(
            mocks.url, ["--no-watch", "--admin-socket", socket, "--admin-token-file", "\(mocks.url.path)/token"])
        #expect(try await Curl("\(server.http.absoluteString)/__admin/reload", "-d", "").text.contains("needs a token"))
        #expect(try await Program.run(["reload", "--socket", socket]).status == 0)
    }
}
