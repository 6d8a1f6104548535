import Foundation
import JSONDocument
import LinkModel
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct ConfigurationTests {
    private func file(_ text: String) throws -> (SettingLayer, [Problem]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "understudy.json")
        let report = ProblemReport(document)
        return (SettingLayer(file: document, report), report.problems)
    }

    @Test func flagsBeatTheEnvironmentWhichBeatsTheFile() throws {
        let (settings, problems) = try file(#"{"port": 1, "s3Port": 2, "threads": 3}"#)
        #expect(problems.isEmpty)
        let environment = SettingLayer(environment: ["UNDERSTUDY_PORT": "4", "UNDERSTUDY_S3_PORT": "5"])
        let configuration = try Configuration.resolve([settings, environment, SettingLayer(flags: [("port", ["6"])])])
        #expect(configuration.port == 6)
        #expect(configuration.s3Port == 5)
        #expect(configuration.threads == 3)
    }

    @Test func aSettingWithoutEffectBesideAnotherOfItsSourceIsTold() throws {
        let templating = SettingLayer(flags: [("global-response-templating", ["true"]), ("disable-response-templating", ["true"])])
        let told = "--global-response-templating has no effect, because of --disable-response-templating. Leave one of them out."
        let configuration = try Configuration.resolve([templating])
        #expect(configuration.contradictions == [told])
        #expect(Service.warnings(about: nil, configuration) == [told])
        let watch = SettingLayer(environment: ["UNDERSTUDY_WATCH": "poll", "UNDERSTUDY_NO_WATCH": "true"])
        let ofVariables = "UNDERSTUDY_WATCH has no effect, because of UNDERSTUDY_NO_WATCH. Leave one of them out."
        #expect(try Configuration.resolve([watch, templating]).contradictions == [told, ofVariables])
        let poll = SettingLayer(environment: ["UNDERSTUDY_WATCH": "poll"])
        #expect(try Configuration.resolve([poll, SettingLayer(flags: [("no-watch", ["true"])])]).contradictions == [])
        let on = SettingLayer(environment: ["UNDERSTUDY_WATCH": "poll", "UNDERSTUDY_NO_WATCH": "false"])
        #expect(try Configuration.resolve([on]).contradictions == [])
        let (settings, _) = try file(#"{"noWatch": true, "watch": "poll"}"#)
        let ofFile = try Configuration.resolve([settings]).contradictions
        #expect(ofFile.count == 1 && ofFile[0].hasSuffix(#":1:28: "watch" has no effect, because of "noWatch". Leave one of them out."#))
    }

    @Test func nestedSettingsAndListsAreRead() throws {
        let (settings, problems) = try file(#"{"journal": {"maximumBytes": 100000}, "admin": {"allowedHosts": ["a", "b"]}}"#)
        #expect(problems.isEmpty)
        let configuration = try Configuration.resolve([settings])
        #expect(configuration.journalMaximumBytes == 100_000)
        #expect(configuration.allowedHosts == ["a", "b"])
    }

    @Test func anUnknownSettingIsReportedWithItsPlaceAndTheNearestOne() throws {
        let (_, problems) = try file("{\n  \"prot\": 1,\n  \"journal\": {\"maximumByte\": 1}\n}")
        #expect(
            problems.map(\.description) == [
                "understudy.json:2:3 /prot: unknown setting \"prot\". Did you mean \"port\"?",
                "understudy.json:3:15 /journal/maximumByte: unknown setting \"journal.maximumByte\". Did you mean \"maximumBytes\"?",
            ])
    }

    @Test func whatCannotBeIsToldWithWhatCan() throws {
        let (_, problems) = try file(#"{"journal": 5, "limits": {"body": 1}, "log": {"colour": true}}"#)
        #expect(
            problems.map(\.description) == [
                "understudy.json:1:13 /journal: \"journal\" must be an object, found a number. "
                    + "Known in it: disabled, maximumBytes, maximumBodyBytes, shownResponseBytes, maximumEntries.",
                "understudy.json:1:27 /limits/body: unknown setting \"limits.body\". Did you mean \"bodyBytes\", \"bodyMemoryBytes\" or \"decodedBodyBytes\"?",
                "understudy.json:1:47 /log/colour: unknown setting \"log.colour\". Known here: level, format, access.",
            ])
    }

    @Test func theNameOfAFlagIsToldByItsPlace() throws {
        let (_, problems) = try file(#"{"logLevel": "debug", "maxSessions": 1, "drainSeconds": 1}"#)
        #expect(
            problems.map(\.description) == [
                "understudy.json:1:2 /logLevel: unknown setting \"logLevel\". Did you mean \"log.level\"?",
                "understudy.json:1:23 /maxSessions: unknown setting \"maxSessions\". Did you mean \"limits.sessions\"?",
                "understudy.json:1:41 /drainSeconds: unknown setting \"drainSeconds\". Did you mean \"limits.drainSeconds\"?",
            ])
    }

    @Test func aSettingThatBelongsElsewhereIsToldItsPlace() throws {
        let (_, problems) = try file(#"{"s3": {"port": 9001}, "maximumBytes": 100000}"#)
        #expect(
            problems.map(\.description) == [
                #"understudy.json:1:9 /s3/port: unknown setting "s3.port". Did you mean "s3Port"?"#,
                #"understudy.json:1:24 /maximumBytes: unknown setting "maximumBytes". It belongs in "journal" or "s3"."#,
            ])
    }

    @Test(arguments: [("max-body-bytes", "64MB", "67108864"), ("drain-seconds", "5s", "5"), ("proxy-timeout", "2s", "2000")])
    func aNumberWithAUnitIsToldWithoutIt(flag: String, value: String, number: String) {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [(flag, [value])])]) }
        #expect(error?.problems.first?.hasSuffix(": write \(number)") == true)
    }

    @Test func aNetworkIsANameOrAnObject() throws {
        let (named, none) = try file(#"{"network": "3G"}"#)
        #expect(none.isEmpty)
        #expect(try Configuration.resolve([named]).network == .named("3G"))
        let (numbers, noneEither) = try file(#"{"network": {"profile": "3G", "downLoss": 0.5}}"#)
        #expect(noneEither.isEmpty)
        #expect(try Configuration.resolve([numbers]).network.down.loss == 0.5)
        let flag = SettingLayer(flags: [("network", [#"{"upDelayMilliseconds": 7}"#])])
        #expect(try Configuration.resolve([named, flag]).network.up.delay == .milliseconds(7))
        let (_, problems) = try file(#"{"network": {"downLos": 1}}"#)
        #expect(
            problems.map(\.description) == [#"understudy.json:1:14 /network/downLos: unknown field "downLos". Did you mean "downLoss"?"#])
        #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [("network", ["3g"])])]) }
    }

    @Test(arguments: [
        (#"{"downLos": 1}"#, #"unknown field "downLos". Did you mean "downLoss"?"#),
        (#"{"downLoss": 2}"#, #""downLoss" is 2, but must be in 0…1"#),
        ("LTEE", #"did you mean "LTE"?"#),
    ])
    func whatIsWrongWithANetworkOnTheCommandLineIsTold(value: String, told: String) {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [("network", [value])])]) }
        #expect(error?.problems.first?.contains("or an object of numbers: \(told)") == true, "\(error?.problems ?? [])")
    }

    @Test func aSettingThatIsThereTwiceIsTold() throws {
        let text = #"{"port": "x", "journal": {"maximumBytes": 1}, "port": 2, "journal": {"maximumBytes": 70000, "maximumBytes": 80000}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "understudy.json"))
        let configuration = try Configuration.resolve([SettingLayer(file: report.document, report)])
        #expect(configuration.port == 2)
        #expect(configuration.journalMaximumBytes == 80_000)
        #expect(
            report.warnings.map(\.description) == [
                "understudy.json:1:2 /port: \"port\" is repeated further down, and the last one is used.",
                "understudy.json:1:15 /journal: \"journal\" is repeated further down, and the last one is used.",
                "understudy.json:1:70 /journal/maximumBytes: \"journal.maximumBytes\" is repeated further down, and the last one is used.",
            ])
    }

    @Test func aWarningAboutAFileIsPrintedWithItsPlaceFirst() throws {
        let folder = try TemporaryFolder()
        try folder.write("understudy.json", #"{"port": 1, "port": 2}"#)
        let configuration = try Configuration.load(mocks: folder.path, flags: SettingLayer(), environment: ["UNDERSTUDY_FROBNICATE": "1"])
        let place = "\(folder.path)/understudy.json:1:2 /port: "
        let repeated = "\"port\" is repeated further down, and the last one is used."
        #expect(configuration.warnings.first == place + repeated)
        #expect(configuration.printedWarnings.first == place + "warning: " + repeated)
        #expect(configuration.printedWarnings.dropFirst().allSatisfy { $0.hasPrefix("warning: UNDERSTUDY_FROBNICATE ") })
    }

    @Test func aValueOfTheWrongKindIsToldWithItsPlaceAndWhatItMustBe() throws {
        let (_, problems) = try file(#"{"port": null, "log": {"level": {}}, "admin": {"allowedHosts": ["a", ["b"]]}}"#)
        #expect(
            problems.map(\.description) == [
                "understudy.json:1:10 /port: \"port\" is null, but must be a whole number, 0…65535.",
                "understudy.json:1:33 /log/level: \"log.level\" is an object, but must be one of debug, info, warning, error.",
                "understudy.json:1:70 /admin/allowedHosts/1: \"admin.allowedHosts\" is an array, but must be a host name like mocks.test, or an address.",
            ])
    }

    @Test(arguments: [
        ("port", "99999", "a whole number, 0…65535"), ("s3.auth", #""x""#, "one of off, expiry, strict"),
        ("host", #""banana""#, "an address like 127.0.0.1, ::1 or localhost, or unix:PATH"),
        ("filenameTemplate", #""{{#if}}""#, "a template that compiles: \"{{#if\" is never closed. Write {{/if}} at its end"),
        ("proxy.all", #""banana""#, "a URL like http://127.0.0.1:9090, without a query: write http://banana"),
        ("proxy.all", #""http://h/base?key=1""#, "a URL like http://127.0.0.1:9090, without a query"),
        ("proxy.allowTargets", #""10.0.0.0/99""#, "HOST[:PORT] (also with *), an address, or a network like 10.0.0.0/8"),
    ])
    func whatTheServerCouldNotUseIsToldWithItsPlace(path: String, value: String, expected: String) throws {
        let names = path.split(separator: ".")
        let text = names.map { "{\"\($0)\": " }.joined() + value + String(repeating: "}", count: names.count)
        let (settings, problems) = try file(text)
        #expect(problems.isEmpty)
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([settings]) }
        let place = "understudy.json:1:\(text.utf8.count - value.utf8.count - names.count + 1) /\(names.joined(separator: "/"))"
        #expect(error?.problems == ["\(place): \"\(path)\" is \(value), but must be \(expected)."])
    }

    @Test func everyProblemOfTheSettingsFileIsToldAtOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#"{"prot": 1, "s3Port": 70000, "threads": 0}"#.utf8).write(to: folder.appending(path: "understudy.json"))
        let failure = #expect(throws: StartFailure.self) {
            try Configuration.load(mocks: folder.path, flags: SettingLayer(), environment: [:])
        }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages.count == 3)
    }

    @Test func aBadFlagIsToldBeforeAFolderThatIsNotThere() throws {
        let flags = SettingLayer(flags: [("port", ["x"])])
        let failure = #expect(throws: StartFailure.self) { try Configuration.load(mocks: "/no/such", flags: flags, environment: [:]) }
        #expect(failure?.exit == .usage)
        #expect(failure?.messages == ["--port: the value is \"x\", but must be a whole number, 0…65535"])
        let other = #expect(throws: StartFailure.self) {
            try Configuration.load(mocks: "/no/such", flags: SettingLayer(), environment: [:])
        }
        #expect(other?.exit == .noMocks)
    }

    @Test func aVariableThatIsNoSettingIsAWarning() throws {
        let folder = try TemporaryFolder()
        let environment: Environment = [
            "UNDERSTUDY_PROT": "1", "UNDERSTUDY_URL": "x", "UNDERSTUDY_CORPORA": "x", "PORT": "1",
            "UNDERSTUDY_FROBNICATE": "1", "UNDERSTUDY_HTTP_PORT": "1",
        ]
        let configuration = try Configuration.load(mocks: folder.path, flags: SettingLayer(), environment: environment)
        #expect(
            configuration.warnings == [
                "UNDERSTUDY_FROBNICATE is not a setting. understudy config show lists them; a variable is a flag in upper case.",
                "UNDERSTUDY_HTTP_PORT is not a setting. Did you mean UNDERSTUDY_PORT?",
                "UNDERSTUDY_PROT is not a setting. Did you mean UNDERSTUDY_PORT?",
            ])
    }

    /// The variable of WireMock's image.
    @Test func optionsOfWireMocksImageAreAWarning() throws {
        let folder = try TemporaryFolder()
        func warnings(_ options: String) throws -> [String] {
            try Configuration.load(mocks: folder.path, flags: SettingLayer(), environment: ["WIREMOCK_OPTIONS": options]).warnings
        }
        #expect(
            try warnings("--verbose") == [
                "WIREMOCK_OPTIONS is not read. Write its options on the command line: understudy serve FOLDER OPTIONS."
            ])
        #expect(try warnings("") == [])
    }

    @Test func aBadFlagIsAUsageErrorAndABadVariableAConfigurationError() {
        #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [("port", ["70000"])])]) }
        do {
            _ = try Configuration.resolve([SettingLayer(environment: ["UNDERSTUDY_PORT": "x"])])
            Issue.record("x is no port")
        } catch {
            #expect(error.exit == .badConfiguration)
            #expect(error.problems == ["UNDERSTUDY_PORT: the value is \"x\", but must be a whole number, 0…65535"])
        }
    }

    /// It would be used without the flag, so it is told as well.
    @Test func aBadVariableBehindAFlagIsTold() {
        let layers = [SettingLayer(environment: ["UNDERSTUDY_PORT": "x"]), SettingLayer(flags: [("port", ["80"])])]
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve(layers) }
        #expect(error?.exit == .badConfiguration)
        #expect(error?.problems == ["UNDERSTUDY_PORT: the value is \"x\", but must be a whole number, 0…65535"])
    }

    @Test(arguments: [
        ("admin-cors", "example.com", "origins like http://localhost:3000, or *"),
        ("admin-cors", "http://", "origins like http://localhost:3000, or *"),
        (
            "permitted-system-keys", "HOME,(",
            "regular expressions: pattern \"(\": missing closing parenthesis at character 1. "
                + "Correct it: it is compared with the whole name, as AWS_.* is."
        ),
        (
            "permitted-system-keys", "*_KEY",
            "regular expressions: pattern \"*_KEY\": quantifier does not follow a repeatable item at character 0. "
                + "Write \".*\" for any text."
        ),
        ("s3-base-domain", "http://s3.test:9000/", "a host name like s3.test: write s3.test"),
        ("s3-base-domain", ".s3.test:21421", "a host name like s3.test: write s3.test"),
        ("s3-base-domain", "*.s3.test", "a host name like s3.test: write s3.test"), ("s3-base-domain", "a b", "a host name like s3.test"),
        ("allowed-host", "https://mymac.local:8443", "a host name like mocks.test, or an address: write mymac.local"),
        ("allowed-host", "*.s3.test", "a host name like mocks.test, or an address: write s3.test"),
        ("log-level", "warn", "one of debug, info, warning, error: did you mean warning?"),
        ("log-level", "DEBUG", "one of debug, info, warning, error: did you mean debug?"),
        ("log-level", "verbose", "one of debug, info, warning, error: did you mean debug?"),
        ("log-level", "x", "one of debug, info, warning, error"),
        ("proxy-all", "localhost:9090", "a URL like http://127.0.0.1:9090, without a query: write http://localhost:9090"),
        ("proxy-all", "https:/a.test", "a URL like http://127.0.0.1:9090, without a query"),
        ("proxy-all", "localhost:90900", "a URL like http://127.0.0.1:9090, without a query: the port is 90900, but must be 0…65535"),
        (
            "proxy-all", "http://localhost:90900",
            "a URL like http://127.0.0.1:9090, without a query: the port is 90900, but must be 0…65535"
        ),
        ("proxy-all", "http://a.test:http/b", "a URL like http://127.0.0.1:9090, without a query: the port is http, but must be 0…65535"),
        ("proxy-all", "mailto:me", "a URL like http://127.0.0.1:9090, without a query"),
        ("proxy-all", "http://u:p@h:-1", "a URL like http://127.0.0.1:9090, without a query: the port is -1, but must be 0…65535"),
        ("proxy-all", "http://[::1]:x/", "a URL like http://127.0.0.1:9090, without a query: the port is x, but must be 0…65535"),
        (
            "allow-proxy-targets", "a.test,localhost:90900",
            "HOST[:PORT] (also with *), an address, or a network like 10.0.0.0/8: the port is 90900, but must be 1…65535"
        ),
        (
            "allow-proxy-targets", "localhost:0",
            "HOST[:PORT] (also with *), an address, or a network like 10.0.0.0/8: the port is 0, but must be 1…65535"
        ),
        ("proxy-all", "http://h:+80", "a URL like http://127.0.0.1:9090, without a query: the port is +80, but must be 0…65535"),
        ("allow-proxy-targets", "fe80::99999", "HOST[:PORT] (also with *), an address, or a network like 10.0.0.0/8"),
        ("proxy-all", "http://[::1", "a URL like http://127.0.0.1:9090, without a query"),
        ("filename-template", "{{id", "a template that compiles: \"{{\" is never closed. Close it with \"}}\"."),
        ("filename-template", "", "a template that compiles"),
        ("host", "", "an address like 127.0.0.1, ::1 or localhost, or unix:PATH"),
        ("host", ",", "an address like 127.0.0.1, ::1 or localhost, or unix:PATH"),
        ("permitted-system-keys", "", "regular expressions"), ("match-headers", "", "a text that is not empty"),
        ("s3-base-domain", "", "a host name like s3.test"),
        ("s3-auth", "Strict", "one of off, expiry, strict: did you mean strict?"),
        (
            "s3-placeholder", "pics=1x1.png,PIX=640x480.jpg",
            "BUCKET=WIDTHxHEIGHT.png or .jpg, such as 640x480.jpg, with at most 8192 pixels a side and 12582912 pixels in all: "
                + "names of buckets are in lower case: write pix=640x480.jpg"
        ),
    ])
    func aWrongValueIsRefusedWithWhatWasMeant(name: String, value: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [(name, [value])])]) }
        #expect(error?.problems == ["--\(name): the value is \"\(value)\", but must be \(expected)"])
    }

    @Test(arguments: ["s3.test", "localhost", "S3_1.example.com"]) func aHostNameIsABaseDomain(name: String) throws {
        let configuration = try Configuration.resolve([SettingLayer(flags: [("s3-base-domain", [name])])])
        #expect(configuration.s3BaseDomains == [name])
    }

    @Test(arguments: ["mymac.local", "10.0.0.5", "fe80::1", "[fe80::1]"]) func aNameAndAnAddressAreHosts(name: String) throws {
        #expect(try Configuration.resolve([SettingLayer(flags: [("allowed-host", [name])])]).allowedHosts == [name])
    }

    @Test(arguments: ["s3-cors", "admin-cors"]) func aStarIsEveryOrigin(name: String) throws {
        let configuration = try Configuration.resolve([SettingLayer(flags: [(name, ["*"])])])
        #expect(configuration.s3CORS + configuration.adminOrigins == ["*"])
    }

    @Test func onlyLoopbackAddressesAreLoopback() {
        var configuration = Configuration()
        #expect(configuration.isLoopbackOnly)
        configuration.hosts = ["127.8.9.1", "::1", "localhost", "unix:/tmp/x"]
        #expect(configuration.isLoopbackOnly)
        configuration.hosts.append("0.0.0.0")
        #expect(!configuration.isLoopbackOnly)
        configuration.opensHosts = false
        #expect(configuration.isLoopbackOnly, "the sockets are the service manager's")
        configuration.inheritsOpenSockets = true
        #expect(!configuration.isLoopbackOnly)
    }
}

