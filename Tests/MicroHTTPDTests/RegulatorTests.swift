import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct RegulatorTests {
    static let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 11 ^ $0 >> 7) }

    enum Source: CaseIterable, Sendable {
        case bytes, chunkedBytes, blocks, chunkedBlocks, stream

        var body: Response {
            switch self {
            case .bytes: Response(status: 200, body: .bytes(RegulatorTests.bytes))
            case .chunkedBytes: Response(status: 200, body: .bytes(RegulatorTests.bytes), framing: .chunked)
            case .blocks: Response(status: 200, body: .blocks(ArrayBlocks(RegulatorTests.bytes), 0..<RegulatorTests.bytes.count))
            // A part of a file.
            case .chunkedBlocks:
                Response(
                    status: 200, body: .blocks(ArrayBlocks([1, 2] + RegulatorTests.bytes + [3]), 2..<2 + RegulatorTests.bytes.count),
                    framing: .chunked)
            case .stream: Response(status: 200, body: .stream(ArrayStream(RegulatorTests.bytes, waits: false), length: nil))
            }
        }

        var isChunked: Bool { self == .chunkedBytes || self == .chunkedBlocks || self == .stream }
    }

    static func plan(
        _ response: Response = .text(200, "whole"), by regulator: any ResponseRegulator, delay: Duration = .zero, fault: WireFault? = nil
    ) -> WirePlan {
        WirePlan(
            response, performance: Performance(initialDelay: delay, fault: fault, regulator: regulator), ticket: ExchangeTicket(number: 1)
        )
    }

    // MARK: Before the head

    @Test func aResponseIsHeldBeforeItsHead() throws {
        let hold = Hold(at: .head)
        let server = try TestServer { $0.target == "/held" ? .plan(Self.plan(by: hold)) : .text("quick") }
        let client = try server.client()
        try client.request("GET", "/held")
        try client.request("GET", "/next")
        #expect(hold.isHeld())
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        // At the next call it still holds.
        hold.wakeInVain()
        #expect(server.eventually { hold.places.count == 2 })
        hold.release()
        #expect(try client.response().text == "whole")
        #expect(try client.response().text == "quick")
        #expect(hold.places == [.head, .head, .head, .body(0)])
        #expect(hold.ends == 1)
        #expect(server.responder.outcome(1)?.ending == .performed)
    }

    @Test func aRegulatorMayWakeBeforeItsWaitIsSeen() throws {
        let waits = Mutex(0)
        let rule = Rule { _, wake in
            let mayGo = waits.withLock {
                $0 += 1
                return $0 % 3 == 0
            }
            if mayGo { return .everything }
            wake()
            return .wait
        }
        let server = try TestServer { _ in .plan(Self.plan(by: rule)) }
        let client = try server.client()
        for round in 1...20 {
            try client.request("GET", "/")
            #expect(try client.response().text == "whole")
            #expect(server.eventually { rule.ends == round })
        }
    }

    @Test func itIsAskedAfterTheDelay() throws {
        let asked = Mutex<Int64?>(nil)
        let rule = Rule { place, _ in
            if place == .head { asked.withLock { $0 = MonotonicClock.now() } }
            return .everything
        }
        let server = try TestServer { _ in .plan(Self.plan(by: rule, delay: .milliseconds(40))) }
        let client = try server.client()
        let start = MonotonicClock.now()
        try client.request("GET", "/")
        #expect(try client.response().text == "whole")
        #expect(try #require(asked.withLock { $0 }) - start >= 40_000_000)
    }

    @Test(arguments: [0, 50_000]) func aMomentIsAwaited(position: Int) throws {
        let moment = MonotonicClock.now() + 100_000_000
        let place: SendingPlace = position == 0 ? .head : .body(position)
        let rule = Rule { asked, _ in
            if asked == place, MonotonicClock.now() < moment { return .waitUntil(moment) }
            if case .body(let next) = asked, next < position { return .bytes(position - next) }
            return .everything
        }
        let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().body == Self.bytes)
        #expect(MonotonicClock.now() >= moment)
        #expect(server.eventually { rule.ends == 1 })
    }

    @Test func anotherPlanTakesThePlace() throws {
        let second = Rule { _, _ in .everything }
        let replacement = WirePlan(
            .text(504, "too late"), performance: Performance(initialDelay: .milliseconds(5), regulator: second),
            ticket: ExchangeTicket(number: 99))
        let first = Rule { _, _ in .replace(replacement) }
        let server = try TestServer { _ in .plan(Self.plan(by: first)) }
        let client = try server.client()
        try client.request("GET", "/")
        let response = try client.response()
        #expect(response.status == 504)
        #expect(response.text == "too late")
        #expect(server.eventually { server.responder.outcome(1)?.ending == .performed })
        #expect(server.responder.outcome(99) == nil)
        #expect(first.places == [.head] && second.places == [.head, .body(0)])
        #expect(first.ends == 1 && second.ends == 1)
        // The connection is kept.
        try client.request("GET", "/")
        #expect(try client.response().status == 504)
    }

    @Test func aPlanMayKeepItsRegulatorInItsReplacement() throws {
        let replaced = Mutex(false)
        let own = Mutex<Rule?>(nil)
        let rule = Rule { _, _ in
            let wasReplaced = replaced.withLock { replaced in
                defer { replaced = true }
                return replaced
            }
            return wasReplaced ? .everything : .replace(Self.plan(.text(503, "stops"), by: own.withLock { $0! }))
        }
        own.withLock { $0 = rule }
        let server = try TestServer { _ in .plan(Self.plan(by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().text == "stops")
        #expect(server.eventually { rule.ends == 1 })
        own.withLock { $0 = nil }
    }

    @Test(arguments: [WireFault.Effect.reset, .close, .garbage([1, 2, 3]), .stall])
    func aResponseIsBrokenOffInPlaceOfItsHead(effect: WireFault.Effect) throws {
        let rule = Rule { _, _ in .breakOff(effect) }
        let server = try TestServer({ $0.stallTimeout = .milliseconds(50) }) { _ in .plan(Self.plan(by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        let (received, end) = try client.readToEnd()
        #expect(end == (effect == .reset ? .reset : .closed))
        #expect(received == (effect == .garbage([1, 2, 3]) ? [1, 2, 3] : []))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .performed)
        #expect(rule.ends == 1)
    }

    // MARK: Within the body

    @Test(arguments: Source.allCases) func aResponseIsHeldWithinItsBody(source: Source) throws {
        for position in [0, 1, 50_000, 99_999] {
            let hold = Hold(at: .body(position))
            let server = try TestServer { _ in .plan(Self.plan(source.body, by: hold)) }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(hold.isHeld())
            if !source.isChunked {
                #expect(try client.read(until: "\r\n\r\n").contains("Content-Length: 100000"))
                #expect(try client.read(position) == Array(Self.bytes.prefix(position)))
                hold.release()
                #expect(try client.read(100_000 - position) == Array(Self.bytes.dropFirst(position)))
            } else {
                hold.release()
                let response = try client.response()
                #expect(response.body == Self.bytes)
                // No chunk crosses the place.
                var ends: [Int] = []
                for chunk in response.chunks { ends.append((ends.last ?? 0) + chunk) }
                #expect(position == 0 || ends.contains(position))
            }
            #expect(server.eventually { hold.ends == 1 })
            // The hold hears of the end first.
            #expect(server.eventually { server.responder.outcome(1) != nil })
            #expect(server.responder.outcome(1)?.bodyBytes == 100_000)
        }
    }

    @Test(arguments: [Source.chunkedBytes, .chunkedBlocks, .stream]) func theLastChunkIsHeld(source: Source) throws {
        let hold = Hold(at: .body(100_000))
        let server = try TestServer { _ in .plan(Self.plan(source.body, by: hold)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(hold.isHeld())
        hold.release()
        #expect(try client.response().body == Self.bytes)
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
    }

    @Test func aFaultComesAtItsMomentBehindAHold() throws {
        for effect in [WireFault.Effect.reset, .close, .garbage([1, 2, 3])] {
            let hold = Hold(at: .body(50_000))
            let fault = WireFault(effect, at: .bodyBytes(60_000))
            let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: hold, fault: fault)) }
            let client = try server.client()
            try client.request("GET", "/")
            _ = try client.read(until: "\r\n\r\n")
            #expect(try client.read(50_000) == Array(Self.bytes.prefix(50_000)))
            #expect(hold.isHeld())
            hold.release()
            let (received, end) = try client.readToEnd()
            #expect(received == Array(Self.bytes[50_000..<60_000]) + (effect == .garbage([1, 2, 3]) ? [1, 2, 3] : []))
            #expect(end == (effect == .reset ? .reset : .closed))
            #expect(server.isEmpty())
            let outcome = ExchangeOutcome(ending: .performed, bodyBytes: 60_000, sending: server.sending, status: 200)
            #expect(server.responder.outcome(1) == outcome)
            #expect(hold.ends == 1)
        }
    }

    @Test func aHoldAndAFaultAtOneMomentComeInThatOrder() throws {
        let hold = Hold(at: .head)
        let server = try TestServer { _ in .plan(Self.plan(by: hold, fault: WireFault(.close, at: .beforeHeaders))) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(hold.isHeld())
        #expect(server.daemon.counters.openConnections == 1)
        hold.release()
        #expect(try client.readToEnd() == ([], .closed))
        #expect(server.eventually { hold.ends == 1 })
    }

    @Test(arguments: [WireFault.Effect.reset, .close, .garbage([1, 2, 3]), .stall])
    func aBodyIsBrokenOff(effect: WireFault.Effect) throws {
        let rule = Rule { place, _ in
            switch place {
            case .head: .everything
            case .body(let next): next < 70_000 ? .bytes(70_000 - next) : .breakOff(effect)
            }
        }
        let server = try TestServer({ $0.stallTimeout = .milliseconds(50) }) { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        _ = try client.read(until: "\r\n\r\n")
        let (received, end) = try client.readToEnd()
        #expect(received == Array(Self.bytes.prefix(70_000)) + (effect == .garbage([1, 2, 3]) ? [1, 2, 3] : []))
        #expect(end == (effect == .reset ? .reset : .closed))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .performed)
        #expect(rule.ends == 1)
    }

    @Test func aPlanThatComesTooLateClosesTheConnection() throws {
        let rule = Rule { place, _ in
            switch place {
            case .head: .everything
            case .body(let next): next < 1000 ? .bytes(1000 - next) : .replace(WirePlan(.text(504, "too late")))
            }
        }
        let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        _ = try client.read(until: "\r\n\r\n")
        #expect(try client.readToEnd() == (Array(Self.bytes.prefix(1000)), .closed))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .aborted && server.responder.outcome(1)?.bodyBytes == 1000)
        #expect(rule.ends == 1)
    }

    // MARK: No body

    @Test func withoutABodyOnlyTheHeadIsAskedFor() throws {
        let responses: [String: Response] = [
            "/204": Response(status: 204), "/304": Response(status: 304), "/empty": Response(status: 200), "/body": .text(200, "body"),
        ]
        let rule = Rule { _, _ in .everything }
        let server = try TestServer { .plan(Self.plan(responses[$0.target]!, by: rule)) }
        for (count, (method, target)) in [("GET", "/204"), ("GET", "/304"), ("GET", "/empty"), ("HEAD", "/body"), ("HEAD", "/empty")]
            .enumerated()
        {
            let client = try server.client()
            try client.request(method, target)
            let response = try client.response(toHead: method == "HEAD")
            #expect(response.status == responses[target]!.status)
            if target == "/body" { #expect(response.header("Content-Length") == "4") }
            #expect(server.eventually { rule.ends == count + 1 })
        }
        #expect(rule.places == Array(repeating: .head, count: 5))
    }

    // MARK: The rate

    @Test func aLinkIsNeverFasterThanItsRate() throws {
        let link = Link(bytesPerSecond: 1_000_000, depth: 4000, clock: MonotonicClock.now)
        let server = try TestServer { _ in .plan(Self.plan(Source.blocks.body, by: link)) }
        let client = try server.client()
        let duration = try ContinuousClock().measure {
            try client.request("GET", "/")
            #expect(try client.response().body == Self.bytes)
        }
        #expect(duration >= .milliseconds(96))
        #expect(server.eventually { link.ends == 1 })
    }
}

extension TestServer {
    /// How long the exchange of ticket 1 was sent.
    var sending: Duration { responder.outcome(1)?.sending ?? .zero }
}
