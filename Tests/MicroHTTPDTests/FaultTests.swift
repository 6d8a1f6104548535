import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var effect: WireFault.Effect
        var moment: WireFault.Moment
        var testDescription: String { "\(effect) at \(moment)" }
    }

    private static let effects: [WireFault.Effect] = [.reset, .close, .stall, .garbage(Array("§garbage§".utf8))]
    private static let moments: [WireFault.Moment] = [.beforeHeaders, .afterHeaders, .bodyBytes(100_000), .bodyBytes(7), .end]
    static let cases = effects.flatMap { effect in moments.map { Case(effect: effect, moment: $0) } }
    static let size = 130_000
    private static let shortly: @Sendable (inout DaemonOptions) -> Void = {
        $0.idleTimeout = .milliseconds(50)
        $0.stallTimeout = .milliseconds(50)
    }
    private static let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }

    enum Source: CaseIterable, Sendable { case bytes, chunkedBytes, blocks, chunkedBlocks, stream }

    private static func response(_ source: Source) -> Response {
        return switch source {
        case .bytes: Response(status: 200, body: .bytes(bytes))
        case .chunkedBytes: Response(status: 200, body: .bytes(bytes), framing: .chunked)
        case .blocks: Response(status: 200, body: .blocks(ArrayBlocks(bytes), 0..<size))
        // A part of a file.
        case .chunkedBlocks: Response(status: 200, body: .blocks(ArrayBlocks([1, 2] + bytes + [3]), 2..<2 + size), framing: .chunked)
        case .stream: Response(status: 200, body: .stream(ArrayStream(bytes, waits: false), length: nil))
        }
    }

    @Test func garbageFollowsTheHeadOfAChunkedResponseWithoutABody() throws {
        let server = try TestServer(Self.shortly) { _ in
            let performance = Performance(fault: WireFault(.garbage([1, 2, 3]), at: .afterHeaders))
            return .plan(WirePlan(Response(status: 200, framing: .chunked), performance: performance, ticket: ExchangeTicket(number: 1)))
        }
        let client = try server.client()
        try client.request("GET", "/")
        let (received, end) = try client.readToEnd()
        #expect(end == .closed)
        #expect(String(decoding: received, as: UTF8.self).contains("Transfer-Encoding: chunked\r\n"))
        #expect(received.suffix(7).elementsEqual([13, 10, 13, 10, 1, 2, 3]))
    }

    @Test(arguments: cases, Source.allCases) func aFaultComesAtItsMoment(fault: Case, source: Source) throws {
        let server = try TestServer(Self.shortly) { request in
            let performance = Performance(fault: WireFault(fault.effect, at: fault.moment))
            return .plan(WirePlan(Self.response(source), performance: performance, ticket: ExchangeTicket(number: 1)))
        }
        let client = try server.client()
        try client.request("GET", "/")
        let (received, end) = try client.readToEnd()
        let isFramed = source == .chunkedBytes || source == .chunkedBlocks || source == .stream

        if case .reset = fault.effect { #expect(end == .reset) } else { #expect(end == .closed) }
        var rest = received[...]
        if fault.moment != .beforeHeaders {
            let text = String(decoding: received.prefix(1000), as: Unicode.ASCII.self)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.contains(isFramed ? "Transfer-Encoding: chunked" : "Content-Length: \(Self.size)"))
            let mark = received.indices.first { received[$0...].starts(with: [13, 10, 13, 10]) }!
            rest = received[(mark + 4)...]
        }
        if case .garbage(let garbage) = fault.effect {
            #expect(rest.suffix(garbage.count).elementsEqual(garbage))
            rest.removeLast(garbage.count)
        }
        let expected =
            switch fault.moment {
            case .bodyBytes(let count): count
            case .end: Self.size
            default: 0
            }
        if isFramed {
            let (body, isWhole) = unchunk(rest)
            #expect(body == expected)
            // The last chunk never comes: the body is cut.
            #expect(!isWhole)
        } else {
            #expect(rest.count == expected)
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .performed)
        #expect(server.responder.outcome(1)?.status == (fault.moment == .beforeHeaders ? 0 : 200))
        if fault.moment != .beforeHeaders { #expect(server.responder.outcome(1)?.bodyBytes == expected) }
    }

    /// Bytes in whole or begun chunks, and whether the last chunk came.
    private func unchunk(_ bytes: ArraySlice<UInt8>) -> (Int, Bool) {
        var rest = bytes
        var count = 0
        while let mark = rest.firstIndex(of: 13) {
            guard let size = Int(String(decoding: rest[..<mark], as: UTF8.self), radix: 16) else { return (count, false) }
            if size == 0 { return (count, true) }
            rest = rest[mark...].dropFirst(2)
            count += min(size, rest.count)
            rest = rest.dropFirst(size + 2)
        }
        return (count, false)
    }

    @Test(arguments: cases) func aHeadResponseBreaksToo(fault: Case) throws {
        let server = try TestServer(Self.shortly) { _ in
            .plan(WirePlan(Self.response(.bytes), performance: Performance(fault: WireFault(fault.effect, at: fault.moment))))
        }
        let client = try server.client()
        try client.request("HEAD", "/")
        let end = try client.readToEnd().end
        if case .reset = fault.effect { #expect(end == .reset) } else { #expect(end == .closed) }
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aFaultMayComeAfterADelay() throws {
        let server = try TestServer { _ in
            .plan(
                WirePlan(
                    .text(200, ""),
                    performance: Performance(initialDelay: .milliseconds(30), fault: WireFault(.reset, at: .beforeHeaders))))
        }
        let clock = ContinuousClock()
        let client = try server.client()
        let duration = try clock.measure {
            try client.request("GET", "/")
            #expect(try client.readToEnd() == ([], .reset))
        }
        #expect(duration >= .milliseconds(30))
    }

    @Test func aStallOutlastsTheTimeOutOfIdleConnections() throws {
        let server = try TestServer({ $0.idleTimeout = .seconds(1) }) { _ in
            .plan(WirePlan(Self.response(.bytes), performance: Performance(fault: WireFault(.stall, at: .afterHeaders))))
        }
        let stalled = try server.client()
        try stalled.request("GET", "/")
        _ = try stalled.read(until: "\r\n\r\n")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        // It becomes idle after the other has begun to stall.
        let idle = try server.client()
        #expect(try idle.readToEnd() == ([], .closed))
        #expect(server.daemon.counters.suspendedExchanges == 1)
        server.daemon.stop(.hasten, within: .seconds(60))
        #expect(try stalled.readToEnd() == ([], .closed))
    }

    @Test(arguments: [Daemon.StopPolicy.hasten, .abort]) func aStopCutsAStallOff(policy: Daemon.StopPolicy) throws {
        for moment in [WireFault.Moment.beforeHeaders, .bodyBytes(10)] {
            let server = try TestServer { _ in
                let performance = Performance(fault: WireFault(.stall, at: moment))
                return .plan(WirePlan(Self.response(.bytes), performance: performance, ticket: ExchangeTicket(number: 1)))
            }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
            server.daemon.stop(policy, within: .seconds(60))
            _ = try client.readToEnd()
            #expect(server.responder.outcome(1)?.ending == .aborted)
        }
    }

    @Test func aStalledClientThatLeavesIsForgottenAtOnce() throws {
        for moment in [WireFault.Moment.beforeHeaders, .afterHeaders, .bodyBytes(10)] {
            let server = try TestServer { _ in
                let performance = Performance(fault: WireFault(.stall, at: moment))
                return .plan(WirePlan(Self.response(.bytes), performance: performance, ticket: ExchangeTicket(number: 1)))
            }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
            client.close()
            #expect(server.isEmpty())
            #expect(server.responder.outcome(1)?.ending == .performed && server.responder.outcome(1)?.leftStall == true)
        }
    }

    /// Lets everything pass, and ends the stall when the test says so.
    private final class StallEnd: ResponseRegulator {
        private let bell = Bell()
        private let end = Mutex<(@Sendable () -> Void)?>(nil)

        func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance { .everything }

        func stalls(end: @escaping @Sendable () -> Void) {
            self.end.withLock { $0 = end }
            bell.ring()
        }

        func ended() {}

        /// Waits for the stall, and ends it.
        func endStall() {
            #expect(bell.wait { self.end.withLock { $0 != nil } })
            end.withLock { $0 }?()
        }
    }

    @Test func aStallEndsWhenItsRegulatorEndsIt() throws {
        for (moment, bytes) in [(WireFault.Moment.beforeHeaders, 0), (.afterHeaders, 0), (.bodyBytes(10), 10)] {
            let regulator = StallEnd()
            let server = try TestServer { _ in
                let performance = Performance(fault: WireFault(.stall, at: moment), regulator: regulator)
                return .plan(WirePlan(Self.response(.bytes), performance: performance, ticket: ExchangeTicket(number: 1)))
            }
            let client = try server.client()
            try client.request("GET", "/")
            regulator.endStall()
            #expect(try client.readToEnd().1 == .closed)
            client.close()
            #expect(server.isEmpty())
            let outcome = server.responder.outcome(1)
            #expect(outcome?.ending == .aborted && outcome?.bodyBytes == bytes && outcome?.leftStall == false)
            regulator.endStall()
        }
    }

    /// The responses before it are not sent when the reset's turn comes: the client has not begun to read.
    @Test(arguments: [["/body", "/reset"], ["/body", "/body", "/reset"], ["/end", "/body", "/body"]])
    func aResetComesBehindTheResponsesBeforeIt(targets: [String]) throws {
        let server = try TestServer { request in
            let moment: WireFault.Moment? = request.target == "/reset" ? .beforeHeaders : request.target == "/end" ? .end : nil
            let fault = moment.map { WireFault(.reset, at: $0) }
            return .plan(WirePlan(Self.response(.bytes), performance: fault.map { Performance(fault: $0) }))
        }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let (received, end) = try client.readToEnd()
        #expect(end == .reset)
        let whole = targets.first == "/end" ? 1 : targets.count - 1
        #expect(received.count > whole * Self.size && received.count < whole * (Self.size + 1_000))
        client.close()
        #expect(server.isEmpty())
    }

    /// The library closes its descriptor behind the last response, and before that is sent.
    @Test(arguments: [true, false]) func aResetComesBehindTheLastResponse(halfCloses: Bool) throws {
        let server = try TestServer { _ in
            .plan(WirePlan(Self.response(.bytes), performance: Performance(fault: WireFault(.reset, at: .end))))
        }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.request("GET", "/", headers: halfCloses ? [] : ["Connection: close"])
        if halfCloses { client.closeWriting() }
        #expect(server.eventually { server.daemon.counters.connections == 1 && server.daemon.counters.openConnections == 0 })
        let (received, end) = try client.readToEnd()
        #expect(end == .reset)
        #expect(received.count > Self.size)
    }

    /// What arrives at a closed socket is answered by RST, which discards what is not sent.
    @Test(arguments: [WireFault.Effect.close, .garbage([1, 2, 3])], [WireFault.Moment.beforeHeaders, .bodyBytes(7), .end])
    func requestsBehindAPlannedEndDoNotCostTheResponsesBeforeIt(effect: WireFault.Effect, moment: WireFault.Moment) throws {
        let server = try TestServer { request in
            if request.target == "/body" { return .plan(WirePlan(Self.response(.bytes))) }
            let fault = WireFault(effect, at: moment)
            let ticket = ExchangeTicket(number: 1)
            return .plan(WirePlan(.text(200, "0123456789"), performance: Performance(fault: fault), ticket: ticket))
        }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.send("GET /body HTTP/1.1\r\nHost: test\r\n\r\nGET /end HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(server.eventually { server.responder.outcome(1) != nil })
        if moment != .end { #expect(server.eventually { server.daemon.counters.openConnections == 0 }) }
        try client.request("GET", "/late")
        let (received, end) = try client.readToEnd()
        #expect(end == .closed)
        let heads = String(decoding: received, as: Unicode.ASCII.self).split(separator: "HTTP/1.1 200 ")
        #expect(received.count > Self.size && heads.count == (moment == .beforeHeaders ? 1 : 2))
        client.close()
        #expect(server.isEmpty())
    }

    /// A socket that is closed with unread bytes is reset, and a client behind a network may lose what it has not read.
    @Test(arguments: [WireFault.Moment.beforeHeaders, .bodyBytes(7), .end])
    func aPlannedCloseIsNoResetForAClientThatHasSentMore(moment: WireFault.Moment) throws {
        let server = try TestServer { _ in
            .plan(WirePlan(Self.response(.bytes), performance: Performance(fault: WireFault(.close, at: moment))))
        }
        let client = try server.client()
        try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: test\r\n\r\n", count: 4_000))
        #expect(try client.readToEnd().end == .closed)
        // Only a client that is reset can send nothing.
        for _ in 0..<3 { try client.request("GET", "/late") }
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aClientThatLeavesBeforeItsResetIsForgottenAtOnce() throws {
        let server = try TestServer { request in
            let fault = request.target == "/reset" ? Performance(fault: WireFault(.reset, at: .beforeHeaders)) : nil
            return .plan(WirePlan(Self.response(.bytes), performance: fault))
        }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.send("GET /body HTTP/1.1\r\nHost: test\r\n\r\nGET /reset HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aResetWaitsForItsBytesDuringAStop() throws {
        let server = try TestServer { _ in
            .plan(WirePlan(Self.response(.bytes), performance: Performance(fault: WireFault(.reset, at: .bodyBytes(50_000)))))
        }
        let client = try RawClient(port: server.port, receiveBuffer: 2_048)
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        server.daemon.beginStopping(.hasten)
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 }, "it waits instead of asking again and again")
        let (received, end) = try client.readToEnd()
        #expect(end == .reset)
        #expect(received.count > 50_000)
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
    }
}