@Suite(.timeLimit(.minutes(5))) struct InheritedSocketsTests {
    @Test func namesGoWithDescriptorsInOrder() {
        let sockets = InheritedSockets(
            environment: ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "http:s3"], process: 7
        ).sockets
        #expect(sockets.map(\.descriptor) == [3, 4])
        #expect(sockets.map(\.name) == ["http", "s3"])
    }

    @Test(arguments: [("", "http"), ("unknown", "http"), ("understudy.socket", "http"), ("http", "http"), ("s3", "s3")])
    func oneThatComesAloneIsHTTPUnlessItSaysOtherwise(name: String, meant: String) {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": name], process: 7)
        #expect(sockets.sockets.map(\.name) == [meant])
        #expect(sockets.unknownNames.isEmpty)
    }

    @Test func socketsWithUnknownNamesAreFound() {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "s3:web"], process: 7)
        let admin = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "admin:http"], process: 7)
        let alone = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "htps"], process: 7)
        #expect(admin.unknownNames.isEmpty)
        #expect(sockets.unknownNames == ["web"])
        #expect(alone.unknownNames == ["htps"], "a slip must not turn TLS off")
    }

    @Test(arguments: ["abc", "-1", "1024", "99999999999", ""])
    func aWrongNumberOfThemIsRefused(count: String) {
        let sockets = InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": count], process: 7)
        let failure = #expect(throws: StartFailure.self) { try sockets.refuseUnknownNames() }
        #expect(failure?.exit == .badConfiguration)
    }

    @Test func noneAreAllowed() throws {
        try InheritedSockets(environment: ["LISTEN_PID": "7", "LISTEN_FDS": "0"], process: 7).refuseUnknownNames()
        try InheritedSockets(environment: ["LISTEN_PID": "8", "LISTEN_FDS": "abc"], process: 7).refuseUnknownNames()
    }

    /// Otherwise the admin API would be open to the network without a token.
    @Test(arguments: [(UInt32(0), true), (UInt32(0x7F00_0001), false)])
    func aSocketThatOthersReachIsNoticed(address: UInt32, isOpen: Bool) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = address.bigEndian
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try #require(status == 0 && listen(descriptor, 1) == 0)
        var inherited = InheritedSockets()
        inherited.sockets = [(descriptor, "http")]
        #expect(inherited.reachBeyondLoopback == isOpen)
        var configuration = Configuration()
        configuration.inheritsOpenSockets = inherited.reachBeyondLoopback
        #expect(configuration.isLoopbackOnly == !isOpen)
    }

    @Test func socketsForAnotherProcessAreNotOurs() {
        #expect(InheritedSockets(environment: ["LISTEN_PID": "8", "LISTEN_FDS": "2"], process: 7).sockets.isEmpty)
    }
}
