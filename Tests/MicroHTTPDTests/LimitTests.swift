import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    private static let ok: @Sendable (Request) -> Reply = { request in .text("\(request.targetBytes.count) \(request.headerCount)") }

    @Test func aTargetOf8000BytesPasses() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.request("GET", "/" + String(repeating: "a", count: 7999))
        #expect(try client.response().text == "8000 1")
    }

    @Test func aLongerTargetThanTheLimitGets414() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.request("GET", "/" + String(repeating: "a", count: 100_000))
        let response = try client.response()
        #expect(response.status == 414)
        #expect(response.header("Content-Type") == "text/plain")
        #expect(response.text.contains("16384 bytes (--max-head-bytes)"))
        client.close()
        #expect(server.isEmpty())
    }

    /// Whether or not it fills the library's memory, which ends its reading. Also after another request.
    @Test(
        .needs(.received), .timeLimit(.minutes(1)), arguments: ["GET /", "MKCOL /", "", "\r\nGET /"],
        [
            "", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        ])
    func aLineWithoutEndGets414(_ beginning: String, _ first: String) throws {
        let server = try TestServer({ $0.idleTimeout = .seconds(600) }, respond: Self.ok)
        for length in [16_400, 20_000, 200_000] {
            let client = try server.client()
            if !first.isEmpty {
                try client.send(first)
                #expect(try client.response().status == 200)
            }
            try client.send(beginning + String(repeating: "a", count: length))
            #expect(try client.response().status == 414)
            client.close()
        }
        #expect(server.isEmpty())
    }

    /// At once, and not when a time limit ends.
    @Test(
        .needs(.received), .timeLimit(.minutes(1)),
        arguments: ["", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"])
    func whatIsNoRequestIsRefusedAtOnce(first: String) throws {
        let server = try TestServer(
            {
                $0.headTimeout = .seconds(600)
                $0.idleTimeout = .seconds(600)
            }, respond: Self.ok)
        let lines = String(repeating: "\r\n", count: 3000)
        let cases: [(pieces: [String], status: Int)] = [
            (["\0\r\n\r\n"], 400), (["\0"], 400), (["\r\n", "\0\u{1}\u{2}"], 400), ([String(repeating: "\n", count: 20_000)], 414),
            ([String(repeating: lines, count: 10)], 414), ([lines, lines, lines + "GET / HTTP/1.1\r\nHost: a\r\n\r\n"], 414),
        ]
        for (pieces, status) in cases {
            let client = try server.client()
            if !first.isEmpty {
                try client.send(first)
                #expect(try client.response().status == 200)
            }
            for piece in pieces { try client.send(piece) }
            #expect(try client.response().status == status, "\(pieces[0].count)")
            client.close()
        }
        #expect(server.isEmpty())
    }

    @Test(.needs(.heads)) func moreFieldsThanTheLimitGet431() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.request("GET", "/", headers: (0..<1000).map { "X-\($0): \(String(repeating: "v", count: 100))" })
        let response = try client.response()
        #expect(response.status == 431)
        #expect(response.text.contains("16384 bytes"))
        client.close()
        #expect(server.isEmpty())
    }

    /// The head of its response, however long, needs no room beside it.
    @Test(arguments: [1_000, 20_000]) func aHeadWithinTheLimitGetsItsResponse(length: Int) throws {
        let response = Response(status: 200, headers: [("Long", String(repeating: "v", count: length))])
        let server = try TestServer { _ in .plan(WirePlan(response)) }
        for size in stride(from: 14_500, through: 16_500, by: 100) {
            let client = try server.client()
            let next = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
            try client.send("GET / HTTP/1.1\r\nHost: a\r\nLong: \(String(repeating: "v", count: size))\r\n\r\n\(next)")
            let isServed = size < 16_350
            for _ in 0..<(isServed ? 2 : 1) { #expect(try client.response().status == (isServed ? 200 : 431), "\(size)") }
            if !isServed { #expect(try client.readToEnd().bytes.isEmpty) }
        }
        #expect(server.isEmpty())
    }

    @Test(
        .needs(.heads),
        arguments: [
            ("GARBAGE\r\n\r\n", 400, "request line"), ("\u{17}\u{3}\u{1}\r\n\r\n", 400, "request line"),
            ("GET / two HTTP/1.1\r\nHost: a\r\n\r\n", 400, "request line"),
            ("GET / HTTP/1\r\nHost: a\r\n\r\n", 400, "SP HTTP/1.1 (or HTTP/1.0)"),
            ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "only HTTP/1.1 and HTTP/1.0 are"),
            ("GET / HTTP/5.6\n\n", 505, "only HTTP/1.1 and HTTP/1.0 are"),
            ("GET / HTTP/1.1\r\n\r\n", 400, "The Host header field is missing"),
            ("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nhost: a\r\n\r\n", 400, "more than one Host"),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, "its colon follows at once"),
            ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400, "NAME \":\" VALUE"),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400, "NAME \":\" VALUE"),
            ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\nA: b\r\n\r\n", 400, "NAME \":\" VALUE"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde", 400, "contradict each other"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n", 400, "Content-Length"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "Content-Length"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1,2\r\n\r\n", 400, "Content-Length"),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nxyz", 501, "only \"chunked\" is"),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "The chunks of the request body"),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX\r\n", 400, "The chunks of the request body"),
        ])
    func aMalformedRequestIsRefusedOnceWithTheReason(text: String, status: Int, reason: String) throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.send(text)
        let response = try client.response()
        #expect(response.status == status)
        #expect(response.text.contains(reason))
        #expect(response.header("Connection") == "close")
        #expect(try client.readToEnd().bytes.isEmpty)
        client.close()
        #expect(server.isEmpty())
    }

    /// The end of the client's side comes in the same segment as the malformed request.
    @Test(
        .needs(.heads),
        arguments: [
            ("GARBAGE\r\n\r\n", 400), ("GET / HTTP/1.1 \r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
            ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nxyz", 501),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ])
    func aRefusalReachesAClientThatHasEndedItsSide(text: String, status: Int) throws {
        let server = try TestServer(respond: Self.ok)
        for _ in 0..<20 {
            let client = try server.client()
            try client.sendAndEnd(text)
            #expect(try client.response().status == status)
            #expect(try client.readToEnd() == ([], .closed))
        }
        #expect(server.isEmpty())
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
    }

    @Test func anOldRequestNeedsNoHost() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.response().status == 200)
    }

    @Test(arguments: [(100, 100), (140, 100), (250, 50), (1500, 1)])
    func theNumberOfFieldsHasNoLimitOfItsOwn(count: Int, length: Int) throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        for _ in 0..<2 {
            try client.request("GET", "/", headers: (0..<count).map { "X\($0): \(String(repeating: "v", count: length))" })
            #expect(try client.response().text == "1 \(count + 1)")
        }
        client.close()
        #expect(server.isEmpty())
    }

    @Test func theNumberOfQueryItemsHasNoLimitOfItsOwn() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        let target = "/?" + (0..<1500).map { "a\($0)=b" }.joined(separator: "&")
        try client.request("GET", target)
        #expect(try client.response().text == "\(target.utf8.count) 1")
        client.close()
        #expect(server.isEmpty())
    }

    @Test func cookiesCountAsMuchAsOtherFields() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        for value in [String(repeating: "v", count: 15_000), (0..<1500).map { "a\($0)=b" }.joined(separator: "; ")] {
            try client.request("GET", "/", headers: ["Cookie: \(value)"])
            #expect(try client.response().text == "1 2")
        }
        try client.request("GET", "/", headers: ["Cookie: \(String(repeating: "v", count: 16_500))"])
        let response = try client.response()
        #expect(response.status == 431)
        #expect(response.text.hasSuffix("(--max-head-bytes).\n"))
        client.close()
        #expect(server.isEmpty())
    }

    @Test func anEndThatCameWithTheRequestIsSeen() throws {
        let server = try TestServer(respond: Self.ok)
        for text in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc"] {
            let client = try server.client()
            try client.send(text)
            client.closeWriting()
            _ = try client.readToEnd()
            client.close()
        }
        #expect(server.isEmpty())
    }

    /// The library reports only that a request is malformed; responses of different requests must not be mixed up.
    @Test(.needs(.heads)) func eachOfManyMalformedRequestsGetsItsResponse() throws {
        let server = try TestServer(respond: Self.ok)
        let kinds: [(text: String, status: Int)] = [
            ("GARBAGE\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ]
        for _ in 0..<20 {
            let clients = try (0..<60).map { _ in try server.client() }
            for (index, client) in clients.enumerated() { try client.send(kinds[index % kinds.count].text) }
            for (index, client) in clients.enumerated() {
                let kind = kinds[index % kinds.count]
                #expect(try client.response().status == kind.status, "\(kind.text.prefix(60))")
                #expect(try client.readToEnd().bytes.isEmpty, "\(kind.text.prefix(60))")
            }
        }
        #expect(server.isEmpty())
    }

    @Test func aSlowHeadGets408() throws {
        let server = try TestServer({ $0.headTimeout = .milliseconds(100) }, respond: Self.ok)
        let client = try server.client()
        try client.send("GET / HTTP/1.1\r\nHo")
        let response = try client.response()
        #expect(response.status == 408)
        #expect(response.text.contains("head"))
        #expect(try client.readToEnd().bytes.isEmpty)
        client.close()
        let late = try server.client()
        try late.request("GET", "/")
        _ = try late.response()
        try late.send("GET ")
        #expect(try late.response().status == 408)
        late.close()
        #expect(server.isEmpty())
    }

    /// One byte is a request that has begun, unless it is a part of an empty line.
    @Test(.needs(.received), arguments: ["G", "GE", "\r\nG"]) func aHeadOfAByteIsTimedOutToo(sent: String) throws {
        let server = try TestServer({ $0.headTimeout = .milliseconds(100) }, respond: Self.ok)
        for requestsBefore in [0, 1] {
            let client = try server.client()
            for _ in 0..<requestsBefore {
                try client.request("GET", "/")
                #expect(try client.response().status == 200)
            }
            try client.send(sent)
            #expect(try client.response().status == 408)
            client.close()
        }
        #expect(server.isEmpty())
    }

    @Test(.needs(.heads)) func whatComesBehindChunksIsSeen() throws {
        let server = try TestServer({ $0.headTimeout = .seconds(1) }, respond: Self.ok)
        let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        for (next, status) in [("GARBAGE\r\n\r\n", 400), ("GET /slow", 408)] {
            let client = try server.client()
            for _ in 0..<3 {
                try client.send(chunked)
                #expect(try client.response().status == 200)
                try client.request("GET", "/")
                #expect(try client.response().status == 200)
            }
            try client.send(next)
            #expect(try client.response().status == status)
        }
        #expect(server.isEmpty())
    }

    /// The sweep runs once a second: if it counted this as a request, a response would come before the idle time-out.
    @Test func emptyLinesBetweenRequestsAreNone() throws {
        let server = try TestServer(
            {
                $0.headTimeout = .milliseconds(100)
                $0.idleTimeout = .seconds(4)
            }, respond: Self.ok)
        let clients = try [("", "\r\n"), ("\r\n", ""), ("\r\n\r\n", "\r\n"), ("\n", "\n")].map { before, behind in
            let client = try server.client()
            for _ in 0..<10 {
                try client.send(before + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + behind)
                #expect(try client.response().status == 200)
            }
            return client
        }
        for client in clients { #expect(try client.readToEnd() == ([], .closed)) }
    }

    @Test func aSlowBodyGets408() throws {
        let server = try TestServer({ $0.bodyTimeout = .milliseconds(100) }, respond: Self.ok)
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
        let response = try client.response()
        #expect(response.status == 408)
        #expect(response.text.contains("body"))
        client.close()
        #expect(server.isEmpty())
    }

    @Test func anIdleConnectionIsClosedWithoutAWord() throws {
        let server = try TestServer({ $0.idleTimeout = .seconds(1) }, respond: Self.ok)
        let silent = try server.client()
        let used = try server.client()
        try used.request("GET", "/")
        _ = try used.response()
        #expect(try silent.readToEnd() == ([], .closed))
        #expect(try used.readToEnd() == ([], .closed))
        #expect(server.isEmpty())
    }

    @Test func connectionsOverTheLimitWaitAndAreServedLater() throws {
        let server = try TestServer({ $0.connectionLimit = 3 }, respond: Self.ok)
        let clients = try (0..<10).map { _ in try server.client() }
        for client in clients { try client.request("GET", "/") }
        for client in clients {
            // Each client that leaves makes room for the next.
            #expect(try client.response().status == 200)
            #expect(server.daemon.counters.openConnections <= 3)
            client.close()
        }
        #expect(server.isEmpty())
        #expect(server.responder.lines.count { $0.contains("limit of 3 connections (--max-connections) is reached") } == 1)
    }
}
