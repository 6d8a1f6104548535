import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// A client that half-closes and still reads gets its response; one that has left does not occupy a connection.
@Suite(.timeLimit(.minutes(5))) struct HalfCloseTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func serve(_ performance: Performance, framing: Response.Framing = .length) throws -> TestServer {
        let response = Response(status: 200, body: .bytes(Array("0123456789".utf8)), framing: framing)
        return try TestServer { _ in .plan(WirePlan(response, performance: performance, ticket: ExchangeTicket(number: 1))) }
    }

    @Test func aDelayedResponseIsSent() throws {
        let server = try serve(Performance(initialDelay: .milliseconds(300)))
        let client = try server.client()
        try client.sendAndEnd(Self.get)
        #expect(try client.response().text == "0123456789")
        #expect(try client.readToEnd() == ([], .closed))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .performed)
    }

    /// The library misses an end that comes together with the request. A sweep that runs only once a second takes ten seconds for these.
    @Test func theConnectionEndsSoonAfterItsLastResponse() throws {
        let server = try TestServer { _ in .text("done") }
        let time = try ContinuousClock().measure {
            for _ in 0..<10 {
                let client = try server.client()
                try client.sendAndEnd(Self.get)
                #expect(try client.response().text == "done")
                #expect(try client.readToEnd() == ([], .closed))
            }
        }
        #expect(time < .seconds(8))
    }

    @Test(arguments: [Response.Framing.length, .chunked]) func aDribbledResponseIsSent(framing: Response.Framing) throws {
        let server = try serve(Performance(pace: .chunks(5, over: .milliseconds(500))), framing: framing)
        let client = try server.client()
        try client.sendAndEnd(Self.get)
        #expect(try client.response().text == "0123456789")
        #expect(try client.readToEnd() == ([], .closed))
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .performed)
    }

    @Test func theEndMayComeWhileTheResponseWaits() throws {
        let server = try serve(Performance(initialDelay: .milliseconds(500)))
        let client = try server.client()
        try client.send(Self.get)
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.closeWriting()
        #expect(try client.response().text == "0123456789")
        #expect(server.isEmpty())
    }

    @Test func aDeferredPlanIsAwaited() throws {
        let deferred = DeferredPlan()
        let server = try TestServer { request in request.target == "/later" ? .later(deferred) : .text("second") }
        let client = try server.client()
        try client.sendAndEnd("GET /later HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get)
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        // Another client's whole request: the reactor has seen the first one's end meanwhile.
        let other = try server.client()
        try other.send(Self.get)
        #expect(try other.response().text == "second")
        #expect(deferred.fulfil(WirePlan(.text(200, "later"))))
        #expect(try client.response().text == "later")
        #expect(try client.response().text == "second")
        #expect(try client.readToEnd() == ([], .closed))
        other.close()
        #expect(server.isEmpty())
    }

    @Test func anUploadIsFollowedByItsDelayedResponse() throws {
        let server = try serve(Performance(initialDelay: .milliseconds(300)))
        let client = try server.client()
        try client.sendAndEnd("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(try client.response().text == "0123456789")
        #expect(server.isEmpty())
    }

    /// The half-close is the last thing that the server sees of this client.
    @Test(arguments: [Performance(initialDelay: .seconds(3600)), Performance(pace: .chunks(2, over: .seconds(7200)))])
    func aClientThatClosesAfterItsEndIsNoticed(performance: Performance) throws {
        let server = try serve(performance)
        let client = try server.client()
        try client.sendAndEnd(Self.get)
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.outcome(1)?.ending == .clientLeft)
    }

    @Test func aUnixSocketTellsTheTwoApart() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/s"
        let server = try TestServer(sockets: [.unix(path: path)]) { request in
            .plan(
                WirePlan(
                    .text(200, "late"),
                    performance: Performance(initialDelay: request.target == "/soon" ? .milliseconds(300) : .seconds(3600))))
        }
        let staying = try RawClient(unixPath: path)
        try staying.sendAndEnd("GET /soon HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try staying.response().text == "late")
        let leaving = try RawClient(unixPath: path)
        try leaving.sendAndEnd(Self.get)
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        leaving.close()
        #expect(server.isEmpty())
    }
}
