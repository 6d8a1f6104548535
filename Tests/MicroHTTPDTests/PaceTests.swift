import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct PaceTests {
    /// Plays a pacer against a virtual clock.
    /// - Returns: when each piece was sent, in milliseconds, and its size.
    private func play(_ pace: Pace, length: Int, block: Int = 65_536) -> [(at: Double, size: Int)] {
        var pacer = Pacer(pace, length: length)
        var now: Int64 = 5_000_000_000
        let start = now
        var position = 0
        var pieces: [(at: Double, size: Int)] = []
        while position < length {
            switch pacer.allowance(at: position, now: now) {
            case .bytes(let count):
                let size = min(count, block, length - position)
                pieces.append((Double(now - start) / 1e6, size))
                position += size
            case .wait(let until):
                #expect(until > now)
                now = until
            }
        }
        return pieces
    }

    @Test func chunksComeAtEqualIntervalsAndTheLastTakesTheRest() {
        let pieces = play(.chunks(4, over: .milliseconds(200)), length: 103)
        #expect(pieces.map(\.size) == [25, 25, 25, 28])
        #expect(pieces.map(\.at) == [50, 100, 150, 200])
    }

    @Test func moreChunksThanBytesAreOneByteEach() {
        let pieces = play(.chunks(10, over: .milliseconds(30)), length: 3)
        #expect(pieces.map(\.size) == [1, 1, 1])
        #expect(pieces.map(\.at) == [10, 20, 30])
    }

    @Test func aChunkMayTakeSeveralBlocks() {
        #expect(play(.chunks(2, over: .milliseconds(2)), length: 200, block: 60).map(\.size) == [60, 40, 60, 40])
    }

    @Test func aDribbledResponseTakesItsTime() throws {
        let body = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        for framing in [Response.Framing.length, .chunked] {
            let server = try TestServer { _ in
                .plan(
                    WirePlan(
                        Response(status: 200, body: .bytes(body), framing: framing),
                        performance: Performance(pace: .chunks(5, over: .milliseconds(100)))))
            }
            let client = try server.client()
            // Twice: the connection survives it.
            for _ in 0..<2 {
                var response: RawResponse?
                let duration = try ContinuousClock().measure {
                    try client.request("GET", "/")
                    response = try client.response()
                }
                #expect(duration >= .milliseconds(100))
                #expect(response?.body == body)
                if framing == .chunked { #expect(response?.chunks == [200, 200, 200, 200, 200, 0]) }
            }
        }
    }

    @Test func theHeadOfADribbledResponseComesAtOnce() throws {
        let server = try TestServer { _ in
            .plan(WirePlan(.text(200, "slow"), performance: Performance(pace: .chunks(1, over: .seconds(3600)))))
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        client.close()
        #expect(server.isEmpty())
    }
}
