import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// What the responder gets about requests that the wire refuses.
@Suite(.timeLimit(.minutes(5))) struct RefusalTests {
    /// Written without the library, so it needs what the library adds to others.
    @Test func theLastResponseEndsTheConnectionAndHasADate() {
        let response = Response(status: 400, headers: [("Connection", "close"), ("X-A", "1")], body: .bytes(Array("no".utf8)))
        let date = HTTPDate(secondsSinceEpoch: 1_800_000_000)
        let written = String(decoding: LastResponse(response: response).bytes(at: date), as: UTF8.self)
        let lines = written.split(separator: "\r\n").map(String.init)
        #expect(lines == ["HTTP/1.1 400 Bad Request", "Date: \(date.text)", "Connection: close", "X-A: 1", "Content-Length: 2", "no"])
        let text = String(decoding: LastResponse(response: response, announcesLength: false).bytes(at: date), as: UTF8.self)
        #expect(!text.contains("Content-Length") && text.hasSuffix("\r\n\r\nno"))
        let dated = LastResponse(response: Response(status: 200, headers: [("Date", "x")])).bytes(at: date)
        #expect(String(decoding: dated, as: UTF8.self).split(separator: "\r\n").filter { $0.hasPrefix("Date") } == ["Date: x"])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var sent: String
        var cause: WireRefusal.Cause
        var status: Int
        /// As far as it is known: method and target.
        var line: String
        var fields = 0
        /// Without the hook for heads the library sends a page of its own, or nothing.
        var isLibrarys = false
        var testDescription: String { "\(cause) \(sent.prefix(40))" }
    }

    private static let long = String(repeating: "a", count: 20_000)

    static let cases = [
        Case(sent: "GARBAGE\r\n\r\n", cause: .malformed, status: 400, line: " ", isLibrarys: true),
        // Without the hook for received bytes the version is not known.
        Case(
            sent: "GET / HTTP/2.0\r\nHost: a\r\n\r\n", cause: LibraryHooks.received ? .unknownVersion : .malformed,
            status: LibraryHooks.received ? 505 : 400, line: " ", isLibrarys: true),
        // Version 1 of the library takes a line without a colon for a field, and shows the head; of a coding that it does not know it shows
        // less.
        Case(
            sent: "GET /a HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", cause: .malformed, status: 400,
            line: LibraryHooks.isVersion1 || LibraryHooks.received ? "GET /a" : " /a", isLibrarys: true),
        Case(sent: "GET /a HTTP/1.1\r\n\r\n", cause: .malformed, status: 400, line: "GET /a"),
        Case(sent: "GET a HTTP/1.1\r\nHost: a\r\nB: c\r\n\r\n", cause: .malformedTarget, status: 400, line: "GET a", fields: 2),
        // Without the hook for memory the library reads heads beyond the limit, and all of them is known. The hook for received bytes knows
        // the method of a head that is incomplete.
        Case(
            sent: "GET /a HTTP/1.1\r\nHost: a\r\nB: \(long)\r\n\r\n", cause: .headTooLong, status: 431,
            line: LibraryHooks.memory && !LibraryHooks.received ? " /a" : "GET /a"),
        Case(
            sent: "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", cause: .targetTooLong, status: 414,
            line: LibraryHooks.memory ? " " : "GET /\(long)"),
        Case(
            sent: "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", cause: .bodyTooLong, status: 413, line: "POST /a",
            fields: 2),
        Case(
            sent: "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(long)", cause: .bodyTooLong, status: 413,
            line: "POST /a", fields: 2),
        Case(
            sent: "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", cause: .malformed, status: 400,
            line: "POST /a", fields: 2, isLibrarys: true),
        Case(
            sent: "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", cause: .unknownTransferCoding, status: 501,
            line: LibraryHooks.isVersion1 && !LibraryHooks.received ? " /a" : "POST /a", fields: LibraryHooks.isVersion1 ? 0 : 2),
        Case(sent: "GET ", cause: .headTimeout, status: 408, line: " "),
        Case(sent: "GET /a HTTP/1.1\r\nHo", cause: .headTimeout, status: 408, line: LibraryHooks.received ? "GET /a" : " /a"),
        Case(
            sent: "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", cause: .bodyTimeout, status: 408, line: "POST /a",
            fields: 2),
    ]

    private func server() throws -> TestServer {
        try TestServer(
            {
                $0.maximumBodyBytes = 1000
                $0.headTimeout = .milliseconds(100)
                $0.bodyTimeout = .milliseconds(100)
            }, respond: { _ in .text("served") })
    }

    @Test(arguments: cases) func theResponderIsToldOnce(expected: Case) throws {
        let server = try server()
        let client = try server.client()
        // Behind a request that is served, which is not reported.
        try client.request("PUT", "/before", headers: ["C: d", "E: f"])
        #expect(try client.response().text == "served")
        try client.send(expected.sent)
        let response = LibraryHooks.heads || !expected.isLibrarys ? try client.response() : nil
        _ = try client.readToEnd()
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.count == 1)
        let refusal = try #require(server.responder.refusals.first)
        #expect(refusal.cause == expected.cause)
        #expect(refusal.status == expected.status)
        if let response {
            #expect(refusal.status == response.status)
            #expect(refusal.sentBytes == response.body.count)
            #expect(refusal.reason + "\n" == response.text)
            #expect(response.header("Date") != nil)
        }
        #expect("\(refusal.request.method) \(refusal.request.target)" == expected.line)
        #expect(refusal.request.headerCount == expected.fields || expected.fields == 0)
        #expect(refusal.request.arrival.clientAddress == "127.0.0.1")
        #expect(refusal.request.arrival.localPort == server.port)
        // Behind another request, the beginning is known where a time limit watches it.
        if [.headTimeout, .bodyTimeout].contains(expected.cause) { #expect(try #require(refusal.duration) >= .milliseconds(100)) }
        if expected.cause == .targetTooLong { #expect(refusal.duration == nil) }
    }

    @Test func theFirstRequestOfAConnectionBeginsWithIt() throws {
        let server = try server()
        let client = try server.client()
        try client.send("GET\r\n\r\n")
        _ = try client.readToEnd()
        #expect(server.isEmpty())
        #expect(try #require(server.responder.refusals.first?.duration) > .zero)
    }

    /// The kernel does not count the bytes of a Unix socket.
    @Test(.needs(.received), arguments: cases) func aUnixSocketRefusesTheSame(expected: Case) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/s"
        let server = try TestServer(
            {
                $0.maximumBodyBytes = 1000
                $0.headTimeout = .milliseconds(100)
                $0.bodyTimeout = .milliseconds(100)
            }, sockets: [.unix(path: path)], respond: { _ in .text("served") })
        let client = try RawClient(unixPath: path)
        try client.send(expected.sent)
        #expect(try client.response().status == expected.status)
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [expected.cause])
    }

    /// A listener with a form of its own sends it for every refusal, early ones and those that are written to the descriptor.
    @Test(arguments: cases.filter { LibraryHooks.heads || !$0.isLibrarys }) func aListenerHasItsOwnForm(expected: Case) throws {
        let server = try TestServer(
            {
                $0.maximumBodyBytes = 1000
                $0.headTimeout = .milliseconds(100)
                $0.bodyTimeout = .milliseconds(100)
                $0.refusalResponse = { refusal in
                    Response(
                        status: 599, headers: [("Content-Type", "application/xml"), ("Cause", "\(refusal.cause) \(refusal.status)")],
                        body: .bytes(Array("<\(refusal.reason)>".utf8)))
                }
            }, respond: { _ in .text("served") })
        let client = try server.client()
        try client.send(expected.sent)
        let response = try client.response()
        _ = try client.readToEnd()
        #expect(response.status == 599)
        #expect(response.header("Content-Type") == "application/xml")
        #expect(response.header("Cause") == "\(expected.cause) \(expected.status)")
        #expect(response.header("Connection") == "close")
        #expect(server.isEmpty())
        let refusal = try #require(server.responder.refusals.first)
        #expect(server.responder.refusals.count == 1)
        #expect(refusal.status == 599)
        #expect(refusal.sentBytes == response.body.count)
        #expect(response.text == "<\(refusal.reason)>")
    }

    @Test(arguments: [("GET /a HTTP/1.1\r\nHo", " /a"), ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", "POST /a")])
    func aRequestThatIsBrokenOffIsToldOf(sent: String, line: String) throws {
        let line = LibraryHooks.received && line == " /a" ? "GET /a" : line
        for ends in [false, true] {
            let server = try TestServer { _ in .text("served") }
            let client = try server.client()
            if ends { try client.sendAndEnd(sent) } else { try client.send(sent) }
            #expect(server.eventually { server.daemon.counters.liveExchanges == 1 || !server.responder.refusals.isEmpty })
            client.close()
            #expect(server.isEmpty())
            let refusal = try #require(server.responder.refusals.first)
            #expect(server.responder.refusals.count == 1)
            #expect(refusal.cause == .brokenOff)
            #expect(refusal.status == 0 && refusal.sentBytes == 0)
            #expect("\(refusal.request.method) \(refusal.request.target)" == line)
        }
    }

    /// The head alone, and the length that the body would have.
    @Test(
        .needs(.heads),
        arguments: [
            ("A: \(long)\r\n", 431), ("Content-Length: x\r\n", 400), ("Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("Content-Length: 1001\r\n", 413), ("no colon\r\n", 400),
        ], ["", "PUT /before HTTP/1.1\r\nHost: a\r\n\r\n"])
    func aRefusedHEADGetsNoBody(refused: (String, Int), before: String) throws {
        let (fields, status) = refused
        guard LibraryHooks.received || status == 413 else { return }
        let server = try server()
        let client = try server.client()
        if !before.isEmpty {
            try client.send(before)
            #expect(try client.response().text == "served")
        }
        try client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        let response = try client.response(toHead: true)
        #expect(response.status == status)
        #expect(response.header("Content-Length").flatMap { Int($0) } ?? 0 > 0)
        #expect(try client.readToEnd().bytes.isEmpty)
        let refusal = try #require(server.responder.refusals.first)
        #expect(refusal.request.method == "HEAD" && refusal.sentBytes == 0)
    }

    @Test(.needs(.heads), .needs(.received)) func aHEADOfAnotherVersionGetsNoBody() throws {
        let server = try server()
        let client = try server.client()
        try client.send("HEAD /a HTTP/2.0\r\nHost: a\r\n\r\n")
        #expect(try client.response(toHead: true).status == 505)
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    /// In segments of that many bytes, each of which the library has read before the next one is sent.
    @Test(
        .needs(.heads), .needs(.received),
        arguments: [
            ("GET /a HTTP/2.0\r\nHost: a\r\n\r\n", .unknownVersion), ("HEAD /a HTTP 1\r\nHost: a\r\n\r\n", .malformed),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http2),
        ] as [(String, WireRefusal.Cause)], [1, 3, 10, 100])
    func aLineInPiecesIsRefusedAlike(refused: (String, WireRefusal.Cause), length: Int) throws {
        let (sent, cause) = refused
        let server = try TestServer { _ in .text("served") }
        let client = try server.client()
        var rest = Array(sent.utf8)[...]
        while !rest.isEmpty, server.responder.refusals.isEmpty {
            try client.send(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
            let count = rest.startIndex
            let isRead = server.eventually {
                let sockets = server.daemon.core.table.snapshot().map(\.socket)
                return !server.responder.refusals.isEmpty || sockets.contains { LibraryHooks.receivedBytes(of: $0) == count }
            }
            #expect(isRead)
        }
        let response = String(decoding: try client.readToEnd().bytes, as: UTF8.self)
        switch cause {
        case .unknownVersion: #expect(response.hasPrefix("HTTP/1.1 505 ") && response.hasSuffix("are.\n"))
        case .malformed: #expect(response.hasPrefix("HTTP/1.1 400 ") && response.hasSuffix("\r\n\r\n"))
        default: #expect(response.isEmpty)
        }
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [cause])
    }

    /// The limit is 16384 bytes.
    @Test(
        .needs(.heads), .needs(.received), .needs(.memory),
        arguments: [("HTTP/2.0", 505), ("HTTPX1.1", 400)], [14_000, 14_400, 16_300, 16_360, 16_390])
    func aLineThatFitsIsNotCalledTooLong(version: (String, Int), length: Int) throws {
        let server = try TestServer { _ in .text("served") }
        let client = try server.client()
        let target = String(repeating: "a", count: length - "GET / \(version.0)\r\n".utf8.count)
        try client.send("GET /\(target) \(version.0)\r\n\r\n")
        #expect(try client.response().status == (length > 16_384 ? 414 : version.1))
    }

    @Test(.needs(.heads), .needs(.received)) func whatIsSaidOfALineIsNotOfTheFieldsBehindIt() throws {
        let server = try server()
        let client = try server.client()
        try client.send("GET /a HTTP/2.0\r\nHost: a\r\nA: \(Self.long)\r\n\r\n")
        #expect(try client.response().status == 505)
    }

    /// The beginning of a ClientHello, and what an HTTP/2 client with prior knowledge sends.
    @Test(
        .needs(.received),
        arguments: [
            ([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3, 0x0A, 0x20, 0x0A, 0x0D, 0x0A], WireRefusal.Cause.tls),
            (Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0], .http2),
        ] as [([UInt8], WireRefusal.Cause)])
    func aClientOfAnotherProtocolIsRecognized(bytes: [UInt8], cause: WireRefusal.Cause) throws {
        let server = try TestServer { _ in .text("served") }
        for _ in 0..<3 {
            let client = try server.client()
            try client.send(bytes)
            #expect(try client.readToEnd().bytes.isEmpty)
        }
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [cause, cause, cause])
        #expect(server.responder.refusals.allSatisfy { $0.status == 0 && $0.sentBytes == 0 && $0.reason.hasSuffix(".") })
        // In a body these bytes have no meaning.
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(bytes.count)\r\n\r\n")
        try client.send(bytes)
        #expect(try client.response().text == "served")
    }

    @Test func whatTheResponderSawIsNoRefusal() throws {
        let server = try TestServer(admit: { request in
            request.target == "/refuse" ? .refuse(WirePlan(.text(403, "no"))) : .receive(maximumBytes: nil)
        }) { _ in .plan(WirePlan(.text(200, "late"), performance: Performance(initialDelay: .seconds(3600)))) }
        let refused = try server.client()
        try refused.send("POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        #expect(try refused.response().status == 403)
        let waiting = try server.client()
        try waiting.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let uploading = try server.client()
        try uploading.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        #expect(server.eventually { server.daemon.counters.heldBodyBytes == 3 })
        let idle = try server.client()
        idle.close()
        waiting.close()
        refused.close()
        #expect(server.eventually { server.daemon.counters.openConnections == 1 })
        #expect(server.responder.refusals.isEmpty)
        // The stop ends the upload; its client has not.
        server.daemon.stop(.abort, within: .seconds(60))
        #expect(server.responder.refusals.map(\.cause) == [.cutOff])
        #expect(server.responder.refusals.first?.request.target == "/")
        #expect(server.responder.refusals.first?.duration != nil)
    }
}
