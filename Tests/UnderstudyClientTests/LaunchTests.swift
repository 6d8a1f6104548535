import Foundation
import Testing
import UnderstudyClient

/// Servers that the client starts, finds and ends.
@Suite struct LaunchTests {
    @Test func endsWhenItIsStopped() async throws {
        let server = try await UnderstudyServer.launch(arguments: ["--seed", "7"])
        #expect(server.processID != nil)
        #expect(server.s3BaseURL != nil)
        #expect(try await !server.version().isEmpty)
        await server.stop()
        await server.stop()
        let line = #line + 1
        let failure = await thrown { try await server.version() }
        #expect(failure?.kind == .server)
        #expect(failure?.callSite.line == line)
        #expect(failure?.message.contains("Is the server still running?") == true)
    }

    @Test func saysWhyItDoesNotStart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("no-such-folder-\(UUID().uuidString)")
        let failure = await thrown { try await UnderstudyServer.launch(mocks: folder) }
        #expect(failure?.message.contains("ended before it was ready") == true)
        #expect(failure?.message.contains(folder.lastPathComponent) == true, "\(failure?.message ?? "")")
    }

    @Test func servesAFolderOfFixtures() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mocks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("__files"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("{}".utf8).write(to: folder.appendingPathComponent("__files/feed.json"))
        let server = try await UnderstudyServer.launch(mocks: folder)
        try await server.withSession { session in
            #expect(try await App.get(session.url("/feed")).text == "{}")
            try await session.stub(.get("/page").respond(file: "feed.json"))
            #expect(try await App.get(session.url("/page")).text == "{}")
        }
        await server.stop()
    }

    @Test func attachesToOneThatRuns() async throws {
        let launched = try await UnderstudyServer.shared()
        let attached = try await UnderstudyServer.attach(to: launched.baseURL.appendingPathComponent(""))
        #expect(attached.baseURL == launched.baseURL)
        #expect(attached.processID == nil)
        await attached.stop()
        #expect(try await launched.version() == attached.version())
    }

    @Test func thereIsOneForAllTests() async throws {
        async let first = UnderstudyServer.shared()
        async let second = UnderstudyServer.shared()
        #expect(try await first.baseURL == second.baseURL)
    }

    @Test func afterAStopAnotherOneIsStarted() async throws {
        let source = UnderstudyServer.Source("stopped") { _, _ in try await UnderstudyServer.launch() }
        let first = try await UnderstudyServer.shared(from: source)
        #expect(try await UnderstudyServer.shared(from: source).processID == first.processID)
        await first.stop()
        let second = try await UnderstudyServer.shared(from: source)
        #expect(second.processID != first.processID)
        #expect(try await !second.version().isEmpty)
        await second.stop()
    }

    @Test func aProgramThatIsNotThereIsNamed() async throws {
        let failure = await thrown {
            try await UnderstudyServer.launch(program: URL(fileURLWithPath: "/no/such/program"))
        }
        #expect(failure?.message.contains("/no/such/program") == true)
    }
}
