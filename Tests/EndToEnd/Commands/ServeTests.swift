import Foundation
import FoundationNetworking
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServeTests {
    private static func mocks(saying body: String) throws -> TemporaryMocks {
        try TemporaryMocks(["mappings/hello.json": #"{"request": {"url": "/hello"}, "response": {"body": "\#(body)"}}"#])
    }

    private static func hello(_ server: RunningServer) async throws -> String {
        try await Curl("\(server.http.absoluteString)/hello").text
    }

    /// A server that tells a service manager of each reload.
    private static func watched(_ mocks: TemporaryMocks, _ options: String...) async throws -> (RunningServer, ServiceManagerSocket) {
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(mocks.url, options, environment: ["NOTIFY_SOCKET": manager.address])
        return (server, manager)
    }

    /// Asks after each reload, until the response is the expected one.
    /// - Parameter reloads: those before, which do not count; those that were waited for are added.
    private static func expect(
        _ text: String, from url: String, after reloads: inout Int, _ manager: ServiceManagerSocket
    ) async throws {
        var answer = ""
        while answer != text {
            reloads += 1
            try #require(await manager.message(reloads + 1, beginning: "READY=1") != nil, "no reload; the last response was \"\(answer)\"")
            answer = try await Curl(url).text
        }
    }

    @Test func writesItsReadyLineIntoTheReadyFile() async throws {
        let mocks = try TemporaryMocks()
        let file = mocks.url.appending(path: "ready")
        let server = try await RunningServer(mocks.url, ["--ready-file", file.path])
        #expect(try String(contentsOf: file, encoding: .utf8) == server.readyLine + "\n")
    }

    /// Before anything listens: the seed is logged when the listeners are open.
    @Test func aReadyFileThatCannotBeWrittenEndsTheStart() async throws {
        let mocks = try TemporaryMocks()
        let run = try await Program.run(["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--ready-file", "/nowhere/ready"])
        #expect(run.status == 73)
        let told = "writing the ready file \"/nowhere/ready\": No such file or directory. Choose another place with --ready-file.\n"
        #expect(run.errors == told)
        let precious = mocks.url.appending(path: "precious").path
        try mocks.write("precious", to: "precious")
        let replaced = try await Program.run(["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--ready-file", precious])
        #expect(replaced.status == 73)
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func endsWellOnASignal(_ signal: Int32) async throws {
        let server = try await RunningServer()
        server.signal(signal)
        #expect(try await server.end().status == 0)
    }

    /// libxml2 writes what it does not know in an XPath to standard error, unless it is told otherwise.
    @Test func theLibraryForXMLWritesNothingIntoTheLog() async throws {
        let matcher = #"{"request": {"url": "/a", "bodyPatterns": [{"matchesXPath": "nothing(/a)"}]}}"#
        let response = #"{"body": "{{xPath request.body 'none:thing(/a)'}}", "transformers": ["response-template"]}"#
        let mappings = #"{"mappings": [\#(matcher), {"request": {"url": "/b"}, "response": \#(response)}]}"#
        let mocks = try TemporaryMocks(["mappings/all.json": mappings])
        let server = try await RunningServer(mocks.url)
        #expect(try await Curl("\(server.http.absoluteString)/a", "-d", "<a/>").status == 404)
        #expect(try await Curl("\(server.http.absoluteString)/b", "-d", "<a/>").exitCode == 0)
        server.signal(SIGTERM)
        let log = try await server.end().log
        #expect(!log.contains("xmlXPath"), "\(log)")
    }

    @Test func furtherSignalsLeaveNothingBehind() async throws {
        let mocks = try TemporaryMocks()
        let (file, socket) = (mocks.url.appending(path: "ready").path, mocks.url.appending(path: "admin.sock").path)
        let server = try await RunningServer(mocks.url, ["--ready-file", file, "--admin-socket", socket])
        #expect(FileManager.default.fileExists(atPath: socket))
        for signal in [SIGTERM, SIGTERM, SIGINT] { server.signal(signal) }
        #expect(try await server.end().status == 0)
        for path in [file, socket] { #expect(!FileManager.default.fileExists(atPath: path)) }
    }

    @Test func readsFixturesAnewOnSIGHUP() async throws {
        let mocks = try Self.mocks(saying: "old")
        let (server, manager) = try await Self.watched(mocks, "--no-watch")
        #expect(try await Self.hello(server) == "old")
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "new"}}"#, to: "mappings/hello.json")
        #expect(try await Self.hello(server) == "old")
        server.signal(SIGHUP)
        #expect(await manager.message(2, beginning: "READY=1")?.contains("STATUS=Serving 1 stub mapping, ") == true)
        #expect(try await Self.hello(server) == "new")
    }

    @Test func tellsOfABadSetInHealthAndInResponses() async throws {
        let mocks = try Self.mocks(saying: "good")
        let (server, manager) = try await Self.watched(mocks, "--no-watch")
        let hello = "\(server.http.absoluteString)/hello"
        func health() async throws -> String {
            try await Curl("\(server.http.absoluteString)/__admin/health").text.filter { !$0.isWhitespace }
        }
        #expect(try await Curl(hello).headers["understudy-fixtures"] == nil)
        #expect(try await health().contains(#""state":"current""#))
        try mocks.write("{\n  nonsense", to: "mappings/hello.json")
        server.signal(SIGHUP)
        let place = "(the last good mappings stay in use) \(mocks.url.path)/mappings/hello.json:2:3"
        #expect(await manager.message(2, beginning: "READY=1")?.contains(place) == true)
        let answer = try await Curl(hello)
        #expect(answer.text == "good" && answer.headers["understudy-fixtures"] == "stale")
        let told = try await health()
        #expect(told.contains(#""status":"healthy""#) && told.contains(#""state":"stale""#) && told.contains(#""failedLoads":1"#))
        #expect(told.contains(#""kept":["mappings"]"#))
        #expect(told.contains("\(mocks.url.path)/mappings/hello.json") && told.contains(#""line":2"#))
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "new"}}"#, to: "mappings/hello.json")
        try mocks.write(#"{"network": "3g", "port": "x"}"#, to: "understudy.json")
        server.signal(SIGHUP)
        let settings = "(the last good settings stay in use) \(mocks.url.path)/understudy.json"
        #expect(await manager.message(3, beginning: "READY=1")?.contains(settings) == true)
        #expect(try await Curl(hello).text == "new", "mistakes in the settings do not stop the mappings")
        let partly = try await health()
        #expect(partly.contains(#""state":"stale""#) && partly.contains(#""kept":["settings"]"#) && partly.contains(#""failedLoads":1"#))
        try mocks.write(#"{"limits": {"drainSeconds": 1}, "threads": 4}"#, to: "understudy.json")
        server.signal(SIGHUP)
        #expect(await manager.message(4, beginning: "READY=1")?.contains("stay in use") == false)
        #expect(try await Curl(hello).headers["understudy-fixtures"] == nil)
        #expect(try await health().contains(#""settingsForRestart":["threads"]"#))
        #expect(await server.log.contains("\"limits.drainSeconds\" applied"))
    }

    @Test func keepsTheLastGoodFixturesWhenNewOnesAreBad() async throws {
        let mocks = try Self.mocks(saying: "good")
        let (server, manager) = try await Self.watched(mocks, "--no-watch")
        try mocks.write(#"{"request": {"ulr": "/hello"}}"#, to: "mappings/hello.json")
        server.signal(SIGHUP)
        #expect(await manager.message(2, beginning: "READY=1")?.contains("(the last good mappings stay in use)") == true)
        #expect(try await Self.hello(server) == "good")
        server.signal(SIGTERM)
        let (status, log) = try await server.end()
        #expect(status == 0)
        #expect(log.contains("mappings/hello.json:1:"))
    }

    @Test func servesAFolderThatWasDeletedAndMadeAnew() async throws {
        let mocks = try Self.mocks(saying: "old")
        let (server, manager) = try await Self.watched(mocks)
        #expect(try await Self.hello(server) == "old")
        try FileManager.default.removeItem(at: mocks.url)
        var reloads = 0
        // The files are gone, the folder is not there: the last good set stays.
        try await Self.expect("old", from: "\(server.http.absoluteString)/hello", after: &reloads, manager)
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "new"}}"#, to: "mappings/hello.json")
        try await Self.expect("new", from: "\(server.http.absoluteString)/hello", after: &reloads, manager)
    }

    @Test func keepsLongBodiesWhereTMPDIRSays() async throws {
        let mocks = try Self.mocks(saying: "hi")
        let folder = mocks.url.appendingPathComponent("mocks-tmp").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let server = try await RunningServer(mocks.url, ["--body-memory-bytes", "10"], environment: ["TMPDIR": folder])
        try FileManager.default.removeItem(atPath: folder)
        let answer = try await Curl("\(server.http.absoluteString)/hello", "--data", "more than ten bytes").text
        #expect(answer == "The request's body could not be kept; the log says why.\n")
        server.signal(SIGTERM)
        #expect(try await server.end().log.contains("\"\(folder)\": No such file or directory. Name another folder in TMPDIR."))
    }

    @Test func readsFixturesAnewWhenTheyAreSaved() async throws {
        let mocks = try Self.mocks(saying: "first")
        let (server, manager) = try await Self.watched(mocks)
        let hello = "\(server.http.absoluteString)/hello"
        let there = "\(server.http.absoluteString)/there"
        var reloads = 0
        #expect(try await Self.hello(server) == "first")
        for body in ["second", "third"] {
            try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "\#(body)"}}"#, to: "mappings/hello.json")
            try await Self.expect(body, from: hello, after: &reloads, manager)
        }
        try mocks.write(#"{"request": {"url": "/there"}, "response": {"body": "there"}}"#, to: "mappings/new/there.json")
        try await Self.expect("there", from: there, after: &reloads, manager)
        // A typo, and then the file is mended: what was good is served meanwhile.
        try mocks.write(#"{"request": {"ulr": "/there"}}"#, to: "mappings/new/there.json")
        var status = ""
        while !status.contains("(the last good mappings stay in use)") {
            reloads += 1
            status = try #require(await manager.message(reloads + 1, beginning: "READY=1"))
        }
        #expect(try await Curl(there).text == "there")
        try mocks.write(#"{"request": {"url": "/there"}, "response": {"body": "mended"}}"#, to: "mappings/new/there.json")
        try await Self.expect("mended", from: there, after: &reloads, manager)
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

    @Test(arguments: ["mappings/a.json", "__files/a.txt"]) func saysHowToServeTheFolderThatItIsIn(file: String) async throws {
        let mocks = try TemporaryMocks([file: "{}"])
        let ended = try await Program.run(["serve"], in: mocks.url)
        #expect(ended.status == 66)
        let name = file.prefix { $0 != "/" }
        #expect(ended.errors.contains("This folder has \(name): write understudy serve . (with the dot)."), "\(ended.errors)")
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
        let flag = try await Program.run(["serve", "--prot", "1"])
        #expect(flag.status == 64)
        #expect(flag.errors == "There is no option --prot. Did you mean --port? (see understudy serve --help)\n")
        let part = try await Program.run(["s3", "presign"])
        #expect(part.status == 64)
        #expect(part.errors == "Missing expected argument '<object>' (see understudy s3 presign --help)\n")
        #expect(try await Program.run(["serve", Program.sample.path, "--port", "99999"]).status == 64)
        #expect(try await Program.run(["serve", Program.sample.path, "--host", "example.org"]).status == 64)
        let word = try await Program.run(["serv"])
        #expect(word.status == 64 && word.errors.contains("Did you mean \"serve\"?"))
    }

    @Test func saysWhatItHasServedWhenItStops() async throws {
        let mocks = try Self.mocks(saying: "hi")
        let server = try await RunningServer(mocks.url)
        for path in ["hello", "hello", "nothing"] { _ = try await Curl("\(server.http.absoluteString)/\(path)") }
        server.signal(SIGTERM)
        #expect(try await server.end().log.contains("note: stopped; 3 requests, 1 unmatched\n"))
    }

    @Test func saysWhichFileChangedAndWhichSettingsNeedARestart() async throws {
        let mocks = try Self.mocks(saying: "first")
        let server = try await RunningServer(mocks.url)
        try mocks.write(#"{"seed": 1}"#, to: "understudy.json")
        #expect(await server.log.contains("note: understudy.json changed: \"seed\" will apply after a restart\n"))
        try mocks.write(#"{"request": {"url": "/hello"}, "response": {"body": "second"}}"#, to: "mappings/hello.json")
        #expect(await server.log.contains("note: fixtures reloaded: 1 stub mapping (\(mocks.url.path)/mappings/hello.json changed)\n"))
        _ = try await Curl("\(server.http.absoluteString)/__admin/mappings", "-d", #"{"request": {"url": "/new"}}"#)
        server.signal(SIGHUP)
        #expect(await server.log.contains("note: fixtures reloaded: 1 stub mapping\n"), "those of the folder")
        server.signal(SIGTERM)
        let log = try await server.end().log
        #expect(log.contains("understudy.json changed: \"seed\" will apply after a restart\n"))
    }

    @Test func saysWhichFilesChangedBeforeTheSignalToReload() async throws {
        let mocks = try Self.mocks(saying: "first")
        let server = try await RunningServer(mocks.url, ["--no-watch"])
        for name in ["d", "a", "c", "b", "hello"] { try mocks.write(#"{"request": {"url": "/\#(name)"}}"#, to: "mappings/\(name).json") }
        server.signal(SIGHUP)
        let folder = "\(mocks.url.path)/mappings"
        let files = "\(folder)/a.json, \(folder)/b.json, \(folder)/c.json and 2 more changed"
        #expect(await server.log.contains("note: fixtures reloaded: 5 stub mappings (\(files))\n"), "\(server.log.text)")
    }

    @Test func showsHeadsAndBodiesAtTheLevelOfDebugging() async throws {
        let mocks = try Self.mocks(saying: "hi")
        let server = try await RunningServer(mocks.url, ["--log-level", "debug"])
        _ = try await Curl("\(server.http.absoluteString)/hello", "--compressed", "-H", "Authorization: Bearer secret")
        _ = try await Curl("\(server.http.absoluteString)/__admin/mappings", "-d", #"{"request": {"url": "/new"}}"#)
        let page = try await Curl("\(server.http.absoluteString)/hello?token=secret", "-H", "Referer: http://a/?token=secret")
        #expect(page.text.contains("secret"), "the client sees what it has sent")
        server.signal(SIGTERM)
        let log = try await server.end().log
        #expect(log.contains("debug: > Referer: http://a/?token=[redacted]\n"))
        #expect(log.contains("debug: > GET /hello HTTP/1.1\n"))
        #expect(log.contains("debug: > Authorization: [redacted]\n"))
        #expect(log.contains("debug: < hi\n"))
        #expect(log.contains("debug: > POST /__admin/mappings HTTP/1.1\n"))
        #expect(log.contains(#"debug: > {"request": {"url": "/new"}}"# + "\n"))
        #expect(log.contains("debug: < 201\n"))
        #expect(!log.contains("secret"))
    }
}
