import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// Responses with long heads, on every way in which a response is sent.
@Suite(.timeLimit(.minutes(5))) struct LongHeadTests {
    private static let body = Array(repeating: UInt8(ascii: "b"), count: 100_000)

    private static func plans(_ length: Int, field: String = "Long") -> [WirePlan] {
        let headers = HeaderFields([HeaderFields.Field(field, String(repeating: "v", count: length))])
        let pace = Performance(pace: .chunks(2, over: .milliseconds(2)))
        let plain = Response(status: 200, headers: headers, body: .bytes(body))
        let chunked = Response(status: 200, headers: headers, body: .bytes(body), framing: .chunked)
        let blocks = Response(status: 200, headers: headers, body: .blocks(ArrayBlocks(body), 0..<body.count))
        return [
            WirePlan(plain), WirePlan(chunked), WirePlan(blocks), WirePlan(plain, performance: pace), WirePlan(chunked, performance: pace),
        ]
    }

    @Test(arguments: [15_000, 16_384, 20_000, 60_000]) func theyAreSent(length: Int) throws {
        for plan in Self.plans(length) {
            let server = try TestServer { _ in .plan(plan) }
            let client = try server.client()
            for fill in [10, 15_000, 10] {
                try client.request("GET", "/", headers: ["Fill: \(String(repeating: "f", count: fill))"])
                let response = try client.response()
                #expect(response.status == 200)
                #expect(response.header("Long")?.utf8.count == length)
                #expect(response.body == Self.body)
            }
            client.close()
            #expect(server.isEmpty())
        }
    }

    /// It goes through the library without the hook for heads, and replaces the date of the wire in any case.
    @Test(arguments: [15_000, 20_000]) func aLongDateIsSent(length: Int) throws {
        for plan in Self.plans(length, field: "Date") {
            let server = try TestServer { _ in .plan(plan) }
            let client = try server.client()
            try client.request("GET", "/")
            let response = try client.response()
            #expect(response.status == 200 && response.body == Self.body)
            #expect(response.headerLines.filter { $0.hasPrefix("Date: ") }.map(\.utf8.count) == [length + 6])
        }
    }

    /// In response to HEAD and with a 304, while the next request is there already.
    @Test(arguments: [15_000, 60_000]) func theyAreSentWithoutABody(length: Int) throws {
        let fields: HeaderFields = [("Long", String(repeating: "v", count: length)), ("Content-Length", "5")]
        let server = try TestServer { request in
            .plan(WirePlan(Response(status: request.path == "/304" ? 304 : 200, headers: fields, body: .bytes(Array("hello".utf8)))))
        }
        for (method, path) in [("HEAD", "/"), ("GET", "/304")] {
            let client = try server.client()
            let first = "\(method) \(path) HTTP/1.1\r\nHost: test\r\nFill: \(String(repeating: "f", count: 10_000))\r\n\r\n"
            try client.send(first + "GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            for isFirst in [true, false] {
                let response = try client.response(toHead: isFirst)
                #expect(response.status == (isFirst && path == "/304" ? 304 : 200))
                #expect(response.header("Long")?.utf8.count == length && response.header("Content-Length") == "5")
                #expect(response.text == (isFirst ? "" : "hello"))
            }
        }
    }

    @Test func shortAndLongHeadsFollowEachOther() throws {
        let server = try TestServer { request in
            let value = String(repeating: "v", count: Int(request.path.dropFirst()) ?? 0)
            return .plan(WirePlan(Response(status: 200, headers: [("Long", value)], body: .bytes(Self.body))))
        }
        let client = try server.client()
        for length in [5, 60_000, 5, 5, 20_000, 4_000, 60_000] {
            try client.request("GET", "/\(length)")
            let response = try client.response()
            #expect(response.header("Long")?.utf8.count == length && response.body == Self.body)
        }
    }

    @Test(.needs(.memory)) func theLongestIsSent() throws {
        for plan in Self.plans(HeaderFields.mostBytes - 1000) {
            let server = try TestServer { _ in .plan(plan) }
            let client = try server.client()
            try client.request("GET", "/")
            #expect(try client.response().status == 200)
        }
    }

    /// It says so to the client and to the responder, and the connection stays.
    @Test func oneThatIsTooLongBecomesA500() throws {
        for (number, plan) in Self.plans(HeaderFields.mostBytes).enumerated() {
            var plan = plan
            let ticket = ExchangeTicket(number: UInt64(number) + 1)
            plan.ticket = ticket
            let server = try TestServer { [plan] _ in .plan(plan) }
            let client = try server.client()
            try client.request("GET", "/long")
            let response = try client.response()
            #expect(response.status == 500)
            #expect(response.text.contains("header fields are too long"))
            #expect(server.eventually { server.responder.outcome(ticket.number) != nil })
            let outcome = try #require(server.responder.outcome(ticket.number))
            #expect(outcome.status == 500 && outcome.ending == .performed && outcome.bodyBytes == response.body.count)
            #expect(server.responder.replaced == ["/long \(ticket.number) 500"])
            try client.request("GET", "/long")
            #expect(try client.response().status == 500)
        }
    }

    @Test func theResponseInItsPlaceHasTheListenersForm() throws {
        let server = try TestServer(
            { $0.refusalResponse = { Response(status: $0.status, body: .bytes(Array("<\($0.cause)>".utf8))) } },
            respond: { _ in .plan(Self.plans(HeaderFields.mostBytes)[0]) })
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().text == "<unsendableResponse>")
    }
}
