import AdminAPI
import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct ConfigurationSourcesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("mocks/understudy.json", #"{"port": 3, "seed": 3, "proxy": {"all": "http://me:secret@example.test/a@b"}}"#)
        try folder.write("xdg/understudy/understudy.json", #"{"port": 2, "s3Port": 2, "threads": 2}"#)
        try folder.write("system.json", #"{"port": 1, "s3Port": 1, "threads": 1, "limits": {"sessions": 1}}"#)
    }

    private func sources(
        _ environment: Environment? = nil, flags: [(String, [String])] = [], freePorts: Bool = false, system: String = "system.json"
    ) throws -> ConfigurationSources {
        try ConfigurationSources(
            mocks: folder.path + "/mocks", flags: SettingLayer(flags: flags.map { (name: $0.0, texts: $0.1) }), freePorts: freePorts,
            environment: environment ?? ["XDG_CONFIG_HOME": folder.path + "/xdg"], systemFile: folder.path + "/" + system)
    }

    @Test func theProjectsFileBeatsTheUsersWhichBeatsTheMachines() throws {
        let configuration = try sources().configuration()
        #expect(configuration.port == 3)
        #expect(configuration.s3Port == 2)
        #expect(configuration.threads == 2)
        #expect(configuration.maximumSessions == 1)
    }

    @Test func aWildcardInAnExpressionIsAWarning() throws {
        let keys = "AWS_*,HOME,java.*,[A-Z]*,app.db*"
        let warnings = try sources(flags: [("permitted-system-keys", [keys])]).configuration().warnings
        #expect(
            warnings
                == [("AWS_*", "AWS_.*"), ("app.db*", "app.db.*")].map { written, meant in
                    "--permitted-system-keys: \"\(written)\" is a regular expression, in which \"*\" repeats the character before it. "
                        + "Write \"\(meant)\" if it stands for any text."
                })
    }

    @Test func freePortsBeatTheUsersAndTheMachinesFile() throws {
        let configuration = try sources(freePorts: true).configuration()
        #expect(configuration.port == 3)
        #expect(configuration.s3Port == 0)
    }

    @Test func theUsersFolderIsBelowHomeUnlessItIsNamed() throws {
        try folder.write("home/.config/understudy/understudy.json", #"{"threads": 9}"#)
        #expect(try sources(["HOME": folder.path + "/home"]).configuration().threads == 9)
        #expect(try sources(["HOME": folder.path + "/home", "XDG_CONFIG_HOME": "relative"]).configuration().threads == 9)
        #expect(try sources(["HOME": folder.path + "/home", "XDG_CONFIG_HOME": folder.path]).configuration().threads == 1)
        #expect(try sources([:]).configuration().threads == 1)
    }

    @Test func everyValueHasItsOrigin() throws {
        try folder.write("credentials/admin-token", "x")
        let environment: Environment = [
            "XDG_CONFIG_HOME": folder.path + "/xdg", "UNDERSTUDY_LOG_LEVEL": "debug", "CREDENTIALS_DIRECTORY": folder.path + "/credentials",
        ]
        let flags = [("port", ["4"]), ("no-watch", ["true"]), ("host", ["::1", "localhost"]), ("s3-key", ["a:b"])]
        let shown = try sources(environment, flags: flags).effectiveSettings()
        func line(_ name: String) -> String? { shown.first { $0.name == name }.map { "\($0.value ?? "-") \($0.origin)" } }
        #expect(shown.map(\.name) == ["mocks"] + Setting.all.map(\.name))
        #expect(line("mocks") == "\(folder.path)/mocks argument")
        #expect(line("port") == "4 --port")
        #expect(line("host") == "::1,localhost --host")
        #expect(line("no-watch") == "true --no-watch")
        #expect(line("disable-gzip") == "false default")
        #expect(line("latency-scale") == "1 default")
        #expect(line("network") == "off default")
        #expect(line("max-connections") == "- default")
        #expect(line("log-level") == "debug UNDERSTUDY_LOG_LEVEL")
        #expect(line("seed") == "3 \(folder.path)/mocks/understudy.json:1:21")
        #expect(line("s3-port") == "2 \(folder.path)/xdg/understudy/understudy.json:1:23")
        #expect(line("admin-token-file") == "\(folder.path)/credentials/admin-token credential admin-token")
        #expect(line("s3-key") == "(hidden) --s3-key")
        #expect(line("admin-api-basic-auth") == "- default")
        #expect(line("proxy-all")?.hasPrefix("http://***@example.test/a@b ") == true)
    }

    @Test func aTableAndJSONShowThem() {
        let settings = [
            EffectiveSetting(name: "port", value: "8080", origin: "default"),
            EffectiveSetting(name: "network", value: nil, origin: "a.json:1:2"),
        ]
        #expect(EffectiveSetting.table(settings) == "port     8080  default\nnetwork  -     a.json:1:2\n")
        let array = (try? JSONValue.parse(Array(EffectiveSetting.json(settings).utf8)))?.array
        #expect(array?.count == 2)
        #expect(array?[0]["value"]?.string == "8080")
        #expect(array?[1]["value"] == .null)
    }

    @Test func aFileThatCannotBeReadEndsTheStart() throws {
        try folder.write("broken.json", "{\"port\": ")
        let broken = #expect(throws: StartFailure.self) { try sources(system: "broken.json").configuration() }
        #expect(broken?.exit == .badConfiguration)
        #expect(broken?.messages.count == 1)
        #expect(broken?.messages.first?.hasPrefix(folder.path + "/broken.json:1:") == true)
        let folderInPlace = #expect(throws: StartFailure.self) { try sources(system: "xdg").configuration() }
        #expect(folderInPlace?.exit == .badConfiguration)
        #expect(
            folderInPlace?.messages
                == ["reading the settings file \"\(folder.path)/xdg\": it is a folder. Remove it, or give it another name."])
        #expect(throws: Never.self) { try sources(system: "none.json").configuration() }
        #expect(throws: Never.self) { try sources(system: "system.json/none.json").configuration() }
    }

    @Test(arguments: ["folder", "pipe", "/dev/zero", "nothing"])
    func theProjectsFileMustBeAFile(kind: String) throws {
        let path = folder.path + "/mocks/understudy.json"
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: Never.self) { try sources().configuration() }
        switch kind {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: kind)
        }
        let failure = #expect(throws: StartFailure.self) { try sources().configuration() }
        #expect(failure?.exit == .badConfiguration)
        let reason = kind == "folder" ? "it is a folder" : kind == "nothing" ? "it is a link without a target" : "it is not a regular file"
        #expect(failure?.messages.count == 1)
        #expect(failure?.messages.first?.hasPrefix("reading the settings file \"\(path)\": \(reason). ") == true)
    }

    @Test(arguments: ["true", "5", "null"])
    func aTextIsWrittenAsAString(value: String) throws {
        try folder.write("mocks/understudy.json", #"{"admin": {"socket": \#(value)}, "host": [\#(value)], "port": "0"}"#)
        let failure = #expect(throws: StartFailure.self) { try sources().configuration() }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages.count == 2)
        #expect(failure?.messages.first?.contains("\"admin.socket\" is \(value), but must be a text") == true)
    }

    @Test func mistakesOfAllFilesAreToldTogether() throws {
        try folder.write("system.json", #"{"prot": 1}"#)
        try folder.write("mocks/understudy.json", #"{"threads": 0}"#)
        let failure = #expect(throws: StartFailure.self) { try sources().configuration() }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages.count == 2)
    }

    @Test func noMessageShowsASecret() throws {
        let flags = #expect(throws: StartFailure.self) {
            try sources(flags: [("s3-key", ["hunter2"]), ("admin-api-basic-auth", ["hunter2"])]).configuration()
        }
        #expect(
            flags?.messages == [
                "--admin-api-basic-auth: the value is not shown here, but must be user:password",
                "--s3-key: the value is not shown here, but must be ACCESSKEY:SECRETKEY",
            ])
        #expect(flags?.exit == .usage)
    }

    @Test(arguments: [
        ("a b\n", "the token in its first line must be of ASCII without blanks, as a header field has it"),
        ("\n", "is empty: its first line is the token"), ("x\u{0}y", "is not a text in UTF-8. Name a file of text (--admin-token-file)."),
    ])
    func aTokenThatNoFieldCanHaveIsRefused(text: String, told: String) throws {
        try folder.write("token", text)
        var configuration = Configuration()
        configuration.adminTokenFile = folder.path + "/token"
        let failure = #expect(throws: StartFailure.self) { try configuration.adminAccess() }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages.first?.hasPrefix("the token file \"\(folder.path)/token\"") == true)
        #expect(failure?.messages.first?.hasSuffix(told) == true)
    }

    @Test func aTokenIsTheFirstLineWithoutItsEnd() throws {
        try folder.write("token", "  abc=\r\nsecond\n")
        var configuration = Configuration()
        configuration.adminTokenFile = folder.path + "/token"
        #expect(try configuration.adminAccess().access.bearerToken == "abc=")
        configuration.adminTokenFile = folder.path + "/none"
        let missing = #expect(throws: StartFailure.self) { try configuration.adminAccess() }
        let repair = "Name a file that the server's user may read (--admin-token-file)."
        #expect(missing?.messages == ["reading the token file \"\(folder.path)/none\": No such file or directory. \(repair)"])
        try folder.write("long", String(repeating: "x", count: SecretFile.maximumBytes + 1))
        configuration.adminTokenFile = folder.path + "/long"
        let long = #expect(throws: StartFailure.self) { try configuration.adminAccess() }
        #expect(long?.messages == ["reading the token file \"\(folder.path)/long\": it has more than 65536 bytes. \(repair)"])
    }

    @Test func aCredentialThatIsProbablyMistypedIsTold() throws {
        for name in ["admin-token", "https-key", "admin-tokn", "database-password"] { try folder.write("credentials/\(name)", "x") }
        #expect(
            SettingLayer.warnings(inCredentials: folder.path + "/credentials") == [
                "the credential admin-tokn is not read. Did you mean admin-token? Write LoadCredential=admin-token:FILE."
            ])
        #expect(SettingLayer.warnings(inCredentials: folder.path + "/none").isEmpty)
        let layer = SettingLayer(credentialsIn: folder.path + "/credentials")
        #expect(layer.values["https-key"]?.texts == [folder.path + "/credentials/https-key"])
    }

    /// Otherwise the server would start without its token.
    @Test func credentialsThatCannotBeReadAreNotNone() throws {
        try folder.write("credentials/admin-token", "x")
        #expect(try sources(["CREDENTIALS_DIRECTORY": folder.path + "/credentials"]).configuration().credentialFlaw == nil)
        #expect(try sources(["CREDENTIALS_DIRECTORY": ""]).configuration().credentialFlaw == nil)
        for (name, reason) in [("none", "No such file or directory"), ("credentials/admin-token", "Not a directory")] {
            let flaw = try sources(["CREDENTIALS_DIRECTORY": folder.path + "/" + name]).configuration().credentialFlaw
            let beginning = "reading credentials in \"\(folder.path)/\(name)\" (CREDENTIALS_DIRECTORY)"
            #expect(flaw == "\(beginning): \(reason). Let the server's user read the folder, or unset the variable.")
        }
    }

    @Test func aCommandBesideTheServiceMayNotSeeCredentials() throws {
        try folder.write("credentials/admin-token", "x")
        let credentials = folder.path + "/credentials"
        let hiding: [Environment] = [
            ["MAINPID": "12"], ["MAINPID": "12", "CREDENTIALS_DIRECTORY": ""], ["CREDENTIALS_DIRECTORY": folder.path + "/none"],
        ]
        for environment in hiding { #expect(environment.hidesCredentials) }
        let others: [Environment] = [
            [:], ["CREDENTIALS_DIRECTORY": credentials], ["MAINPID": "12", "CREDENTIALS_DIRECTORY": credentials],
        ]
        for environment in others { #expect(!environment.hidesCredentials) }
    }

    @Test func aCheckPassesWithoutKeysThatItCannotSee() {
        var configuration = Configuration()
        configuration.s3Auth = "strict"
        #expect(throws: StartFailure.self) { try configuration.linkMaker() }
        configuration.mayMissCredentials = true
        #expect(throws: Never.self) { try configuration.linkMaker() }
    }

    @Test func aLinkHasTheHostThatClientsSend() throws {
        let link = try Configuration().presigned("b/k", url: "HTTP://H.Example:80/__session/a", environment: [:])
        #expect(link.hasPrefix("http://h.example/__session/a/b/k?"))
    }

    @Test func aLinkThatNoRequestCanUseIsNotMade() throws {
        func refusal(method: String = "PUT", url: String? = nil, type: String? = nil, version: String? = nil) -> [String]? {
            do throws(StartFailure) {
                _ = try Configuration().presigned("b/k", url: url, method: method, type: type, version: version, environment: [:])
                return nil
            } catch { return error.messages }
        }
        #expect(refusal(type: "image/png", version: "1") == nil)
        #expect(refusal(type: "a\r\nb: c") == ["--content-type must not have line ends or other control characters."])
        #expect(refusal(method: "POST", version: "1") == ["--version-id does not go with a form, whose address has no query."])
        let wrongPort = "--url: \"http://h:90900\" must be a URL like http://127.0.0.1:9000: the port is 90900, but must be 0…65535."
        #expect(refusal(url: "http://h:90900") == [wrongPort])
        #expect(refusal(url: "http://user@h:9000") == ["--url: \"http://user@h:9000\" must be a URL like http://127.0.0.1:9000."])
    }

    @Test func aFileOfS3KeysHasOneSecretForEachAccessKey() throws {
        var configuration = Configuration()
        configuration.s3KeysFile = folder.path + "/keys"
        try folder.write("keys", "A:one\nA:one\nA:two\n")
        let twice = #expect(throws: StartFailure.self) { try configuration.keyPairs() }
        #expect(twice?.exit == .badConfiguration)
        #expect(twice?.messages == ["\(folder.path)/keys:3: the access key \"A\" has another secret key before. Remove one of them."])
        try folder.write("keys", "# none\n\n")
        let none = #expect(throws: StartFailure.self) { try configuration.keyPairs() }
        #expect(none?.exit == .badConfiguration)
        #expect(none?.messages == ["the file of S3 keys \"\(folder.path)/keys\" has no key: write ACCESSKEY:SECRETKEY into a line"])
    }

    @Test func aMissingFolderOfMocksIsQuotedForTheShell() throws {
        for (name, word) in [("a-b", "a-b/mappings"), ("my team", "'my team/mappings'"), (#"my\x20team"#, #"'my\x20team/mappings'"#)] {
            let failure = #expect(throws: StartFailure.self) {
                try ConfigurationSources(mocks: name, flags: SettingLayer(), environment: [:], systemFile: folder.path + "/none")
            }
            #expect(failure?.messages.first?.hasSuffix(" \(word)") == true)
        }
    }

    @Test func aUnitSeesNoTemporaryFolderOfOthers() {
        let folder = "/tmp/mocks-of-a-test"
        let hints: [(Environment, String)] = [(["INVOCATION_ID": "1"], "A unit with PrivateTmp="), ([:], "Name the folder")]
        for (environment, hint) in hints {
            let failure = #expect(throws: StartFailure.self) {
                try ConfigurationSources(mocks: folder, flags: SettingLayer(), environment: environment, systemFile: folder + "/none")
            }
            let message = failure?.messages.first ?? ""
            #expect(message.hasPrefix("opening \"\(folder)\": no such file or folder. \(hint)"))
            // A terminal is often in a unit, too.
            #expect(message.contains("the folder, or make it: mkdir -p \(folder)/__files"))
        }
    }

    @Test func aServerKnowsThatItIsInAUnit() throws {
        try folder.write("mocks/keep.txt", "")
        for (environment, isInUnit) in [(["INVOCATION_ID": "1"], true), ([:], false)] as [(Environment, Bool)] {
            let configuration = try Configuration.load(
                mocks: folder.path + "/mocks", flags: SettingLayer(), environment: environment, systemFile: folder.path + "/none")
            #expect(configuration.isInUnit == isInUnit)
        }
    }

    @Test func keysOfAFileOpenS3() throws {
        try folder.write("keys", "# of the test\nAKIA1:one\n\n  AKIA2:two:three  \n")
        var configuration = Configuration.embedded(mocks: folder.path + "/mocks", servesS3: true)
        configuration.s3Auth = "strict"
        configuration.s3KeysFile = folder.path + "/keys"
        #expect(try configuration.keyPairs().map { "\($0.accessKey) \($0.secretKey)" } == ["AKIA1 one", "AKIA2 two:three"])
        try folder.write("keys", "AKIA1:one\nhunter2\n")
        let failure = #expect(throws: StartFailure.self) { try configuration.keyPairs() }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages == ["\(folder.path)/keys:2: the line must be ACCESSKEY:SECRETKEY"])
    }
}
