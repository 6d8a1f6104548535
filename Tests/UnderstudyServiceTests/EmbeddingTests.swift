import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import UnderstudyService

/// Servers inside a test process.
@Suite(.timeLimit(.minutes(5))) struct EmbeddingTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func threeServersRunAtOnceWithoutAFolderAndChangeNothingOfTheProcess() throws {
        let before = ProcessState()
        let services = try (0..<3).map { _ in try Service(.embedded(), log: Self.silent) }
        let ports = try services.map { service in
            let endpoints = try service.start()
            #expect(endpoints.s3 == nil)
            #expect(!endpoints.readyLine.contains("s3="))
            return try #require(endpoints.http.split(separator: ":").last.flatMap { Int($0) })
        }
        #expect(Set(ports).count == 3)
        for (index, port) in ports.enumerated() {
            let mapping = #"{"request": {"url": "/who"}, "response": {"body": "server \#(index)"}}"#
            #expect(try Self.ask(port, "POST", "/__admin/mappings", mapping).status == 201)
        }
        for (index, port) in ports.enumerated() {
            #expect(try Self.ask(port, "GET", "/who").text == "server \(index)")
            #expect(try Self.ask(port, "GET", "/nobody").status == 404)
        }
        #expect(ProcessState() == before)
        services[1].stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: ports[1]) }
        #expect(try Self.ask(ports[0], "GET", "/who").text == "server 0", "The others go on.")
        #expect(try Self.ask(ports[2], "GET", "/who").text == "server 2", "The others go on.")
        for service in services { service.stop() }
        #expect(ProcessState() == before)
    }

    @Test func s3NeedsAFolder() throws {
        let failure = #expect(throws: StartFailure.self) { try Service(.embedded(servesS3: true), log: Self.silent) }
        #expect(failure?.messages == ["S3 needs a folder of mocks. Name one, or do not serve S3."])
        let folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
        let service = try Service(.embedded(mocks: folder.path, servesS3: true), log: Self.silent)
        let endpoints = try service.start()
        defer { service.stop() }
        let port = try #require(endpoints.s3?.split(separator: ":").last.flatMap { Int($0) })
        #expect(try Self.ask(port, "GET", "/pictures/a.txt").text == "an object")
    }

    @Test func aServerThatStoppedLetsTheNextOneWriteIntoItsFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
        var configuration = Configuration.embedded(mocks: folder.path, servesS3: true)
        configuration.s3Persist = true
        let services = try (0..<2).map { _ in try Service(configuration, log: Self.silent) }
        for (index, service) in services.enumerated() {
            let port = try #require(service.start().s3?.split(separator: ":").last.flatMap { Int($0) })
            #expect(try Self.ask(port, "PUT", "/pictures/\(index).txt", "written").status == 200)
            service.stop()
        }
        // Both are still referenced.
        withExtendedLifetime(services) {}
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/s3").sorted() == ["pictures"])
    }

    @Test func aServiceThatCouldNotStartCanStartLater() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
        let first = try Service(.embedded(), log: Self.silent)
        var configuration = Configuration.embedded(mocks: folder.path, servesS3: true)
        configuration.s3Persist = true
        configuration.port = try #require(first.start().http.split(separator: ":").last.flatMap { Int($0) })
        let service = try Service(configuration, log: Self.silent)
        #expect(throws: StartFailure.self) { try service.start() }
        first.stop()
        let port = try #require(service.start().s3?.split(separator: ":").last.flatMap { Int($0) })
        defer { service.stop() }
        #expect(try Self.ask(port, "PUT", "/pictures/b.txt", "written").status == 200)
    }

    @Test func aServiceStartsOnce() throws {
        let service = try Service(.embedded(), log: Self.silent)
        service.stop()
        let port = try #require(service.start().http.split(separator: ":").last.flatMap { Int($0) })
        let again = #expect(throws: StartFailure.self) { try service.start() }
        #expect(again?.messages == ["The service has been started already. Make another one for a second server."])
        #expect(try Self.ask(port, "GET", "/__admin/health").status == 200, "It goes on.")
        service.stop()
        let late = #expect(throws: StartFailure.self) { try service.start() }
        #expect(late?.messages == ["The service has been stopped, and cannot start again. Make another one."])
        #expect(late?.exit == .software)
    }

    @Test func aTextThatASettingCannotHaveIsAnError() throws {
        var configuration = Configuration.embedded()
        configuration.s3Auth = "stirct"
        configuration.s3Anonymous = ""
        configuration.s3Keys = ["key:secret", "only-a-key"]
        configuration.watch = "pol"
        let failure = #expect(throws: StartFailure.self) { try Service(configuration, log: Self.silent) }
        #expect(failure?.exit == .badConfiguration)
        #expect(
            failure?.messages == [
                "the setting \"watch\" is \"pol\", but must be one of auto, poll",
                "the setting \"s3.auth\" is \"stirct\", but must be one of off, expiry, strict",
                "the setting \"s3.keys\" is not shown here, but must be \(KeyPairs.expected)",
                "the setting \"s3.anonymous\" is \"\", but must be one of none, read, write",
            ])
    }

    @Test func shuttingDownIsUpToTheProcess() throws {
        let asked = Mutex(false)
        var configuration = Configuration.embedded()
        configuration.adminShutdown = true
        let service = try Service(configuration, log: Self.silent) { asked.withLock { $0 = true } }
        let port = try #require(service.start().http.split(separator: ":").last.flatMap { Int($0) })
        defer { service.stop() }
        #expect(try Self.ask(port, "POST", "/__admin/shutdown").status == 200)
        #expect(asked.withLock { $0 })
    }

    /// The target holds the object for half a minute.
    @Test func aStopDoesNotWaitForTheObjectsOfARecording() throws {
        var ofTarget = Configuration.embedded()
        ofTarget.drainSeconds = 0
        let target = try Service(ofTarget, log: Self.silent)
        let targetPort = try Self.port(target.start())
        defer { target.stop() }
        let held = #"{"request": {"url": "/x"}, "response": {"hold": "x"}}"#
        #expect(try Self.ask(targetPort, "POST", "/__admin/mappings", held).status == 201)
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/a.txt", "an object")
        var configuration = Configuration.embedded(mocks: folder.path, servesS3: true)
        configuration.allowedProxyTargets = ["127.0.0.1"]
        configuration.drainSeconds = 0
        let service = try Service(configuration, log: Self.silent)
        let port = try Self.port(service.start())
        let response = #"{"body": "http://127.0.0.1:\#(targetPort)/x", "headers": {"Content-Type": "text/plain"}}"#
        let mapping = #"{"request": {"url": "/feed"}, "response": \#(response)}"#
        #expect(try Self.ask(port, "POST", "/__admin/mappings", mapping).status == 201)
        #expect(try Self.ask(port, "GET", "/feed").status == 200)
        let specification = #"{"filters": {"allowNonProxied": true}, "persist": false, "s3Hosts": {"127.0.0.1:\#(targetPort)": "pics"}}"#
        let recording = try Self.begin(port, "POST", "/__admin/recordings/snapshot", specification)
        let asked = try Self.ask(targetPort, "POST", "/__admin/gates/x/wait", #"{"timeoutMilliseconds": 20000}"#)
        #expect(asked.status == 200, "\((try? recording.response().text) ?? "")")
        let time = ContinuousClock().measure { service.stop() }
        #expect(time < .seconds(20))
        withExtendedLifetime(recording) {}
    }

    private static func port(_ endpoints: Endpoints) throws -> Int {
        try #require(endpoints.http.split(separator: ":").last.flatMap { Int($0) })
    }

    private static func ask(_ port: Int, _ method: String, _ target: String, _ body: String = "") throws -> RawResponse {
        try begin(port, method, target, body).response()
    }

    /// Sends a request.
    private static func begin(_ port: Int, _ method: String, _ target: String, _ body: String) throws -> RawClient {
        let client = try RawClient(port: port)
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client
    }
}

/// What belongs to the process as a whole.
private struct ProcessState: Equatable {
    /// Of each signal but those that other tests of this process use.
    private let handlers: [Int32: UInt]
    private let descriptors: rlim_t
    private let environment: [String: String]
    private let folder: String

    init() {
        var handlers: [Int32: UInt] = [:]
        for number in 1...31 where ![SIGIO, SIGUSR2].contains(Int32(number)) {
            var action = sigaction()
            sigaction(Int32(number), nil, &action)
            handlers[Int32(number)] = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        }
        self.handlers = handlers
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptors = limit.rlim_cur
        environment = ProcessInfo.processInfo.environment
        folder = FileManager.default.currentDirectoryPath
    }
}
