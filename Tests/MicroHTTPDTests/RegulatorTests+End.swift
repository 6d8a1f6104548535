import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// How an exchange with a regulator ends.
extension RegulatorTests {
    enum Held: CaseIterable, Sendable { case head, headForTime, body, bodyForTime }

    private static func holding(_ held: Held) -> Rule {
        Rule { place, _ in
            switch (held, place) {
            case (.head, _): .wait
            case (.headForTime, _): .waitUntil(MonotonicClock.now() + 3_600_000_000_000)
            case (_, .head): .everything
            case (_, .body(let next)) where next < 1000: .bytes(1000 - next)
            case (.body, _): .wait
            case (.bodyForTime, _): .waitUntil(MonotonicClock.now() + 3_600_000_000_000)
            }
        }
    }

    @Test(arguments: Held.allCases) func aClientThatLeavesIsNoticedAtOnce(held: Held) throws {
        for resets in [false, true] {
            let rule = Self.holding(held)
            let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
            if resets { client.reset() } else { client.close() }
            #expect(server.isEmpty())
            #expect(rule.ends == 1)
            #expect(server.responder.outcome(1)?.ending == .clientLeft)
        }
    }

    @Test func aClientThatOnlyEndsItsSideGetsItsResponse() throws {
        for place in [SendingPlace.head, .body(5)] {
            let hold = Hold(at: place)
            let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: hold)) }
            let client = try server.client()
            try client.sendAndEnd("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(hold.isHeld())
            hold.release()
            #expect(try client.response().body == Self.bytes)
        }
    }

    @Test(arguments: [Held.headForTime, .bodyForTime]) func hasteDoesNotWaitForTime(held: Held) throws {
        let rule = Self.holding(held)
        let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let stopping = Stopping(server.daemon, .hasten, .seconds(60))
        stopping.start()
        #expect(try client.response().body == Self.bytes)
        #expect(stopping.wait())
        #expect(rule.ends == 1)
    }

    @Test(arguments: [Daemon.StopPolicy.finish, .hasten]) func aHoldEndsWhenTheResponderHearsOfTheStop(policy: Daemon.StopPolicy) throws {
        for place in [SendingPlace.head, .body(5)] {
            let hold = Hold(at: place)
            let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: hold)) }
            server.responder.whenStopping { hold.release() }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(hold.isHeld())
            let stopping = Stopping(server.daemon, policy, .seconds(60))
            stopping.start()
            #expect(try client.response().body == Self.bytes)
            #expect(stopping.wait())
            #expect(hold.ends == 1)
        }
    }

    @Test(arguments: Held.allCases) func anAbortEndsEveryWait(held: Held) throws {
        let rule = Self.holding(held)
        let server = try TestServer { _ in .plan(Self.plan(Source.bytes.body, by: rule)) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        server.daemon.stop(.abort, within: .zero)
        _ = try client.readToEnd()
        #expect(rule.ends == 1)
        #expect(server.responder.outcome(1)?.ending == .aborted)
    }

    @Test func theRegulatorOfAPlanThatNobodyTookIsEnded() throws {
        let hold = Hold(at: .head)
        let deferred = DeferredPlan(ticket: ExchangeTicket(number: 1))
        let server = try TestServer { _ in
            // Fulfilled before the wire waits for it.
            deferred.fulfil(Self.plan(.text(200, "late"), by: hold, delay: .seconds(3600)))
            return .later(deferred)
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
        #expect(hold.ends == 1)
        #expect(hold.places.isEmpty)
        #expect(server.responder.outcome(1)?.ending == .clientLeft)
    }

    @Test(.timeLimit(.minutes(5))) func thousandsAreHeldOnTheThreadsThatThereAre() throws {
        let count = 2000
        try #require(Descriptors.allow(2 * count + 1000), "ulimit -n does not let this process have so many descriptors")
        let holds = (0..<count).map { Hold(at: $0 % 2 == 0 ? .head : .body(3)) }
        let server = try TestServer { .plan(Self.plan(.text(200, "whole"), by: holds[Int($0.target.dropFirst())!])) }
        let clients = try (0..<count).map { _ in try server.client() }
        for (index, client) in clients.enumerated() { try client.request("GET", "/\(index)") }
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == count })
        for hold in holds { hold.release() }
        for client in clients { #expect(try client.response().text == "whole") }
        for client in clients { client.close() }
        #expect(server.isEmpty())
        #expect(holds.allSatisfy { $0.ends == 1 })
    }
}
