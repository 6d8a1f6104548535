import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite struct PaceTests {
    /// Plays a pacer against a virtual clock.
    /// - Returns: when each piece went, in milliseconds, and its size.
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

    @Test(arguments: [1, 50, 999, 100_000, 10_000_000, 5_000_000_000]) func aRateIsKept(rate: Int) {
        let length = max(3, min(rate * 2, 3_000_000))
        let pieces = play(.bytesPerSecond(rate), length: length)
        let expected = Double(length) / Double(rate) * 1000
        #expect(abs(pieces.last!.at - expected) <= max(0.001, expected * 0.005))
        #expect(pieces.map(\.size).reduce(0, +) == length)
        // Never ahead of the clock.
        var sent = 0
        for piece in pieces {
            sent += piece.size
            #expect(Double(sent) <= piece.at / 1000 * Double(rate) + 1)
        }
    }

    @Test func ratesAndTimesBeyondAllNumbersAreKept() {
        for rate in [Int.max, Int.max / 2, 1 << 56] {
            var pacer = Pacer(.bytesPerSecond(rate), length: nil)
            guard case .wait = pacer.allowance(at: 0, now: 1_000) else { Issue.record("nothing may go at once"); return }
            // The client has stalled meanwhile, for up to a century.
            for now: Int64 in [2_000_000_000, 60_000_000_000, 3_000_000_000_000_000_000] {
                guard case .bytes(let count) = pacer.allowance(at: 0, now: now) else { Issue.record("there is room"); return }
                #expect(count >= Pacer.largestQuantum)
            }
        }
        var slow = Pacer(.bytesPerSecond(1), length: nil)
        _ = slow.allowance(at: 0, now: 0)
        #expect(slow.allowance(at: 1 << 60, now: 1) == .wait(until: Int64.max / 2 + 1))
    }

    @Test func aDribbledAnswerTakesItsTime() throws {
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

    @Test func theHeadOfADribbledAnswerComesAtOnce() throws {
        let server = try TestServer { _ in
            .plan(WirePlan(.text(200, "slow"), performance: Performance(pace: .chunks(1, over: .seconds(3600)))))
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aThrottledAnswerKeepsItsRate() throws {
        let server = try TestServer { _ in
            .plan(
                WirePlan(
                    Response(status: 200, body: .bytes([UInt8](repeating: 7, count: 100_000))),
                    performance: Performance(pace: .bytesPerSecond(500_000)), ticket: ExchangeTicket(number: 1)))
        }
        let client = try server.client()
        let duration = try ContinuousClock().measure {
            try client.request("GET", "/")
            #expect(try client.response().body.count == 100_000)
        }
        #expect(duration >= .milliseconds(199))
        #expect(server.eventually { server.responder.outcome(1) != nil })
        #expect(server.responder.outcome(1)?.bodyBytes == 100_000)
        #expect(server.responder.outcome(1)!.sending >= .milliseconds(199))
    }
}
