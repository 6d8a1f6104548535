import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ExchangeTests {
    @Test func aConnectionServesManyRequests() throws {
        let server = try TestServer { request in .text("\(request.method) \(request.target)") }
        let client = try server.client()
        for index in 0..<100 {
            try client.request("GET", "/a/\(index)?b=%20c")
            let response = try client.response()
            #expect(response.status == 200)
            #expect(response.text == "GET /a/\(index)?b=%20c")
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.daemon.counters.connections == 1)
        #expect(server.daemon.counters.requests == 100)
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let server = try TestServer { request in .text(request.target) }
        let client = try server.client()
        try client.send((0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for index in 0..<20 { #expect(try client.response().text == "/\(index)") }
    }

    @Test func targetMethodAndFieldsArriveAsSent() throws {
        let server = try TestServer { request in
            let fields = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            return .text("\(request.method) \(request.target) \(fields)")
        }
        let client = try server.client()
        try client.send("PrOpFiNd /%41%2f?x=1+2&&y=%zz&x=3 HTTP/1.1\r\nhOsT: a\r\nX-One: 1\r\nx-one:  2  \r\nEmpty:\r\n\r\n")
        #expect(try client.response().text == "PrOpFiNd /%41%2f?x=1+2&&y=%zz&x=3 hOsT=a|X-One=1|x-one=2|Empty=")
        try client.send("GET http://example.com/absolute?q HTTP/1.1\r\nHost: example.com\r\n\r\n")
        #expect(try client.response().text.hasPrefix("GET /absolute?q "))
        try client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response().text.hasPrefix("OPTIONS * "))
    }

    /// As in WireMock. On the S3 listener it may be signed.
    @Test func aFragmentIsNoPartOfTheTarget() throws {
        let server = try TestServer { request in .text(request.target) }
        let client = try server.client()
        let targets = [
            ("/a#f", "/a"), ("/a?b=1#f?c", "/a?b=1"), ("/a#", "/a"), ("http://x/a#f", "/a"), ("http://x#f", "/"), ("/a%23f", "/a%23f"),
        ]
        for (sent, expected) in targets {
            try client.send("GET \(sent) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().text == expected)
        }
        let objects = try TestServer({ $0.listener = .s3 }) { request in .text(request.target) }
        let signing = try objects.client()
        try signing.send("GET /a#f HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try signing.response().text == "/a#f")
    }

    @Test func arrivalNamesBothEnds() throws {
        let server = try TestServer({ $0.listener = .s3 }) { request in
            let arrival = request.arrival
            return .text(
                "\(arrival.listener) \(arrival.clientAddress) \(arrival.localAddress) \(arrival.localPort) \(arrival.clientPort > 0)")
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().text == "s3 127.0.0.1 127.0.0.1 \(server.port) true")
    }

    @Test func aHeadResponseHasTheLengthAndNoBody() throws {
        let server = try TestServer { _ in .text("twelve bytes") }
        let client = try server.client()
        try client.request("HEAD", "/")
        let response = try client.response(toHead: true)
        #expect(response.header("Content-Length") == "12")
        try client.request("GET", "/")
        #expect(try client.response().text == "twelve bytes")
    }

    @Test(arguments: [204, 304]) func statusesWithoutBodyHaveNone(status: Int) throws {
        let server = try TestServer { request in
            request.target == "/" ? .plan(WirePlan(Response(status: status, body: .bytes(Array("body".utf8))))) : .text("next")
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().status == status)
        try client.request("GET", "/next")
        #expect(try client.response().text == "next")
    }

    @Test func interimStatusesAreNotSent() throws {
        let server = try TestServer { _ in .plan(WirePlan(Response(status: 101))) }
        let client = try server.client()
        try client.request("GET", "/")
        let response = try client.response()
        #expect(response.status == 500)
        #expect(response.text.contains("101"))
        #expect(server.responder.lines.contains { $0.hasPrefix("warning") && $0.contains("101") })
    }

    @Test func httpOneZeroIsServed() throws {
        let server = try TestServer { request in .text("\(request.version)") }
        let client = try server.client()
        try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let kept = try client.response()
        #expect(kept.text == "http10")
        #expect(kept.header("Connection")?.lowercased() == "keep-alive")
        try client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.response().header("Connection") == "close")
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    @Test func aPlanMayCloseTheConnection() throws {
        let response = Response.text(200, "last")
        let server = try TestServer { request in
            var plan = WirePlan(response)
            plan.closesConnection = request.target == "/last"
            return .plan(plan)
        }
        let client = try server.client()
        try client.request("GET", "/first")
        #expect(try client.response().header("Connection") == nil)
        try client.request("GET", "/last")
        #expect(try client.response().header("Connection") == "close")
        #expect(try client.readToEnd().end == .closed)
    }

    @Test func aResponseToCONNECTEndsWithTheConnection() throws {
        let server = try TestServer { request in .text(request.target, status: request.target == "a:443" ? 200 : 404) }
        let client = try server.client()
        try client.request("CONNECT", "b:443")
        #expect(try client.response().text == "b:443")
        try client.request("CONNECT", "a:443")
        let answer = try client.response()
        #expect(answer.header("Connection") == "close")
        #expect(answer.text == "a:443")
    }

    @Test(arguments: [
        "GET /close HTTP/1.1\r\nHost: a\r\n\r\n", "GET /plan HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /fed HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: TE\r\nConnection: close\r\n\r\n",
    ])
    func nothingIsSentBehindTheLastResponse(first: String) throws {
        let server = try TestServer { request in
            let fields: HeaderFields = ["/close", "/fed"].contains(request.path) ? [("connection", "Close")] : []
            var plan = WirePlan(Response(status: 200, headers: fields))
            plan.closesConnection = request.path == "/plan"
            if request.path == "/fed" { plan.performance = Performance(pace: .chunks(1, over: .zero)) }
            return .plan(plan)
        }
        for next in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "garbage\r\n\r\n", "GET "] {
            let client = try server.client()
            try client.send(first + next)
            let answers = String(decoding: try client.readToEnd().bytes, as: UTF8.self)
            #expect(answers.ranges(of: "HTTP/1.1 ").count == 1, "\(answers)")
            #expect(answers.lowercased().contains("connection: close"))
        }
        #expect(server.isEmpty())
    }

    @Test func aDeferredPlanMayComeBeforeOrAfterTheSuspension() throws {
        let waiting = Mutex<[DeferredPlan]>([])
        let server = try TestServer { request in
            let deferred = DeferredPlan()
            if request.target == "/now" {
                deferred.fulfil(WirePlan(.text(200, "now")))
            } else {
                waiting.withLock { $0.append(deferred) }
            }
            return .later(deferred)
        }
        let client = try server.client()
        for _ in 0..<20 {
            try client.request("GET", "/now")
            #expect(try client.response().text == "now")
        }
        try client.request("GET", "/later")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        waiting.withLock { $0.removeFirst() }.fulfil(WirePlan(.text(200, "later")))
        #expect(try client.response().text == "later")
    }

    @Test func aDeferredPlanIsAbandonedWhenTheClientLeaves() throws {
        let deferred = DeferredPlan(ticket: ExchangeTicket(number: 9))
        let isAbandoned = Atomic<Bool>(false)
        deferred.onAbandoned { isAbandoned.store(true, ordering: .relaxed) }
        let server = try TestServer { _ in .later(deferred) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.eventually { isAbandoned.load(ordering: .relaxed) })
        #expect(server.isEmpty())
        #expect(server.responder.outcome(9)?.ending == .clientLeft)
        #expect(!deferred.fulfil(WirePlan(.text(200, "late"))))
    }

    @Test func theOutcomeIsToldOnce() throws {
        let server = try TestServer { request in
            .plan(WirePlan(.text(200, "hello"), ticket: ExchangeTicket(number: UInt64(request.target.dropFirst())!)))
        }
        let client = try server.client()
        for ticket in 1...3 as ClosedRange<UInt64> {
            try client.request("GET", "/\(ticket)")
            _ = try client.response()
            #expect(server.eventually { server.responder.outcome(ticket) != nil })
            #expect(server.responder.outcome(ticket)?.ending == .performed)
            #expect(server.responder.outcome(ticket)?.bodyBytes == 5)
        }
    }
}
