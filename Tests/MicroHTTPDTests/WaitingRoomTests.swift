import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

/// A request that is urgent is served although the limit of connections is reached (decision 0177).
@Suite(.timeLimit(.minutes(5))) struct WaitingRoomTests {
    private static let limit = 3

    private func serve(_ waiting: DaemonOptions.WaitingLimits = .init()) throws -> TestServer {
        try TestServer({
            $0.connectionLimit = Self.limit
            $0.isUrgent = { $0.starts(with: "/admin".utf8) }
            $0.waiting = waiting
        }) { .text($0.target) }
    }

    /// As many clients as the limit allows: one that is idle after a request, one that has sent part of a head, and silent ones.
    private func fill(_ server: TestServer) throws -> [RawClient] {
        let clients = try (0..<Self.limit).map { _ in try server.client() }
        try clients[0].request("GET", "/first")
        #expect(try clients[0].response().status == 200)
        try clients[1].send("GET /slow HTTP/1.1\r\nHost:")
        #expect(server.eventually { server.daemon.counters.openConnections == Self.limit })
        return clients
    }

    /// When it is answered, the reactor has seen everything that was sent before.
    private func askUrgently(_ server: TestServer) throws -> RawResponse {
        let client = try server.client()
        try client.request("GET", "/admin")
        defer { client.close() }
        return try client.response()
    }

    @Test func anUrgentRequestIsServedAndOthersWait() throws {
        let server = try serve()
        let full = try fill(server)
        let waiting = try server.client()
        try waiting.request("GET", "/waits")
        for _ in 0..<3 {
            let urgent = try server.client()
            try urgent.request("GET", "/admin")
            let response = try urgent.response()
            #expect(response.text == "/admin")
            #expect(response.header("Connection") == "close", "its place is for the next urgent request")
            #expect(try urgent.readToEnd().bytes.isEmpty)
        }
        #expect(server.responder.lines.count { $0.contains("limit of 3 connections (--max-connections) is reached") } == 1)
        full[0].close()
        #expect(try waiting.response().text == "/waits")
        for client in full + [waiting] { client.close() }
        #expect(server.isEmpty())
    }

    @Test func aHeadInPieces() throws {
        let server = try serve()
        let full = try fill(server)
        let urgent = try server.client()
        for piece in ["GET /ad", "min HTTP/1.1\r\nHos", "t: a\r\n\r", "\n"] { try urgent.send(piece) }
        #expect(try urgent.response().text == "/admin")
        for client in full { client.close() }
    }

    /// As long as the limit for heads allows.
    @Test func aLongHead() throws {
        let server = try TestServer({
            $0.connectionLimit = Self.limit
            $0.connectionMemory = 64 << 10
            $0.isUrgent = { $0.starts(with: "/admin".utf8) }
        }) { .text($0.target) }
        let full = try fill(server)
        let urgent = try server.client()
        try urgent.send("GET /admin HTTP/1.1\r\nHost: a\r\nLong: \(String(repeating: "a", count: 40_000))\r\n\r\n")
        #expect(try urgent.response().text == "/admin")
        for client in full { client.close() }
    }

    @Test func silentClientsKeepNobodyOut() throws {
        let server = try serve(.init(silent: 4))
        let full = try fill(server)
        let silent = try (0..<20).map { _ in try server.client() }
        for client in silent.dropFirst(10) { try client.send("GET /admin HTTP/1.1\r\n") }
        #expect(try askUrgently(server).text == "/admin")
        #expect(try silent[0].readToEnd().bytes.isEmpty, "the first to come was dropped")
        for client in full + silent { client.close() }
        #expect(server.isEmpty())
    }

    @Test func tooManyWaitingClientsAreRefused() throws {
        let server = try serve(.init(ready: 2))
        let full = try fill(server)
        let clients = try (0..<4).map { _ in try server.client() }
        for client in clients {
            try client.request("GET", "/waits")
            #expect(try askUrgently(server).status == 200)
        }
        for client in clients.suffix(2) {
            let response = try client.response()
            #expect(response.status == 503)
            #expect(response.header("Retry-After") == "1")
            #expect(response.text.contains("(--max-connections)"))
        }
        #expect(server.daemon.counters.refusedClients == 2)
        for client in full { client.close() }
        for client in clients.prefix(2) { #expect(try client.response().text == "/waits") }
    }

    @Test func whoeverLeavesIsForgotten() throws {
        let server = try serve(.init(ready: 1, silent: 2))
        let full = try fill(server)
        for _ in 0..<10 { try server.client().close() }
        #expect(try askUrgently(server).status == 200)
        let later = try server.client()
        full[1].close()
        try later.request("GET", "/later")
        #expect(try later.response().text == "/later")
    }

    @Test func aStopEndsTheWait() throws {
        let server = try serve()
        let full = try fill(server)
        let waiting = try (0..<5).map { _ in try server.client() }
        for client in waiting { try client.request("GET", "/waits") }
        #expect(try askUrgently(server).status == 200)
        server.daemon.stop(.finish, within: .seconds(60))
        for client in waiting { #expect(try client.readToEnd().bytes.isEmpty) }
        for client in full { client.close() }
    }
}
