import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeliveryTests {
    private static func plan(_ response: Response = .text(200, "whole"), number: UInt64 = 1, delay: Duration? = nil) -> WirePlan {
        var plan = WirePlan(response, performance: delay.map { Performance(initialDelay: $0) }, ticket: ExchangeTicket(number: number))
        plan.tellsDelivery = true
        return plan
    }

    @Test func everyResponseIsToldOnce() throws {
        let server = try TestServer { .plan(Self.plan(number: UInt64($0.indexOnConnection))) }
        let client = try server.client()
        for number in 0..<20 as Range<UInt64> {
            try client.request("GET", "/")
            #expect(try client.response().text == "whole")
            #expect(server.eventually { server.responder.deliveries.last == number })
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.deliveries == Array(0..<20))
        #expect(server.responder.earlyDeliveries.isEmpty)
    }

    @Test func onlyPlansThatAskAreTold() throws {
        let server = try TestServer { request in
            .plan(request.target == "/" ? Self.plan(number: 2) : WirePlan(.text(200, "whole"), ticket: ExchangeTicket(number: 1)))
        }
        let client = try server.client()
        for target in ["/untold", "/", "/untold"] {
            try client.request("GET", target)
            _ = try client.response()
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.eventually { server.responder.deliveries == [2] })
    }

    @Test func aResponseIsDeliveredWhenTheClientTakesIt() throws {
        let body = [UInt8](repeating: 7, count: 60_000)
        let server = try TestServer { _ in .plan(Self.plan(Response(status: 200, body: .bytes(body)))) }
        // Its window is too small for the body: unread bytes are not acknowledged.
        let client = try RawClient(port: server.port, receiveBuffer: 2048)
        try client.request("GET", "/")
        #expect(server.eventually { server.responder.outcome(1) != nil })
        #expect(server.responder.deliveries.isEmpty)
        #expect(try client.response().body == body)
        #expect(server.eventually { server.responder.deliveries == [1] })
    }

    @Test func aClosedConnectionEndsTheWait() throws {
        let body = [UInt8](repeating: 7, count: 60_000)
        for resets in [false, true] {
            let server = try TestServer { _ in .plan(Self.plan(Response(status: 200, body: .bytes(body)))) }
            let client = try RawClient(port: server.port, receiveBuffer: 2048)
            try client.request("GET", "/")
            #expect(server.eventually { server.responder.outcome(1) != nil })
            if resets { client.reset() } else { client.close() }
            #expect(server.eventually { server.responder.deliveries == [1] })
            #expect(server.isEmpty())
            #expect(server.responder.deliveries == [1])
            #expect(server.responder.earlyDeliveries.isEmpty)
        }
    }

    @Test func aClientThatLeavesBeforeItsResponseIsTold() throws {
        let server = try TestServer { _ in .plan(Self.plan(delay: .seconds(3600))) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.eventually { server.responder.deliveries == [1] })
        #expect(server.responder.outcome(1)?.ending == .clientLeft)
        #expect(server.responder.earlyDeliveries.isEmpty)
    }

    @Test func aStopLeavesNothingUntold() throws {
        let server = try TestServer { .plan(Self.plan(delay: $0.target == "/slow" ? .seconds(3600) : nil)) }
        for target in ["/", "/slow"] {
            let client = try server.client()
            try client.request("GET", target)
            #expect(server.eventually { server.daemon.counters.requests > (target == "/" ? 0 : 1) })
            if target == "/" { _ = try client.response() }
        }
        server.daemon.stop(.abort, within: .zero)
        server.reactor.stop()
        #expect(server.responder.deliveries == [1, 1])
        #expect(server.responder.earlyDeliveries.isEmpty)
    }
}
