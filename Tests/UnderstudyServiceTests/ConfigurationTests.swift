import JSONDocument
import Testing

@testable import UnderstudyService

@Suite struct ConfigurationTests {
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
                "understudy.json:2:3: unknown setting \"prot\" at /prot. Did you mean \"port\"?",
                "understudy.json:3:15: unknown setting \"journal.maximumByte\" at /journal/maximumByte. Did you mean \"maximumBytes\"?",
            ])
    }

    @Test func aBadFlagIsAUsageErrorAndABadVariableAConfigurationError() {
        #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [("port", ["70000"])])]) }
        do {
            _ = try Configuration.resolve([SettingLayer(environment: ["UNDERSTUDY_PORT": "x"])])
            Issue.record("x is no port")
        } catch {
            #expect(error.exit == .badConfiguration)
            #expect(error.problems == ["UNDERSTUDY_PORT: the value \"x\" cannot be: it must be a whole number, 0…65535"])
        }
    }

    @Test func onlyLoopbackAddressesAreLoopback() {
        var configuration = Configuration()
        #expect(configuration.isLoopbackOnly)
        configuration.hosts = ["127.8.9.1", "::1", "localhost", "unix:/tmp/x"]
        #expect(configuration.isLoopbackOnly)
        configuration.hosts.append("0.0.0.0")
        #expect(!configuration.isLoopbackOnly)
    }
}

@Suite struct InheritedSocketsTests {
    @Test func namesGoWithDescriptorsInOrder() {
        let sockets = InheritedSockets(
            environment: ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "http:s3"], process: 7
        ).sockets
        #expect(sockets.map(\.descriptor) == [3, 4])
        #expect(sockets.map(\.name) == ["http", "s3"])
    }

    @Test func socketsForAnotherProcessAreNotOurs() {
        #expect(InheritedSockets(environment: ["LISTEN_PID": "8", "LISTEN_FDS": "2"], process: 7).sockets.isEmpty)
    }
}
