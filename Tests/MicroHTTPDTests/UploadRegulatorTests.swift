import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct UploadRegulatorTests {
    /// Lets reading continue at once, or after a pause, and records what has been read.
    private final class Slowing: UploadRegulator {
        private let pause: Duration
        private let pauses: Int
        private let log = Mutex<[Int]>([])
        let receiveBufferBytes: Int?
        let bell = Bell()

        /// - Parameter pauses: how many pieces a pause follows.
        init(by pause: Duration, pauses: Int = .max, receiveBufferBytes: Int? = nil) {
            self.pause = pause
            self.pauses = pauses
            self.receiveBufferBytes = receiveBufferBytes
        }

        func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64? {
            defer { bell.ring() }
            return log.withLock { log in
                log.append(received)
                return log.count <= pauses ? MonotonicClock.now() + pause.nanosecondsAhead : nil
            }
        }

        var pieces: [Int] { log.withLock { $0 } }

        struct Weak: Sendable {
            weak let regulator: Slowing?
            init(_ regulator: Slowing) { self.regulator = regulator }
        }
    }

    private static let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 8) }
    private static let bodies = ["length", "chunks", "small chunks"]

    private static func request(_ kind: String) -> [UInt8] {
        let start = "POST / HTTP/1.1\r\nHost: a\r\n"
        guard kind != "length" else { return Array("\(start)Content-Length: \(body.count)\r\n\r\n".utf8) + body }
        var bytes = Array("\(start)Transfer-Encoding: chunked\r\n\r\n".utf8)
        let size = kind == "chunks" ? 50_000 : 200
        for index in stride(from: 0, to: body.count, by: size) {
            bytes += Array("\(String(size, radix: 16))\r\n".utf8) + body[index..<index + size] + [13, 10]
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }

    private func serve(_ regulator: any UploadRegulator, _ change: (inout DaemonOptions) -> Void = { _ in }) throws -> TestServer {
        try TestServer(
            change, admit: { _ in .receive(maximumBytes: nil, regulator: regulator) },
            respond: {
                .plan(WirePlan(Response(status: 200, body: .bytes((try? $0.body.bytes()) ?? [])), ticket: ExchangeTicket(number: 1)))
            })
    }

    /// Keeps a body back for an hour, until it is switched off.
    private final class Switched: UploadRegulator {
        private let changed = Mutex<(isOff: Bool, call: (@Sendable () -> Void)?)>((false, nil))
        let receiveBufferBytes: Int? = nil

        func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64? {
            self.changed.withLock { state in
                if !state.isOff { state.call = changed }
                return state.isOff ? nil : MonotonicClock.now() + Duration.seconds(3600).nanosecondsAhead
            }
        }

        func switchOff() {
            let call = changed.withLock { state in
                state.isOff = true
                // The call holds the exchange, and so the server and this regulator.
                defer { state.call = nil }
                return state.call
            }
            call?()
        }
    }

    /// A network may be changed while a body is on its way.
    @Test(arguments: bodies + ["short", "short chunk"]) func aMomentThatNoLongerHoldsEndsThePause(kind: String) throws {
        let regulator = Switched()
        let server = try serve(regulator)
        let client = try server.client()
        let head = "POST / HTTP/1.1\r\nHost: a\r\n"
        switch kind {
        case "short": try client.send(head + "Content-Length: 5\r\n\r\nshort")
        case "short chunk": try client.send(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n0\r\n\r\n")
        default: try client.send(Self.request(kind))
        }
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        regulator.switchOff()
        #expect(try client.response().body == (kind.hasPrefix("short") ? Array("short".utf8) : Self.body))
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
    }

    @Test(arguments: bodies) func aBodyIsReadAtItsRate(kind: String) throws {
        let link = Link(bytesPerSecond: 500_000, depth: 1000, receiveBufferBytes: 65_536, clock: MonotonicClock.now)
        let server = try serve(link)
        let client = try server.client()
        let duration = try ContinuousClock().measure {
            try client.send(Self.request(kind))
            #expect(try client.response().body == Self.body)
        }
        #expect(duration >= .milliseconds(198))
        // The connection is kept.
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
    }

    @Test(arguments: bodies) func aClientThatEndsItsSideGetsItsResponse(kind: String) throws {
        let regulator = Slowing(by: .milliseconds(2))
        let server = try serve(regulator)
        let client = try server.client()
        try client.send(Self.request(kind))
        client.closeWriting()
        #expect(try client.response().body == Self.body)
        #expect(regulator.pieces.last == Self.body.count)
        #expect(regulator.pieces == regulator.pieces.sorted())
    }

    @Test func theRequestIsWholeOnlyWhenItsLastByteHasPassed() throws {
        let regulator = Slowing(by: .milliseconds(60))
        let answered = Mutex<Int64>(0)
        let server = try TestServer(
            admit: { _ in .receive(maximumBytes: nil, regulator: regulator) },
            respond: { _ in
                answered.withLock { $0 = MonotonicClock.now() }
                return .text("whole")
            })
        let client = try server.client()
        let start = MonotonicClock.now()
        try client.request("POST", "/", body: "short")
        #expect(try client.response().text == "whole")
        #expect(answered.withLock { $0 } - start >= 60_000_000)
        #expect(regulator.pieces == [5])
    }

    /// A client may keep its connection for hours.
    @Test func anIdleConnectionKeepsNothingOfItsLastBody() throws {
        final class Seen: Sendable { let regulator = Mutex<Slowing.Weak?>(nil) }
        let seen = Seen()
        let server = try TestServer(
            admit: { _ in
                let regulator = Slowing(by: .zero)
                seen.regulator.withLock { $0 = Slowing.Weak(regulator) }
                return .receive(maximumBytes: nil, regulator: regulator)
            }, respond: { _ in .text("whole") })
        let client = try server.client()
        try client.request("POST", "/", body: "short")
        #expect(try client.response().text == "whole")
        // As soon as the next request is there, the last one is over.
        try client.request("GET", "/")
        #expect(try client.response().text == "whole")
        let last = try #require(seen.regulator.withLock { $0 })
        #expect(last.regulator == nil)
    }

    /// The sweep runs once a second.
    @Test func ourPausesAreNotTheClientsSlowness() throws {
        let regulator = Slowing(by: .milliseconds(2500), pauses: 1)
        let server = try serve(regulator) {
            $0.bodyTimeout = .milliseconds(100)
            $0.idleTimeout = .seconds(1)
        }
        let client = try server.client()
        try client.send(Self.request("length"))
        #expect(try client.response().body == Self.body)
    }

    @Test func aClientThatSendsNothingBehindAPauseIsTimedOut() throws {
        let server = try serve(Slowing(by: .milliseconds(5))) { $0.bodyTimeout = .milliseconds(100) }
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf")
        #expect(try client.response().status == 408)
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.bodyTimeout])
    }

    @Test(.needs(.heads), arguments: bodies) func aClientThatLeavesInAPauseIsNoticedAtOnce(kind: String) throws {
        for resets in [false, true] {
            let regulator = Slowing(by: .seconds(3600))
            let server = try serve(regulator)
            let client = try server.client()
            try client.send(Array(Self.request(kind).prefix(40_000)))
            #expect(regulator.bell.wait { !regulator.pieces.isEmpty })
            if resets { client.reset() } else { client.close() }
            #expect(server.isEmpty())
            #expect(server.responder.refusals.map(\.cause) == [.brokenOff])
        }
    }

    @Test func aClientThatLeavesBeforeItsLastByteHasPassedIsNoticedAtOnce() throws {
        let regulator = Slowing(by: .seconds(3600))
        let server = try serve(regulator)
        let client = try server.client()
        try client.request("POST", "/", body: "short")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.brokenOff])
        #expect(server.responder.outcome(1) == nil)
    }

    @Test(arguments: [Daemon.StopPolicy.hasten, .abort]) func aStopEndsPauses(policy: Daemon.StopPolicy) throws {
        for isShort in [false, true] {
            let regulator = Slowing(by: .seconds(3600))
            let server = try serve(regulator)
            let client = try server.client()
            if isShort { try client.request("POST", "/", body: "short") } else { try client.send(Self.request("length")) }
            #expect(regulator.bell.wait { !regulator.pieces.isEmpty })
            let stopping = Stopping(server.daemon, policy, .seconds(60))
            stopping.start()
            if policy == .hasten {
                #expect(try client.response().body == (isShort ? Array("short".utf8) : Self.body))
            } else {
                _ = try client.readToEnd()
            }
            _ = stopping.wait()
            #expect(server.isEmpty())
        }
    }

    @Test func limitsHoldAlsoWhenChunksComeInAPause() throws {
        let regulator = Slowing(by: .milliseconds(2))
        let server = try TestServer(
            admit: { _ in .receive(maximumBytes: 1000, regulator: regulator) }, respond: { _ in .text("whole") })
        let client = try server.client()
        try client.send(Self.request("small chunks"))
        #expect(try client.response().status == 413)
        #expect(server.isEmpty())
    }

    @Test func theReceiveBufferIsClamped() throws {
        let regulator = Slowing(by: .milliseconds(1), receiveBufferBytes: 6000)
        let buffers = Mutex<[Int32]>([])
        let server = try TestServer(
            admit: { _ in .receive(maximumBytes: nil, regulator: regulator) },
            respond: { request in
                buffers.withLock { $0 = receiveBuffers(peerPort: request.arrival.clientPort, localPort: request.arrival.localPort) }
                return .text("whole")
            })
        let client = try server.client()
        try client.request("POST", "/", body: "short")
        #expect(try client.response().text == "whole")
        // Linux doubles it.
        #expect(buffers.withLock { $0 } == [12_000])
    }
}

/// `SO_RCVBUF` of this process's sockets between those ports.
private func receiveBuffers(peerPort: Int, localPort: Int) -> [Int32] {
    func port(_ name: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name($0, &length) }
        }
        return result == 0 ? Int(in_port_t(bigEndian: address.sin_port)) : nil
    }
    return (0..<Int32(8192)).compactMap { descriptor in
        guard port({ getpeername(descriptor, $0, $1) }) == peerPort, port({ getsockname(descriptor, $0, $1) }) == localPort else {
            return nil
        }
        var value: Int32 = 0
        var size = socklen_t(4)
        return getsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &value, &size) == 0 ? value : nil
    }
}
