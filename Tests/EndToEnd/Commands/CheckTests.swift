import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct CheckTests {
    @Test func findsNothingWrongInTheSample() async throws {
        let ended = try await Program.run(["check", Program.sample.path])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasSuffix(", no problems\n"))
    }

    @Test func takesMocksInTheWorkingFolderWhenNoneAreNamed() async throws {
        #expect(try await Program.run(["check"], in: Program.root).status == 0)
    }

    /// Where a unit starts it.
    @Test(arguments: ["mocks-of-a-test", "~/mocks-of-a-test", "$HOME/mocks-of-a-test"])
    func aFolderBesideTheRootFolderNeedsItsWholePath(_ name: String) async throws {
        let ended = try await Program.run(["check", name], in: URL(filePath: "/"))
        #expect(ended.status == 66)
        #expect(ended.errors.contains("opening \"\(name)\": no such file or folder. It begins at the folder \"/\" here"), "\(ended.errors)")
    }

    @Test func namesEveryProblemWithItsPlace() async throws {
        let mocks = try TemporaryMocks([
            "mappings/a.json": #"{"request": {"headers": {"Accept": {"equalsTo": "x"}}}}"#,
            "mappings/b.json": "{\n  \"response\": { \"body\": \"{{#if}}\", \"transformers\": [\"response-template\"] }\n}",
            "mappings/c.json": #"{"request": {"urlPattern": "/(" }}"#,
        ])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 65)
        let said = ended.output + ended.errors
        #expect(said.contains("mappings/a.json:1:"))
        #expect(said.contains("Did you mean \"equalTo\"?"))
        #expect(said.contains("mappings/b.json:2:"))
        #expect(said.contains("mappings/c.json:1:"))
    }

    @Test(arguments: [
        (#"{"prot": 1, "threads": "x"}"#, ["understudy.json:1:2 /prot: unknown", "understudy.json:1:24 /threads: \"threads\""], 78),
        (#"{"port": 1,}"#, ["understudy.json:1:11: a trailing comma"], 78),
        (#"{"https": {"certificate": "none.pem", "key": "none.key"}}"#, ["reading \"none.pem\" (--https-certificate)"], 78),
        (#"{"https": {"certificate": 5, "key": "none.key"}}"#, ["understudy.json:1:27 /https/certificate"], 78),
        (#"{"s3": {"auth": "strict", "keys": ["none"]}}"#, ["understudy.json:1:36 /s3/keys/0"], 78),
        (#"{"globalResponseTemplating": true}"#, [], 65),
    ])
    func namesProblemsOfSettingsAndOfMappings(settings: String, told: [String], status: Int32) async throws {
        let mocks = try TemporaryMocks([
            "understudy.json": settings, "mappings/a.json": #"{"request": {"urlPth": "/a"}}"#, "mappings/b.json": "{",
        ])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == status)
        for text in told + ["mappings/a.json:1:14 /request/urlPth", "mappings/b.json:1:", "2 problems\n"] {
            #expect(ended.errors.contains(text), "\(ended.errors)")
        }
        let count = told.count == 1 ? "1 problem" : "\(told.count) problems"
        let ends = ended.errors.split(separator: "\n").filter { $0.contains(" in the settings") }
        let end = "\(count) in the settings; the fixtures are checked with defaults instead"
        #expect(ends == (told.isEmpty ? [] : [end[...]]), "\(ended.errors)")
        let correct = try TemporaryMocks(["understudy.json": settings, "mappings/a.json": #"{"request": {"url": "/a"}}"#])
        #expect(try await Program.run(["check", correct.url.path]).status == (told.isEmpty ? 0 : 78))
    }

    /// A stub whose target is a template may call what they allow.
    @Test func usesTheAllowedTargetsBehindAFileThatCannotBeUsed() async throws {
        let mocks = try TemporaryMocks([
            "understudy.json": #"{"proxy": {"allowTargets": ["127.0.0.1"]}, "s3": {"keysFile": "none"}}"#,
            "mappings/a.yaml":
                "request: {url: /a}\nresponse: {proxyBaseUrl: 'http://{{request.query.a}}', transformers: [response-template]}",
        ])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 78)
        #expect(ended.errors.contains("reading the file of S3 keys \"none\""), "\(ended.errors)")
        #expect(!ended.errors.contains("a template makes the host"), "\(ended.errors)")
    }

    /// It may be in the service's own folder, and the service starts later.
    @Test func writesNoToken() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "/a"}}"#])
        let state = mocks.url.appending(path: "state")
        let ended = try await Program.run(
            ["check", mocks.url.path, "--host", "0.0.0.0"], environment: ["STATE_DIRECTORY": state.path])
        #expect(ended.status == 0)
        #expect(!FileManager.default.fileExists(atPath: state.appending(path: "admin-token").path))
    }

    @Test func missesABodyFileThatServeWouldOnlyWarnOf() async throws {
        let mocks = try TemporaryMocks(["mappings/a.yaml": "response:\n  bodyFileName: nope.json\n"])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 65)
        #expect(ended.errors.contains("mappings/a.yaml:2:17 /response/bodyFileName: the body file"))
    }

    @Test func namesThePlacesInABodyFile() async throws {
        let mocks = try TemporaryMocks([
            "mappings/a.json":
                #"{"request": {"urlPath": "/a"}, "response": {"bodyFileName": "a.txt", "transformers": ["response-template"]}}"#,
            "__files/a.txt": "one\ntwo {{nope}} {{nothing 1}} {{nix 2}}\n",
        ])
        let ended = try await Program.run(["check", mocks.url.path])
        let lines = ended.errors.replacingOccurrences(of: mocks.url.path, with: "mocks").split(separator: "\n")
        #expect(ended.status == 65)
        let naming = "The file is named at mocks/mappings/a.json:1:61."
        let list = "docs/templates.md has the list of helpers."
        #expect(
            lines == [
                "mocks/__files/a.txt:2:16: the template does not compile: could not find helper: 'nothing'. \(list) \(naming)",
                "mocks/__files/a.txt:2:30: the template does not compile: could not find helper: 'nix'. \(list) \(naming)",
                "2 problems",
            ], "\(lines)")
    }

    @Test func aProblemIsOneLineWhateverItsFileIsCalled() async throws {
        let mocks = try TemporaryMocks(["mappings/a\nb\u{1B}[2J.json": "{"])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 65)
        #expect(ended.errors.hasPrefix(#"\#(mocks.url.path)/mappings/a\nb\u{1B}[2J.json:1:"#), "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").dropFirst() == ["1 problem"], "\(ended.errors)")
    }

    @Test func printsWarningsAsLinesOfTheirOwn() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "a"}}"#])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 0)
        #expect(ended.errors.hasPrefix("\(mocks.url.path)/mappings/a.json:1:21 /request/url: warning: \"url\" does not begin with"))
    }

    @Test func countsWarnings() async throws {
        let one = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "a"}}"#])
        #expect(try await Program.run(["check", one.url.path]).output == "\(one.url.path): 1 stub mapping, no problems, 1 warning\n")
        let two = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "a"}}"#, "__files/a.json": "{,}"])
        #expect(try await Program.run(["check", two.url.path]).output == "\(two.url.path): 1 stub mapping, no problems, 2 warnings\n")
    }

    /// As of a folder that was made for `--global-response-templating`.
    @Test func tellsManyWarningsOfOneKindInOneLine() async throws {
        var files: [String: String] = [:]
        for number in 1...6 {
            files["mappings/\(number).json"] = #"{"request": {"url": "/\#(number)"}, "response": {"body": "{{request.path}}"}}"#
        }
        let mocks = try TemporaryMocks(files)
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.output.hasSuffix(": 6 stub mappings, no problems, 6 warnings\n"))
        let lines = ended.errors.replacingOccurrences(of: mocks.url.path, with: "mocks").split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(
                "mocks/mappings/1.json:1:49 /response/body: warning: the template is sent as it is; the same at 5 other places: "
                    + "mocks/mappings/2.json:1:49, mocks/mappings/3.json:1:49 and 3 more") == true)
        #expect(ended.errors.contains("--global-response-templating"))
        let all = try await Program.run(["check", mocks.url.path, "--log-level", "debug"])
        #expect(all.errors.split(separator: "\n").count { $0.contains(": warning: the template is sent as it is. ") } == 6)
        #expect(try await Program.run(["check", mocks.url.path, "--global-response-templating"]).errors.isEmpty)
    }

    @Test func wantsAFolder() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": "{}"])
        let file = try await Program.run(["check", "\(mocks.url.path)/mappings/a.json"])
        #expect(file.status == 66)
        #expect(file.errors.contains("not a folder. Name the folder"))
        let nothing = try await Program.run(["check", "\(mocks.url.path)/nothing"])
        #expect(nothing.status == 66)
        #expect(nothing.errors.contains("mkdir -p"))
    }

    /// As `ExecReload=` runs it. systemd 257 does not name the credentials there, which may have the keys.
    @Test func besideAServiceItAsksForNoKeysThatMayBeCredentials() async throws {
        let mocks = try TemporaryMocks(["s3/pets/cat.jpg": ""])
        let strict = ["UNDERSTUDY_S3_AUTH": "strict", "UNDERSTUDY_PORT": "0", "UNDERSTUDY_S3_PORT": "0"]
        let beside = strict.merging(["MAINPID": "1"]) { $1 }
        #expect(try await Program.run(["check", mocks.url.path], environment: strict).status == 78)
        #expect(try await Program.run(["check", mocks.url.path], environment: beside).status == 0)
        #expect(try await Program.run(["serve", mocks.url.path], environment: beside).status == 78)
    }

    /// Beside mistakes in mappings, in the order of the files; the server would start.
    @Test func checksDescriptionsOfObjects() async throws {
        let mocks = try TemporaryMocks([
            "s3/pets/cat.jpg": "", "s3/pets/cat.jpg.meta.json": #"{"acls": 1}"#, "s3/pets/dog.meta.json": "{}",
        ])
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 65)
        let told = (ended.output + ended.errors).replacingOccurrences(of: mocks.url.path, with: "mocks")
        #expect(told.contains("mocks/s3/pets/cat.jpg.meta.json:1:2 /acls: unknown field"))
        #expect(told.contains(#"mocks/s3/pets/dog.meta.json: warning: it describes "mocks/s3/pets/dog", which is not there."#))
        #expect(told.contains("1 problem, 1 warning"))
        let server = try await RunningServer(mocks.url)
        #expect(try await Curl("\(server.s3.absoluteString)/pets/cat.jpg").status == 500)
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    @Test func refusesALinkThatLeavesTheFolder() async throws {
        let mocks = try TemporaryMocks(["__files/ok.txt": "ok"])
        try FileManager.default.createSymbolicLink(
            at: mocks.url.appending(path: "__files/secret"), withDestinationURL: URL(filePath: "/etc/hostname"))
        let ended = try await Program.run(["check", mocks.url.path])
        #expect(ended.status == 65)
        #expect((ended.output + ended.errors).contains("secret"))
    }
}
