import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server whose standard error is a pipe that nobody reads, as many test harnesses have it.
@Suite(.timeLimit(.minutes(5))) struct UnreadLogTests {
    @Test func missesAreAnsweredAndSIGTERMEndsTheServerAllTheSame() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": #"{"request": {"url": "/a"}, "response": {"body": "a"}}"#])
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--access-log", "--drain-seconds", "5"]
        process.standardInput = FileHandle.nullDevice
        let output = ProcessOutput()
        let unread = Pipe()
        process.standardOutput = output.pipe
        process.standardError = unread
        try process.run()
        defer { process.terminate() }
        let ready = await output.firstLine()
        let match = try #require(try #/ready http=(\S+) s3=\S+ pid=\d+/#.wholeMatch(in: ready), "\(ready)")
        let base = String(match.1)

        // A line of a miss has about 700 bytes: four times what the queue and the pipe hold.
        let padding = String(repeating: "x", count: 250)
        let client = try RawClient(port: try #require(URL(string: base)?.port))
        var statuses: [Int: Int] = [:]
        for start in stride(from: 0, to: 6_000, by: 50) {
            for number in start..<(start + 50) { try client.request("GET", "/miss/\(number)/\(padding)") }
            for _ in 0..<50 { statuses[try client.response().status, default: 0] += 1 }
        }
        client.close()
        #expect(statuses == [404: 6_000])

        process.terminate()
        let ended = ContinuousClock.now
        process.waitUntilExit()
        #expect(ContinuousClock.now - ended < .seconds(8))
        #expect(process.terminationStatus == 0)
        withExtendedLifetime(unread) {}
    }

    @Test func whatIsQueuedAtTheEndIsWritten() async throws {
        let mocks = try TemporaryMocks()
        let server = try await RunningServer(mocks.url)
        for number in 0..<200 { _ = try await URLSession.shared.data(from: server.http.appending(path: "last/\(number)")) }
        server.signal(SIGTERM)
        let log = try await server.end().log
        #expect(log.contains("nothing answered GET /last/199"))
    }
}
