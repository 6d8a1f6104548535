import Foundation
import FoundationNetworking
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServeTests {
    private static func mocks(saying body: String) throws -> TemporaryMocks {
        try TemporaryMocks(["mappings/hello.json": #"{"request": {"url": "/hello"}, "response": {"body": "\#(body)"}}"#])
    }

    private static func hello(_ server: RunningServer) async throws -> String {
        try await Curl("\(server.http.absoluteString)/hello").text
    }

    @Test func writesItsReadyLineIntoTheReadyFile() async throws {
        let mocks = try TemporaryMocks()
        let file = mocks.url.appending(path: "ready")
        let server = try await RunningServer(mocks.url, ["--ready-file", file.path])
        #expect(try String(contentsOf: file, encoding: .utf8) == server.readyLine + "\n")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func endsWellOnASignal(_ signal: Int32) async throws {
        let server = try await RunningServer()
        server.signal(signal)
        #expect(await server.end().status == 0)
    }

    @Test func readsFixturesAnewOnSIGHUP() async throws {
        let mocks = try Self.mocks(saying: "old")
        let server = try await RunningServer(mocks.url, ["--no-watch"])
        #expect(try await Self.hello(server) == "old")
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "new"}}"#, to: "mappings/hello.json")
        server.signal(SIGHUP)
        while try await Self.hello(server) != "new" {}
    }

    @Test func keepsTheLastGoodFixturesWhenNewOnesAreBad() async throws {
        let mocks = try Self.mocks(saying: "good")
        let server = try await RunningServer(mocks.url, ["--no-watch"])
        try mocks.write(#"{"request": {"ulr": "/hello"}}"#, to: "mappings/hello.json")
        server.signal(SIGHUP)
        #expect(try await Self.hello(server) == "good")
        server.signal(SIGTERM)
        let (status, log) = await server.end()
        #expect(status == 0)
        #expect(log.contains("mappings/hello.json:1:"))
    }

    @Test func servesAFolderThatWasDeletedAndMadeAnew() async throws {
        let mocks = try Self.mocks(saying: "old")
        let server = try await RunningServer(mocks.url)
        #expect(try await Self.hello(server) == "old")
        try FileManager.default.removeItem(at: mocks.url)
        #expect(try await Self.hello(server) == "old")
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "new"}}"#, to: "mappings/hello.json")
        while try await Self.hello(server) != "new" {}
    }

    @Test func keepsLongBodiesWhereTMPDIRSays() async throws {
        let mocks = try Self.mocks(saying: "hi")
        let server = try await RunningServer(mocks.url, ["--body-memory-bytes", "10"], environment: ["TMPDIR": "/nowhere"])
        let answer = try await Curl("\(server.http.absoluteString)/hello", "--data", "more than ten bytes").text
        #expect(answer == "The request's body could not be kept; the log says why.\n")
        server.signal(SIGTERM)
        #expect(await server.end().log.contains("\"/nowhere\": No such file or directory. Name another folder in TMPDIR."))
    }

    @Test func readsFixturesAnewWhenTheyAreSaved() async throws {
        let mocks = try Self.mocks(saying: "first")
        let server = try await RunningServer(mocks.url)
        #expect(try await Self.hello(server) == "first")
        for body in ["second", "third"] {
            try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "\#(body)"}}"#, to: "mappings/hello.json")
            while try await Self.hello(server) != body {}
        }
        try mocks.write(#"{"request": {"url": "/there"}, "response": {"body": "there"}}"#, to: "mappings/new/there.json")
        while try await Curl("\(server.http.absoluteString)/there").text != "there" {}
        // A typo, and then the file is mended: what was good is served meanwhile.
        try mocks.write(#"{"request": {"ulr": "/there"}}"#, to: "mappings/new/there.json")
        #expect(try await Curl("\(server.http.absoluteString)/there").text == "there")
        try mocks.write(#"{"request": {"url": "/there"}, "response": {"body": "mended"}}"#, to: "mappings/new/there.json")
        while try await Curl("\(server.http.absoluteString)/there").text != "mended" {}
    }

    @Test func refusesBadFixturesAndNamesEveryProblem() async throws {
        let mocks = try TemporaryMocks([
            "mappings/one.json": "{\n  \"request\": { \"urlPaht\": \"/\" }\n}", "mappings/two.json": #"{"response": {"status": "no"}}"#,
        ])
        let ended = try await Program.run(["serve", mocks.url.path, "--port", "0", "--s3-port", "0"])
        #expect(ended.status == 65)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains("mappings/one.json:2:16 "))
        #expect(ended.errors.contains("\"urlPath\""))
        #expect(ended.errors.contains("mappings/two.json:1:"))
    }

    @Test func saysWhenTheFolderIsMissing() async throws {
        let ended = try await Program.run(["serve", "/no/such/folder"])
        #expect(ended.status == 66)
        #expect(ended.errors.contains("/no/such/folder"))
    }

    @Test func saysWhenAPortIsTaken() async throws {
        let server = try await RunningServer()
        let port = try #require(server.http.port)
        let ended = try await Program.run(["serve", Program.sample.path, "--port", "\(port)", "--s3-port", "0"])
        #expect(ended.status == 69)
        #expect(ended.errors.contains("\(port)"))
        #expect(ended.errors.contains("--port 0 for any free one"))
    }

    @Test func saysWhatIsWrongWithItsArguments() async throws {
        #expect(try await Program.run(["serve", "--prot", "1"]).status == 64)
        #expect(try await Program.run(["serve", Program.sample.path, "--port", "99999"]).status == 64)
        #expect(try await Program.run(["serve", Program.sample.path, "--host", "example.org"]).status == 64)
        let word = try await Program.run(["serv"])
        #expect(word.status == 64 && word.errors.contains("Did you mean \"serve\"?"))
    }
}
