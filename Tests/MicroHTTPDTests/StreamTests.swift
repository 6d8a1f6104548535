import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }

    private func serve(_ body: BodySource, framing: Response.Framing = .length) throws -> TestServer {
        let response = Response(status: 200, body: body, framing: framing)
        return try TestServer { _ in .plan(WirePlan(response, ticket: ExchangeTicket(number: 1))) }
    }

    @Test func blocksOfARangeAreSent() throws {
        let server = try serve(.blocks(ArrayBlocks(bytes), 1000..<190_000))
        let client = try server.client()
        for _ in 0..<3 {
            try client.request("GET", "/")
            let response = try client.response()
            #expect(response.header("Content-Length") == "189000")
            #expect(response.body == Array(bytes[1000..<190_000]))
        }
    }

    @Test func aHeadResponseForBlocksHasTheirLength() throws {
        let server = try serve(.blocks(ArrayBlocks(bytes), 0..<bytes.count))
        let client = try server.client()
        try client.request("HEAD", "/")
        #expect(try client.response(toHead: true).header("Content-Length") == "200000")
        try client.request("GET", "/")
        #expect(try client.response().body == bytes)
    }

    @Test func aSourceThatEndsEarlyEndsTheConnection() throws {
        let server = try serve(.blocks(ArrayBlocks(Array(bytes.prefix(50_000))), 0..<100_000))
        let client = try server.client()
        try client.request("GET", "/")
        let head = try client.read(until: "\r\n\r\n")
        #expect(head.contains("Content-Length: 100000"))
        #expect(try client.readToEnd().bytes.count == 50_000)
        #expect(server.isEmpty())
        #expect(server.responder.lines.contains { $0.hasPrefix("warning") && $0.contains("ended after 50000") })
        #expect(server.responder.outcome(1)?.ending == .aborted && server.responder.outcome(1)?.bodyBytes == 50_000)
    }

    /// The client would take a response to the second request for the rest of the body.
    @Test func aStreamThatEndsEarlyIsFollowedByNothing() throws {
        let server = try serve(.stream(ArrayStream(Array(bytes.prefix(50_000)), waits: false), length: 100_000))
        let client = try server.client()
        try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 2))
        #expect(try client.read(until: "\r\n\r\n").contains("Content-Length: 100000"))
        #expect(try client.readToEnd().bytes.count == 50_000)
        #expect(server.isEmpty())
        #expect(server.responder.lines.contains { $0.hasPrefix("warning") && $0.contains("ended after 50000") })
        #expect(server.responder.outcome(1)?.ending == .aborted && server.responder.outcome(1)?.bodyBytes == 50_000)
        #expect(server.responder.refusals.isEmpty)
    }

    @Test func aSourceThatFailsEndsTheConnection() throws {
        let server = try serve(.blocks(ArrayBlocks(bytes, failsAt: 70_000), 0..<bytes.count))
        let client = try server.client()
        try client.request("GET", "/")
        _ = try client.read(until: "\r\n\r\n")
        #expect(try client.readToEnd().bytes.count == 70_000)
        #expect(server.isEmpty())
        #expect(server.responder.lines.contains { $0.hasPrefix("error") })
    }

    @Test func aStreamOfUnknownLengthGoesInChunks() throws {
        let server = try TestServer { [bytes] _ in
            .plan(WirePlan(Response(status: 200, body: .stream(ArrayStream(bytes, waits: false), length: nil))))
        }
        let client = try server.client()
        for _ in 0..<3 {
            try client.request("GET", "/")
            let response = try client.response()
            #expect(response.header("Transfer-Encoding") == "chunked")
            #expect(response.body == bytes)
        }
        let old = try server.client()
        try old.send("GET / HTTP/1.0\r\n\r\n")
        let response = try old.response()
        #expect(response.header("Transfer-Encoding") == nil)
        #expect(response.body == bytes)
    }

    @Test func aStreamOfKnownLengthHasIt() throws {
        let server = try serve(.stream(ArrayStream(bytes, waits: false), length: bytes.count))
        let client = try server.client()
        try client.request("GET", "/")
        let response = try client.response()
        #expect(response.header("Content-Length") == "200000")
        #expect(response.body == bytes)
    }

    @Test func aStreamMayWakeBeforeItsWaitIsSeen() throws {
        let stream = ArrayStream(Array(bytes.prefix(50_000)), waits: true, wakesAtOnce: true)
        let server = try serve(.stream(stream, length: nil))
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().body == Array(bytes.prefix(50_000)))
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aStreamMayWakeLater() throws {
        let stream = ArrayStream(Array(bytes.prefix(5000)), waits: true)
        let server = try serve(.stream(stream, length: nil))
        let client = try server.client()
        try client.request("GET", "/")
        // Five pieces and the end.
        for _ in 0..<6 { #expect(server.eventually { stream.goOn() }) }
        #expect(try client.response().body == Array(bytes.prefix(5000)))
        #expect(server.eventually { server.responder.outcome(1)?.bodyBytes == 5000 })
    }

    @Test func aWaitingStreamIsFinishedWhenTheClientLeaves() throws {
        let stream = ArrayStream(bytes, waits: true)
        let response = Response(status: 200, body: .stream(stream, length: nil))
        let server = try TestServer { _ in .plan(WirePlan(response)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
        #expect(server.eventually { stream.timesFinished == 1 })
        // A wake-up after the end does nothing.
        _ = stream.goOn()
    }

    @Test func aStreamThatBreaksEndsTheConnection() throws {
        let server = try serve(.stream(ArrayStream(bytes, waits: true, wakesAtOnce: true, breaksAt: 3000), length: nil))
        let client = try server.client()
        try client.request("GET", "/")
        _ = try client.read(until: "\r\n\r\n")
        let rest = try client.readToEnd().bytes
        #expect(!rest.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .aborted)
    }

    @Test func aClientThatLeavesWhileTheBodyIsSentIsForgotten() throws {
        let bodies: [BodySource] = [
            .bytes([UInt8](repeating: 1, count: 12_000_000)),
            .blocks(ArrayBlocks([UInt8](repeating: 1, count: 12_000_000)), 0..<12_000_000),
        ]
        for body in bodies {
            let server = try serve(body)
            let client = try server.client()
            try client.request("GET", "/")
            _ = try client.read(1000)
            client.close()
            #expect(server.isEmpty())
            #expect(server.responder.outcome(1)?.ending == .clientLeft)
        }
    }
}
