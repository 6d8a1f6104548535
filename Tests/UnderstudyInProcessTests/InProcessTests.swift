import Foundation
import TestSupport
import Testing
import Understudy
import UnderstudyClient
import UnderstudyTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Servers within the test's process.
@Suite(.timeLimit(.minutes(5))) struct InProcessTests {
    private func get(_ url: URL) async throws -> String {
        String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
    }

    @Test func startsAndStops() async throws {
        let server = try await UnderstudyServer.inProcess(seed: 7)
        #expect(server.processID == nil)
        #expect(server.s3BaseURL == nil)
        try await server.withSession { session in
            #expect(session.seed == 7)
            try await session.stub("/counter", json: 5)
            #expect(try await get(session.url("/counter")) == "5")
            try await session.verify(.get("/counter"))
        }
        await server.stop()
        await server.stop()
        await #expect(throws: UnderstudyFailure.self) { try await server.version() }
    }

    /// Prints how long starts take; alone in a process, `--filter startsInMilliseconds`, the first is the first of the process.
    @Test func startsInMilliseconds() async throws {
        var times: [Double] = []
        for _ in 0..<5 {
            let begin = ContinuousClock.now
            let server = try await UnderstudyServer.inProcess()
            times.append((ContinuousClock.now - begin) / .milliseconds(1))
            await server.stop()
        }
        print("in-process starts: " + times.map { String(format: "%.1f ms", $0) }.joined(separator: ", "))
        #expect(try #require(times.min()) < 500)
    }

    @Test func severalRunAtOnce() async throws {
        try await withThrowingTaskGroup(of: URL.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let server = try await UnderstudyServer.inProcess()
                    try await server.withSession { session in
                        try await session.stub("/number", json: number)
                        #expect(try await get(session.url("/number")) == "\(number)")
                    }
                    await server.stop()
                    return server.baseURL
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func servesAFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mocks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("s3/pictures"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("__files"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("{}".utf8).write(to: folder.appendingPathComponent("__files/feed.json"))
        try Data("picture".utf8).write(to: folder.appendingPathComponent("s3/pictures/1.txt"))
        let server = try await UnderstudyServer.inProcess(mocks: folder)
        try await server.withSession { session in
            #expect(try await get(session.url("/feed")) == "{}")
            let s3 = try #require(session.s3BaseURL)
            #expect(try await get(s3.appendingPathComponent("pictures/1.txt")) == "picture")
        }
        await server.stop()
    }

    @Test func saysWhatIsWrongInAFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mocks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("mappings"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#"{"requets": {}}"#.utf8).write(to: folder.appendingPathComponent("mappings/feed.json"))
        let line = #line + 1
        let failure = await #expect(throws: UnderstudyFailure.self) { try await UnderstudyServer.inProcess(mocks: folder) }
        #expect(failure?.message.contains("feed.json:1:2") == true, "\(failure?.message ?? "")")
        #expect(failure?.callSite.line == line)
    }

    /// Its connections end when nobody has the server any more, and whoever had it last does not wait for that.
    @Test func endsWithItsLastCopy() async throws {
        let client: RawClient
        do {
            let server = try await UnderstudyServer.inProcess()
            let port = try #require(server.baseURL.port)
            client = try RawClient(port: port)
            try client.request("GET", "/missing")
            let status = try client.response().status
            #expect(status == 404)
            withExtendedLifetime(server) {}
        }
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .closed)
    }

    @Test(.understudy(server: .inProcess) { Stub.get("/joke").respond(body: "ha") }) func servesTraits() async throws {
        let session = try UnderstudySession.current
        #expect(session.server.processID == nil)
        #expect(session.server.baseURL == (try await UnderstudyServer.shared(from: .inProcess)).baseURL)
        #expect(try await get(session.url("/joke")) == "ha")
    }
}
