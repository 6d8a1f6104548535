import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DelayTests {
    private static func delayed(_ delay: Duration, ticket: UInt64? = nil) -> Reply {
        .plan(
            WirePlan(
                .text(200, "late"), performance: Performance(initialDelay: delay), ticket: ticket.map { ExchangeTicket(number: $0) }))
    }

    @Test func aDelayedResponseIsNeverEarly() throws {
        let server = try TestServer { request in Self.delayed(.milliseconds(Int(request.target.dropFirst())!)) }
        let client = try server.client()
        for milliseconds in [1, 20, 5, 0, 33] {
            let duration = try ContinuousClock().measure {
                try client.request("GET", "/\(milliseconds)")
                #expect(try client.response().text == "late")
            }
            #expect(duration >= .milliseconds(milliseconds))
        }
    }

    @Test func delaysDoNotHoldEachOtherUp() throws {
        let server = try TestServer { _ in Self.delayed(.milliseconds(300)) }
        let clients = try (0..<200).map { _ in try server.client() }
        let duration = try ContinuousClock().measure {
            for client in clients { try client.request("GET", "/") }
            for client in clients { #expect(try client.response().text == "late") }
        }
        // One after the other it would be a minute.
        #expect(duration < .seconds(20))
        for client in clients { client.close() }
        #expect(server.isEmpty())
    }

    @Test func aClientThatLeavesIsNoticedAtOnce() throws {
        let server = try TestServer { _ in Self.delayed(.seconds(3600), ticket: 5) }
        for resets in [false, true] {
            let client = try server.client()
            try client.request("GET", "/")
            #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
            if resets { client.reset() } else { client.close() }
            #expect(server.isEmpty())
            #expect(server.responder.outcome(5) == ExchangeOutcome(ending: .clientLeft, status: 0))
        }
    }

    @Test func aRequestPipelinedBehindADelayedOneWaitsForIt() throws {
        let server = try TestServer { request in request.target == "/slow" ? Self.delayed(.milliseconds(50)) : .text("quick") }
        let client = try server.client()
        try client.request("GET", "/slow")
        try client.request("GET", "/quick")
        #expect(try client.response().text == "late")
        #expect(try client.response().text == "quick")
    }

    @Test(.timeLimit(.minutes(5))) func thousandsMayWait() throws {
        let count = 2000
        // Both ends of each connection are in this process.
        try #require(Descriptors.allow(2 * count + 1000), "ulimit -n does not let this process have so many descriptors")
        let server = try TestServer { _ in Self.delayed(.seconds(4)) }
        let clients = try (0..<count).map { _ in try server.client() }
        for client in clients { try client.request("GET", "/") }
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == count })
        for client in clients { #expect(try client.response().status == 200) }
        for client in clients { client.close() }
        #expect(server.isEmpty())
    }
}
