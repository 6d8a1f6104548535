import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// Bodies around the lengths at which the library and the socket begin to take them in pieces.
@Suite(.timeLimit(.minutes(5))) struct LongBodyTests {
    private static let edges = [16_383, 16_384, 16_385, 20_480, 102_400, 1_048_576, 1_048_577]

    private static func bytes(_ count: Int, seed: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ $0 >> 8) ^ seed) }
    }

    private static func server(_ bodies: [[UInt8]]) throws -> TestServer {
        let plans = bodies.map { WirePlan(Response(status: 200, headers: [("X-A", "b")], body: .bytes($0))) }
        return try TestServer { request in .plan(plans[Int(request.target.dropFirst()) ?? 0]) }
    }

    @Test func bodiesOfEveryLengthArriveAsTheyAre() throws {
        let bodies = Self.edges.map { Self.bytes($0) }
        let server = try Self.server(bodies)
        let client = try server.client()
        for _ in 0..<2 {
            for index in bodies.indices {
                try client.request("GET", "/\(index)")
                let response = try client.response()
                #expect(response.header("Content-Length") == "\(bodies[index].count)")
                #expect(response.header("X-A") == "b")
                #expect(response.body == bodies[index])
                try client.request("HEAD", "/\(index)")
                #expect(try client.response(toHead: true).header("Content-Length") == "\(bodies[index].count)")
            }
        }
        client.close()
        #expect(server.isEmpty())
    }

    /// More than fits into the socket's buffer, for a client that reads late.
    @Test func whoReadsLateGetsEverythingInOrder() throws {
        let bodies = Self.edges.map { Self.bytes($0, seed: $0) }
        let server = try Self.server(bodies)
        let client = try server.client()
        let order = (0..<40).map { $0 % bodies.count }
        try client.send(order.map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        #expect(server.eventually { server.daemon.counters.requests > 1 })
        for index in order { #expect(try client.response().body == bodies[index]) }
        client.close()
        #expect(server.isEmpty())
    }

    /// A body that is being sent does not change while others are made and released.
    @Test func whatIsOnItsWayOutlivesTheBody() throws {
        let server = try TestServer { request in
            let count = Int(request.target.dropFirst()) ?? 0
            return .plan(WirePlan(Response(status: 200, body: .bytes(Self.bytes(200_000, seed: count)))))
        }
        let clients = try (0..<8).map { _ in try server.client() }
        for (index, client) in clients.enumerated() { try client.request("GET", "/\(index)") }
        let other = try server.client()
        for index in 100..<120 {
            try other.request("GET", "/\(index)")
            #expect(try other.response().body == Self.bytes(200_000, seed: index))
        }
        for (index, client) in clients.enumerated() { #expect(try client.response().body == Self.bytes(200_000, seed: index)) }
    }

    @Test func aClientThatLeavesInTheMiddleLeavesNothingBehind() throws {
        let server = try Self.server([Self.bytes(1_000_000)])
        for _ in 0..<20 {
            let client = try server.client()
            try client.send("GET /0 HTTP/1.1\r\nHost: a\r\n\r\nGET /0 HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.read(1000)
            client.reset()
        }
        #expect(server.isEmpty())
    }
}
