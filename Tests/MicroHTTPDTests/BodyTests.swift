import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct BodyTests {
    /// Responds with the body's kind, length and digest.
    private static let echo: @Sendable (Request) -> Reply = { request in
        let bytes = (try? request.body.bytes()) ?? []
        let kind =
            switch request.body {
            case .empty: "empty"
            case .bytes: "memory"
            case .spooled: "file"
            }
        return .text("\(kind) \(request.body.count) \(bytes.count) \(digest(bytes))")
    }

    private static func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    private func head(_ length: Int, _ extra: String = "") -> String {
        "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(extra)\r\n"
    }

    @Test(arguments: [1, 100, 16_000, 65_536, 300_000]) func aBodyArrivesWhole(count: Int) throws {
        let server = try TestServer({ $0.bodyBytesInMemory = 100_000 }, respond: Self.echo)
        let client = try server.client()
        let body = bytes(count)
        try client.send(head(count))
        try client.send(body)
        #expect(try client.response().text == "\(count > 100_000 ? "file" : "memory") \(count) \(count) \(Self.digest(body))")
        client.close()
        #expect(server.isEmpty())
    }

    @Test func bodiesThatHaveNoRoomInMemoryTogetherAreFiles() throws {
        let options = { (options: inout DaemonOptions) in (options.bodyBytesInMemory, options.bodyBytesInMemoryOfAll) = (1000, 1000) }
        let server = try TestServer(options, respond: Self.echo)
        let (first, second) = (try server.client(), try server.client())
        try first.send(head(900))
        try first.send(bytes(600))
        #expect(server.eventually { server.daemon.counters.heldBodyBytes == 600 })
        try second.send(head(600))
        try second.send(bytes(600))
        #expect(try second.response().text.hasPrefix("file 600"))
        try first.send(bytes(300))
        #expect(try first.response().text.hasPrefix("memory 900"))
        // The next request has the room of both, as soon as these have ended.
        #expect(server.eventually { server.daemon.counters.heldBodyBytes == 0 })
        try second.send(head(1000))
        try second.send(bytes(1000))
        #expect(try second.response().text.hasPrefix("memory 1000"))
    }

    @Test(arguments: [(EMFILE, "Raise the descriptor limit"), (ENFILE, "Raise the descriptor limit"), (ENOENT, "Name another folder")])
    func aFileThatCannotBeMadeHasItsRepair(code: Int32, repair: String) {
        let error = WireError.noFile(code, in: "/tmp")
        #expect(error.systemError == code)
        #expect(error.description.contains(repair), "\(error)")
    }

    @Test func aLengthOfZeroIsNoBody() throws {
        let server = try TestServer(admit: { _ in fatalError("nothing to admit") }, respond: Self.echo)
        let client = try server.client()
        try client.send(head(0))
        #expect(try client.response().text.hasPrefix("empty 0"))
    }

    @Test func aChunkedBodyIsPutTogether() throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        try client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: x\r\n\r\n")
        #expect(try client.response().text == "memory 11 11 \(Self.digest(Array("hello world".utf8)))")
        try client.send("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response().text.hasPrefix("empty"))
    }

    /// So the journal knows that nothing is missing.
    @Test func chunksWithoutAByteAreABody() throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        #expect(try client.response().text == "memory 0 0 \(Self.digest([]))")
    }

    /// RFC 9112, section 7.1.1: blanks may stand before the `;` of a chunk extension.
    @Test(
        .needs(.received),
        arguments: [
            "5 ;a=b\r\nhello\r\n6\t ; c\r\n world\r\n0 ;x\r\n\r\n", "005 ;a=b\nhello\n6;c ; d\n world\n0 ; e\nTrailer: x\n\n",
            "5\r\nhello\r\n6 ;\r\n world\r\n0\r\nTrailer: \t\r\nOther: y\r\n\r\n",
        ])
    func blanksMayStandBeforeAChunkExtension(body: String) throws {
        let server = try TestServer(respond: Self.echo)
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        let expected = "memory 11 11 \(Self.digest(Array("hello world".utf8)))"
        let client = try server.client()
        for _ in 0..<2 {
            // All at once, behind other requests, and byte by byte.
            try client.send(next + head + body + head + body + next)
            #expect(try client.response().text.hasPrefix("empty"))
            #expect(try client.response().text == expected)
            #expect(try client.response().text == expected)
            #expect(try client.response().text.hasPrefix("empty"))
            for byte in (head + body).utf8 { try client.send([byte]) }
            #expect(try client.response().text == expected)
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.isEmpty)
    }

    @Test func bytesOfABodyThatLookLikeChunksStay() throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        let body = "5 ;a\r\nhello\r\nTransfer-Encoding: chunked\t\r\n5 ;a\r\n\r\n"
        let expected = "memory \(body.utf8.count) \(body.utf8.count) \(Self.digest(Array(body.utf8)))"
        for _ in 0..<2 {
            try client.send(head(body.utf8.count) + body)
            #expect(try client.response().text == expected)
            try client.send(head(body.utf8.count))
            for piece in body.split(separator: "5", omittingEmptySubsequences: false).joined(separator: "|5").split(separator: "|") {
                try client.send(String(piece))
            }
            #expect(try client.response().text == expected)
            // See `blanksMayStandBeforeAChunkExtension`.
            guard Hook.received.works else { continue }
            let size = String(body.utf8.count, radix: 16)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size) ;\r\n\(body)\r\n0\r\n\r\n")
            #expect(try client.response().text == expected)
        }
    }

    @Test(.needs(.received), arguments: ["chunked\t", "chunked \t ", "\tChunked\t", "chunked ", " chunked  "])
    func blanksMayStandBehindTheCoding(coding: String) throws {
        let server = try TestServer { request in .text("\(request.body.count) \(request.firstHeader("transfer-encoding") ?? "")") }
        let client = try server.client()
        for name in ["Transfer-Encoding", "TRANSFER-encoding"] {
            try client.send("POST / HTTP/1.1\r\nHost: a\r\n\(name):\(coding)\r\nA: b\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(try client.response().text.lowercased() == "3 chunked")
        }
    }

    /// The head comes at once, line by line, with its empty line beside the body, and behind another request. A body's line stays as it is.
    @Test(.needs(.received), arguments: ["20 ", "20\t", "\t20\t", "  20  ", "20 \t "]) func blanksMayStandAroundALength(length: String)
        throws
    {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        let lines = ["POST / HTTP/1.1\r\n", "Host: a\r\n", "content-LENGTH:\(length)\r\n", "A: b \r\n", "\r\n"]
        let body = "\nContent-Length: 3 \n"
        let expected = "memory 20 20 \(Self.digest(Array(body.utf8)))"
        for sent in [[lines.joined() + body], lines + [body], [lines.dropLast().joined(), "\r\n" + body]] {
            for piece in sent { try client.send(piece) }
            #expect(try client.response().text == expected)
        }
        try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + lines.joined() + body, count: 2))
        for _ in 0..<2 {
            #expect(try client.response().text.hasPrefix("empty"))
            #expect(try client.response().text == expected)
        }
        #expect(server.responder.refusals.isEmpty)
    }

    /// A piece of a head may begin with what looks like a field.
    @Test func theRestOfALineIsNoField() throws {
        let server = try TestServer { .text($0.firstHeader("x-note") ?? "") }
        let client = try server.client()
        for piece in ["GET / HTTP/1.1\r\nHost: a\r\nX-Note: see ", "Content-Length: 5 and more\t \r\n", "\r\n"] { try client.send(piece) }
        #expect(try client.response().text == "see Content-Length: 5 and more")
    }

    @Test func requestsBehindABodyAreServed() throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        try client.send(head(3) + "abc" + head(2) + "de" + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response().text.hasPrefix("memory 3"))
        #expect(try client.response().text.hasPrefix("memory 2"))
        #expect(try client.response().text.hasPrefix("empty"))
    }

    @Test func aKeptBodyOutlivesItsRequest() throws {
        let kept = Mutex<[Request]>([])
        let server = try TestServer({ $0.bodyBytesInMemory = 10 }) { request in
            kept.withLock { $0.append(request) }
            return .text("ok")
        }
        let client = try server.client()
        for text in ["short", "longer than ten bytes"] {
            try client.send(head(text.utf8.count) + text)
            _ = try client.response()
        }
        let bodies = try kept.withLock { try $0.map { String(decoding: try $0.body.bytes(), as: UTF8.self) } }
        #expect(bodies == ["short", "longer than ten bytes"])
        if case .spooled(let body) = kept.withLock({ $0[1].body }) {
            #expect(try body.read(at: 7, limit: 4) == Array("than".utf8))
            #expect(try body.read(at: 100, limit: 4).isEmpty)
        } else {
            Issue.record("not in a file")
        }
    }

    @Test(arguments: [0, 5]) func expectContinueGetsItsInterimResponse(length: Int) throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        try client.send(head(length, "Expect: 100-continue\r\n"))
        #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send(bytes(length))
        #expect(try client.response().text.contains(" \(length) \(length) "))
        try client.request("GET", "/next")
        #expect(try client.response().status == 200)
    }

    @Test(
        arguments: ["100-continue ", "100-Continue\t", "100-continue, foo", "foo, 100-continue", "foo\r\nExpect: 100-continue"], [0, 5])
    func anExpectationMayHaveBlanksAndMore(expectation: String, length: Int) throws {
        let server = try TestServer(admit: { $0.path == "/no" ? .refuse(WirePlan(.text(403, "no"))) : .receive(maximumBytes: nil) }) {
            .text("\($0.body.count)")
        }
        let client = try server.client()
        try client.send(head(length, "Expect: \(expectation)\r\n"))
        #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send(bytes(length))
        #expect(try client.response().text == "\(length)")
        // Neither an old client nor one whose body is refused gets one.
        try client.send("POST /no HTTP/1.1\r\nHost: a\r\nExpect: \(expectation)\r\nContent-Length: 5\r\n\r\n")
        #expect(try client.response().status == 403)
        let old = try server.client()
        try old.send("POST / HTTP/1.0\r\nExpect: \(expectation)\r\nContent-Length: 1\r\n\r\na")
        #expect(try old.response().text == "1")
    }

    @Test(arguments: ["", "Content-Length: 0\r\n"]) func aRequestBehindAnExpectationOfNothingIsServed(length: String) throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\n\(length)Expect: 100-continue\r\n\r\n" + head(3) + "abc")
        #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(try client.response().text.hasPrefix("empty 0"))
        #expect(try client.response().text.hasPrefix("memory 3"))
    }

    @Test func anUploadThatWasToBreakAndIsMalformedIsOver() throws {
        let server = try TestServer(
            admit: { _ in .breakBody(afterBytes: 1000, .reset, ticket: ExchangeTicket(number: 7)) }, respond: Self.echo)
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        #expect(try client.response().status == 400)
        #expect(server.isEmpty())
        #expect(server.responder.outcome(7)?.ending == .clientLeft)
    }

    @Test func aRefusedBodyGetsNoInterimResponse() throws {
        let server = try TestServer(admit: { _ in .refuse(WirePlan(.text(403, "no uploads"))) }, respond: Self.echo)
        let client = try server.client()
        try client.send(head(5, "Expect: 100-continue\r\n"))
        let response = try client.response()
        #expect(response.status == 403)
        #expect(response.text == "no uploads")
        #expect(response.header("Connection") == "close")
        #expect(try client.readToEnd().bytes.isEmpty)
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aRefusalMayBeDelayed() throws {
        let server = try TestServer(
            admit: { _ in .refuse(WirePlan(.text(403, "no"), performance: Performance(initialDelay: .milliseconds(20)))) },
            respond: Self.echo)
        let client = try server.client()
        try client.send(head(5))
        #expect(try client.response().status == 403)
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aClientThatSendsOnCanStillReadTheRefusal() throws {
        let server = try TestServer({ $0.maximumBodyBytes = 1000 }, respond: Self.echo)
        let piece = bytes(100_000)
        for _ in 0..<5 {
            let client = try server.client()
            try client.send(head(3_000_000))
            // The client sends all of it before it reads.
            for _ in 0..<30 { try client.send(piece) }
            let response = try client.response()
            #expect(response.status == 413)
            #expect(response.text.contains("1000 bytes (--max-body-bytes)"))
            #expect(try client.readToEnd().end == .closed)
        }
        #expect(server.isEmpty())
    }

    @Test func aChunkedBodyOverTheLimitGets413() throws {
        let server = try TestServer({ $0.maximumBodyBytes = 1000 }, respond: Self.echo)
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 { try client.send("64\r\n\(String(repeating: "x", count: 100))\r\n") }
        let response = try client.response()
        #expect(response.status == 413)
        #expect(response.text.contains("1000 bytes"))
        client.close()
        #expect(server.isEmpty())
    }

    /// At the head of the chunk: its bytes never come.
    @Test(
        .needs(.received),
        arguments: [
            ["3e9\r\n"], ["3e", "9\r\n"], ["3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n", "1;a=b\r\n"],
            ["80000000 \r\nabc"], ["5\r\nhello\r\nffffffffffffffff\r\n"], ["fffffffffffffffffffff\r\n"],
        ])
    func aChunkThatAnnouncesTooMuchGets413(pieces: [String]) throws {
        let server = try TestServer({ $0.maximumBodyBytes = 1000 }, respond: Self.echo)
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        for sent in [[head] + pieces, [head + pieces[0]] + pieces.dropFirst()] {
            let client = try server.client()
            for piece in sent { try client.send(piece) }
            let response = try client.response()
            #expect(response.status == 413)
            #expect(response.text.contains("1000 bytes"))
            #expect(try client.readToEnd() == ([], .closed))
            client.close()
        }
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.bodyTooLong, .bodyTooLong])
        #expect(server.responder.refusals.allSatisfy { $0.request.method == "POST" })
    }

    @Test func aBodyThatCannotBeKeptGets500() throws {
        let server = try TestServer(
            {
                $0.bodyBytesInMemory = 10
                $0.temporaryDirectory = "/nowhere"
            }, respond: Self.echo)
        let client = try server.client()
        try client.send(head(100))
        try client.send(bytes(100))
        let response = try client.response()
        #expect(response.status == 500)
        #expect(response.text.contains("could not be kept"))
        #expect(try client.readToEnd().bytes.isEmpty)
        #expect(server.isEmpty())
        #expect(server.responder.lines.contains { $0.hasPrefix("error") })
    }

    @Test func theAdmissionMaySetTheLimit() throws {
        let server = try TestServer(admit: { request in .receive(maximumBytes: request.target == "/small" ? 3 : nil) }, respond: Self.echo)
        let client = try server.client()
        try client.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd")
        #expect(try client.response().status == 200)
        try client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd")
        #expect(try client.response().status == 413)
    }

    @Test func aClientThatLeavesInTheMiddleIsForgotten() throws {
        let server = try TestServer({ $0.bodyBytesInMemory = 1000 }, respond: Self.echo)
        for sent in [0, 1, 500, 5000] {
            for resets in [true, false] {
                let client = try server.client()
                try client.send(head(10_000))
                try client.send(bytes(sent))
                if resets { client.reset() } else { client.close() }
            }
        }
        #expect(server.isEmpty())
    }

    @Test(arguments: [WireFault.Effect.reset, .close, .garbage([1, 2, 3]), .stall]) func anUploadMayBreak(effect: WireFault.Effect) throws {
        let ticket = ExchangeTicket(number: 7)
        let server = try TestServer(
            { $0.stallTimeout = .milliseconds(50) }, admit: { _ in .breakBody(afterBytes: 1000, effect, ticket: ticket) },
            respond: Self.echo
        )
        let client = try server.client()
        try client.send(head(100_000))
        try client.send(bytes(2000))
        let (received, end) = try client.readToEnd()
        switch effect {
        case .reset: #expect(received.isEmpty && end == .reset)
        case .garbage(let garbage): #expect(received == garbage)
        // The unread rest of the upload may turn the end into RST.
        case .close, .stall: #expect(received.isEmpty)
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.outcome(7)?.ending == .performed)
    }
}
