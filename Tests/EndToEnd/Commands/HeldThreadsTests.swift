import Foundation
import TestSupport
import Testing

/// Responses that are held, in a process of their own: elsewhere other tests begin and end threads meanwhile.
@Suite(.timeLimit(.minutes(5))) struct HeldThreadsTests {
    @Test func manyHeldResponsesCostNoThread() async throws {
        let mocks = try TemporaryMocks([
            "mappings/page.json": #"{"request": {"urlPath": "/page"}, "response": {"body": "page", "hold": "g"}}"#
        ])
        let server = try await RunningServer(mocks.url)
        let port = try #require(server.http.port)
        func client(_ method: String, _ target: String, _ body: String = "") throws -> RawClient {
            let client = try RawClient(port: port)
            try client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client
        }
        func admin(_ path: String, _ body: String = "") throws -> Int {
            try client("POST", "/__admin" + path, body).response().status
        }
        func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.pid)/task").count }

        let first = try client("GET", "/page")
        #expect(try admin("/gates/g/wait", #"{"arrivals": 1, "timeoutMilliseconds": 60000}"#) == 200)
        let before = try threads()
        let waits = try (0..<20).map { _ in
            try client("POST", "/__admin/gates/g/wait", #"{"arrivals": 1000, "timeoutMilliseconds": 60000}"#)
        }
        let apps = try (0..<100).map { _ in try client("GET", "/page") }
        #expect(try admin("/gates/g/wait", #"{"arrivals": 101, "timeoutMilliseconds": 60000}"#) == 200)
        #expect(try threads() <= before + 4, "The work pool may have begun.")
        #expect(try admin("/gates/g/release") == 200)
        for app in apps + [first] { #expect(try app.response().text == "page") }
        #expect(try admin("/reset") == 200)
        for wait in waits { #expect(try wait.response().status == 409) }
    }
}
