import Glibc
import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// What is read behind the last response, so that the client gets it.
@Suite(.timeLimit(.minutes(1))) struct LingeringTests {
    @Test func itGoesOnUntilTheClientEnds() throws {
        var pair: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { close(pair[0]) }
        let lingering = try #require(Lingering(RawSocket(descriptor: pair[0]), now: 0))
        #expect(lingering.takeProgress(now: 1), "it has just begun")
        #expect(lingering.drain())
        #expect(!lingering.takeProgress(now: 1), "nothing has come")
        #expect(write(pair[1], "late", 4) == 4)
        #expect(lingering.drain())
        #expect(lingering.takeProgress(now: 1))
        close(pair[1])
        // As the last look left it.
        errno = EAGAIN
        #expect(!lingering.drain())
    }

    /// What such a client sends after the close would cost it the rest.
    @Test func itGoesOnWhileTheClientHasNotGotEverything() throws {
        var pair: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        #expect(write(pair[0], "rest", 4) == 4)
        let lingering = try #require(Lingering(RawSocket(descriptor: pair[0]), now: 0))
        for second in [5, 29] { #expect(lingering.takeProgress(now: Int64(second) * 1_000_000_000), "after \(second) s") }
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(read(pair[1], &bytes, 4) == 4)
        #expect(!lingering.takeProgress(now: 29_000_000_000), "it has got everything and sends nothing")
    }

    /// A client that sends a byte now and then would hold the descriptor for ever.
    @Test func itEndsAfterHalfAMinute() throws {
        var pair: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        let lingering = try #require(Lingering(RawSocket(descriptor: pair[0]), now: 0))
        for (second, goesOn) in [(4, true), (29, true), (30, false)] {
            #expect(write(pair[1], "x", 1) == 1)
            #expect(lingering.drain())
            #expect(lingering.takeProgress(now: Int64(second) * 1_000_000_000) == goesOn, "after \(second) s")
        }
    }

    @Test func aClosedSocketHasNothingToReadFrom() { #expect(Lingering(RawSocket(descriptor: -1), now: 0) == nil) }

    /// They arrive when the server has closed its descriptor, and the response before them is not sent.
    @Test func requestsBehindTheLastOneDoNotCostItsResponse() throws {
        let body = [UInt8](repeating: 120, count: 200_000)
        let server = try TestServer { _ in .plan(WirePlan(Response(status: 200, body: .bytes(body)))) }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.request("GET", "/", headers: ["Connection: close"])
        #expect(server.isEmpty())
        try client.request("GET", "/late")
        let (received, end) = try client.readToEnd()
        #expect(end == .closed)
        #expect(received.suffix(body.count).elementsEqual(body))
    }
}
