import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Bodies that a sink takes while they arrive.
@Suite(.timeLimit(.minutes(5))) struct SinkTests {
    private static let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 8) }
    private static let framings = ["length", "chunks", "small chunks"]

    /// - Parameter count: how much of the body is sent.
    private static func request(_ framing: String, _ fields: String = "", count: Int = body.count) -> [UInt8] {
        let start = "POST / HTTP/1.1\r\nHost: a\r\n\(fields)"
        guard framing != "length" else { return Array("\(start)Content-Length: \(body.count)\r\n\r\n".utf8) + body.prefix(count) }
        var bytes = Array("\(start)Transfer-Encoding: chunked\r\n\r\n".utf8)
        let size = framing == "chunks" ? 50_000 : 200
        for index in stride(from: 0, to: count, by: size) {
            let end = min(count, index + size)
            bytes += Array("\(String(end - index, radix: 16))\r\n".utf8) + body[index..<end] + [13, 10]
        }
        return count < body.count ? bytes : bytes + Array("0\r\n\r\n".utf8)
    }

    /// A server whose uploads go to that sink, and that responds with what the sink took.
    private func serve(
        _ sink: RecordingSink, limit: Int? = nil, regulator: (any UploadRegulator)? = nil,
        _ change: (inout DaemonOptions) -> Void = { _ in }
    ) throws -> TestServer {
        try TestServer(
            change, admit: { _ in .stream(to: sink, maximumBytes: limit, as: sink, regulator: regulator) },
            respond: { request in
                .plan(
                    WirePlan(
                        Response(status: 200, headers: [("Kept", "\(request.body.count)")], body: .bytes(sink.bytes)),
                        ticket: ExchangeTicket(number: 1)))
            })
    }

    @Test(arguments: framings) func aSinkTakesABodyInItsOrder(framing: String) throws {
        let sink = RecordingSink()
        let server = try serve(sink)
        let client = try server.client()
        try client.send(Self.request(framing))
        let response = try client.response()
        #expect(response.body == Self.body)
        #expect(response.header("Kept") == "0")
        #expect(sink.pieces > 1)
        #expect(server.daemon.counters.heldBodyBytes == 0)
        // The connection is kept, and the sink is done.
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
        client.close()
        #expect(server.isEmpty())
        #expect(sink.abandonments == 0)
    }

    @Test(arguments: framings) func aPauseStopsReading(framing: String) throws {
        let sink = RecordingSink(pauses: true)
        let server = try serve(sink)
        let client = try server.client()
        try client.send(Self.request(framing))
        for _ in 0..<2 {
            #expect(sink.isPaused())
            let taken = sink.bytes.count
            #expect(taken < Self.body.count)
            #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
            sink.goOn()
            #expect(sink.bell.wait { sink.bytes.count > taken })
        }
        #expect(sink.isPaused())
        sink.goOn(forGood: true)
        #expect(try client.response().body == Self.body)
    }

    @Test(arguments: framings) func aPauseMayEndBeforeItBegins(framing: String) throws {
        let server = try serve(RecordingSink(wakesAtOnce: true))
        let client = try server.client()
        try client.send(Self.request(framing))
        #expect(try client.response().body == Self.body)
    }

    @Test(arguments: framings) func aClientThatEndsItsSideGetsItsResponse(framing: String) throws {
        for sink in [RecordingSink(), RecordingSink(wakesAtOnce: true)] {
            let server = try serve(sink)
            let client = try server.client()
            try client.send(Self.request(framing))
            client.closeWriting()
            #expect(try client.response().body == Self.body)
        }
    }

    /// The sweep runs once a second.
    @Test func aPauseIsNotTheClientsSlowness() throws {
        let sink = RecordingSink(pauses: true)
        let server = try serve(sink) {
            $0.bodyTimeout = .milliseconds(100)
            $0.headTimeout = .milliseconds(100)
        }
        let client = try server.client()
        try client.send(Self.request("length", count: 50_000))
        #expect(sink.isPaused())
        // The sweep finds this one too slow.
        let slow = try server.client()
        try slow.send("GET / HTTP/1.1\r\nHo")
        #expect(try slow.response().status == 408)
        #expect(sink.abandonments == 0)
        // After the pause the first one is, too.
        sink.goOn(forGood: true)
        #expect(try client.response().status == 408)
        #expect(sink.bell.wait { sink.abandonments == 1 })
        #expect(server.responder.refusals.map(\.cause) == [.headTimeout, .bodyTimeout])
    }

    @Test(arguments: framings) func whatIsMoreThanEnoughIsDropped(framing: String) throws {
        let sink = RecordingSink(enough: 10)
        let server = try serve(sink)
        let client = try server.client()
        for _ in 0..<2 {
            try client.send(Self.request(framing))
            #expect(try client.response().body.count < Self.body.count)
        }
        #expect(sink.bytes.count < Self.body.count)
        #expect(sink.abandonments == 0)
    }

    @Test(arguments: framings) func aClientThatLeavesAbandonsTheBody(framing: String) throws {
        for (resets, pauses) in [(false, false), (true, false), (false, true), (true, true)] {
            let sink = RecordingSink(pauses: pauses)
            let server = try serve(sink)
            let client = try server.client()
            try client.send(Self.request(framing, count: 100_000))
            #expect(sink.bell.wait { sink.pieces > 0 })
            if resets { client.reset() } else { client.close() }
            #expect(sink.bell.wait { sink.abandonments == 1 })
            #expect(server.isEmpty())
            #expect(sink.abandonments == 1)
            #expect(sink.piecesAfterwards == 0)
            #expect(server.responder.refusals.map(\.cause) == [.brokenOff])
            #expect(server.responder.outcome(1) == nil)
            // Too late for a wake.
            sink.goOn()
        }
    }

    @Test func whatIsMalformedOrTooLongAbandonsTheBody() throws {
        let start = "POST / HTTP/1.1\r\nHost: a\r\n"
        let cases: [(sent: String, status: Int, cause: WireRefusal.Cause)] = [
            ("\(start)Content-Length: 1001\r\n\r\n", 413, .bodyTooLong),
            ("\(start)Transfer-Encoding: chunked\r\n\r\n3e9\r\n\(String(repeating: "x", count: 1001))\r\n", 413, .bodyTooLong),
            ("\(start)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n", 400, .malformed),
        ]
        for (sent, status, cause) in cases {
            let sink = RecordingSink()
            let server = try serve(sink, limit: 1000)
            let client = try server.client()
            try client.send(sent)
            if LibraryHooks.heads || cause != .malformed { #expect(try client.response().status == status) }
            _ = try client.readToEnd()
            #expect(server.isEmpty())
            #expect(sink.abandonments == 1)
            #expect(server.responder.refusals.map(\.cause) == [cause])
        }
    }

    @Test func theExpectationOfABodyIsMet() throws {
        let sink = RecordingSink()
        let server = try serve(sink)
        let client = try server.client()
        try client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("hello")
        #expect(try client.response().text == "hello")
    }

    @Test(arguments: framings) func aLinkMaySlowASinkDown(framing: String) throws {
        for sink in [RecordingSink(), RecordingSink(wakesAtOnce: true)] {
            let link = Link(bytesPerSecond: 1_000_000, depth: 1000, receiveBufferBytes: 8192, clock: MonotonicClock.now)
            let server = try serve(sink, regulator: link)
            let client = try server.client()
            let duration = try ContinuousClock().measure {
                try client.send(Self.request(framing))
                #expect(try client.response().body == Self.body)
            }
            #expect(duration >= .milliseconds(198))
        }
    }

    @Test func aClientThatLeavesBeforeItsLastByteHasPassedAbandonsTheBody() throws {
        let link = Link(bytesPerSecond: 1, depth: 1, clock: MonotonicClock.now)
        let sink = RecordingSink()
        let server = try serve(sink, regulator: link)
        let client = try server.client()
        try client.request("POST", "/", body: "short")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
        #expect(sink.abandonments == 1)
        #expect(server.responder.refusals.map(\.cause) == [.brokenOff])
    }

    @Test(arguments: [Daemon.StopPolicy.hasten, .abort]) func aStopEndsAPause(policy: Daemon.StopPolicy) throws {
        let sink = RecordingSink(pauses: true)
        let server = try serve(sink)
        let client = try server.client()
        try client.send(Self.request("length"))
        #expect(sink.isPaused())
        let stopping = Stopping(server.daemon, policy, .seconds(60))
        stopping.start()
        if policy == .hasten {
            // The sink is at work, and its work is finished.
            sink.goOn(forGood: true)
            #expect(try client.response().body == Self.body)
        } else {
            _ = try client.readToEnd()
        }
        _ = stopping.wait()
        #expect(server.isEmpty())
        #expect(sink.abandonments == (policy == .abort ? 1 : 0))
    }

    /// Clients that leave at random moments, with sinks that pause at random.
    @Test func everyBodyEndsOnce() throws {
        let sinks = Mutex<[RecordingSink]>([])
        let answered = Mutex(0)
        let server = try TestServer(
            admit: { _ in
                let sink = sinks.withLock { sinks in
                    let sink = RecordingSink(wakesAtOnce: sinks.count % 2 == 0)
                    sinks.append(sink)
                    return sink
                }
                return .stream(to: sink, maximumBytes: nil, as: sink)
            },
            respond: { _ in
                answered.withLock { $0 += 1 }
                return .text("ok")
            })
        var random = SeededGenerator(seed: 14)
        for round in 0..<60 {
            let client = try server.client()
            let request = Self.request(Self.framings[round % 3])
            try client.send(Array(request.prefix(Int.random(in: 100...request.count, using: &random))))
            switch round % 3 {
            case 0: client.reset()
            case 1: client.close()
            default:
                client.closeWriting()
                _ = try client.readToEnd()
            }
        }
        #expect(server.isEmpty())
        let (all, abandoned) = sinks.withLock { ($0.count, $0.map(\.abandonments).reduce(0, +)) }
        #expect(all > 30)
        #expect(sinks.withLock { $0.allSatisfy { $0.abandonments <= 1 && $0.piecesAfterwards == 0 } })
        #expect(abandoned + answered.withLock { $0 } == all)
    }
}
