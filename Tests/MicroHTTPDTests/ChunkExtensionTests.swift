import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// RFC 9112, section 7.1.1: a recipient ignores chunk extensions that it does not know. The hook for received bytes takes them out.
@Suite(.timeLimit(.minutes(5))) struct ChunkExtensionTests {
    private static let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
    /// The text of each is `text`.
    static let bodies = [
        "5;ext=1\r\nhello\r\n6\r\n;world\r\n0\r\n\r\n", "5 ;ext\r\nhello\r\n6;a=\"b; \\\" c\" ;d\r\n;world\r\n0;last=1\r\n\r\n",
        "05;\r\nhello\r\n006\t;\t\tx = y\r\n;world\r\n00 ;x\r\nTrailer: y\r\n\r\n", "5;a\nhello\n6 ; b\n;world\n0;c\n\n",
        "1;a\r\nh\r\n1;b\r\ne\r\n1\r\nl\r\n1 \r\nl\r\n00000000000000000007;d=e\r\no;world\r\n0;\r\n\r\n",
        "000000000B;a=000000000000B\r\nhello;world\r\n0 ;0\r\n\r\n",
    ]
    private static let text = "POST hello;world"

    private static let echo: @Sendable (Request) -> Reply = { request in
        .text("\(request.method) \(String(decoding: (try? request.body.bytes()) ?? [], as: UTF8.self))")
    }

    @Test(.needs(.received), arguments: bodies) func anExtensionIsIgnored(body: String) throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        let request = Self.head + body
        for _ in 0..<2 {
            try client.send(request)
            #expect(try client.response().text == Self.text)
            try client.send(Self.next + request + request + Self.next)
            #expect(try client.response().text == "GET ")
            for _ in 0..<2 { #expect(try client.response().text == Self.text) }
            #expect(try client.response().text == "GET ")
            for byte in request.utf8 { try client.send([byte]) }
            #expect(try client.response().text == Self.text)
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.isEmpty)
    }

    /// What comes with the head has been read when the request is admitted, so that its other piece comes later.
    @Test(.needs(.received), arguments: bodies) func anExtensionMayComeInTwoPieces(body: String) throws {
        let admitted = Mutex(0)
        let server = try TestServer(
            admit: { _ in
                admitted.withLock { $0 += 1 }
                return .receive(maximumBytes: nil)
            }, respond: Self.echo)
        let client = try server.client()
        let bytes = Array(body.utf8)
        for (index, place) in bytes.indices.enumerated() {
            try client.send(Array(Self.head.utf8) + bytes[..<place])
            #expect(server.eventually { admitted.withLock { $0 } == index + 1 })
            try client.send(bytes[place...] + Array(Self.next.utf8))
            #expect(try client.response().text == Self.text, "\(place)")
            #expect(try client.response().text == "GET ", "\(place)")
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.isEmpty)
    }

    /// More than the library reads at once, so that extensions and sizes lie on the ends of what it reads.
    @Test(.needs(.received), arguments: ["", ";", " ;a=b", ";a=\"\(String(repeating: "x", count: 500))\""])
    func manyChunksHaveExtensions(written: String) throws {
        let server = try TestServer { request in .text(digest((try? request.body.bytes()) ?? [])) }
        let client = try server.client()
        for size in [1, 10, 100, 1000] {
            let data = (0..<400 * size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            var sent = Array(Self.head.utf8)
            for chunk in 0..<400 {
                sent += Array("\(String(size, radix: 16))\(written)\r\n".utf8)
                sent += data[chunk * size..<(chunk + 1) * size] + Array("\r\n".utf8)
            }
            try client.send(sent + Array("0\(written)\r\n\r\n\(Self.next)".utf8))
            #expect(try client.response().text == digest(data), "\(size)")
            #expect(try client.response().text == digest([]), "\(size)")
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.isEmpty)
    }

    @Test(.needs(.received)) func anExtensionIsNoLongerThanAHead() throws {
        let server = try TestServer(respond: Self.echo)
        let client = try server.client()
        for size in [1000, 10_000, 16_000] {
            try client.send("\(Self.head)5;\(String(repeating: "x", count: size))\r\nhello\r\n6\r\n;world\r\n0;a\r\n\r\n")
            #expect(try client.response().text == Self.text)
        }
        for pieces in [[Self.head, "5;"], [Self.head + "5", ";"], [Self.head + "5;"], [Self.head + "1\r\na\r\n0 ;"]] {
            let client = try server.client()
            for piece in pieces { try client.send(piece) }
            // The client may see RST while it sends.
            try? client.send(String(repeating: "x", count: 400_000))
            let response = try client.response()
            #expect(response.status == 400)
            #expect(response.text.contains("an extension that is longer") && response.text.contains("16384 bytes (--max-head-bytes)"))
            client.close()
        }
        client.close()
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == Array(repeating: .malformed, count: 4))
    }

    @Test(
        .needs(.received),
        arguments: [
            "fffffffffffffffff;a\r\n", "10000000000000000 ;a\r\n", "3e9;a\r\n",
            "3e8;a\r\n\(String(repeating: "x", count: 1000))\r\n1;b\r\n",
        ])
    func aSizeBeforeAnExtensionMayBeTooMuch(body: String) throws {
        let server = try TestServer({ $0.maximumBodyBytes = 1000 }, respond: Self.echo)
        for pieces in [[Self.head + body], [Self.head, body], [Self.head] + body.map(String.init)] {
            let client = try server.client()
            for piece in pieces { try? client.send(piece) }
            let response = try client.response()
            #expect(response.status == 413)
            #expect(response.text.contains("1000 bytes"))
            client.close()
        }
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.bodyTooLong, .bodyTooLong, .bodyTooLong])
    }

    /// Taking extensions out makes nothing valid that was not.
    @Test(
        .needs(.received), .needs(.heads),
        arguments: [
            ";a\r\n", " ;a\r\n", "\r\n", "\r5;a\r\nhello\r\n", "5\r;a\r\nhello\r\n", "5\r5;a\r\nhello\r\n", "5\r\r\nhello\r\n",
            "g;a\r\nhello\r\n", "5g;a\r\nhello\r\n", "0x5;a\r\nhello\r\n", "-5;a\r\nhello\r\n", "+5 ;a\r\nhello\r\n", "5;a\r\nhello5;a\r\n",
            "5;a\r\nhello\r\n;5\r\n", "5;a\rb\r\nhello\r\n", "5;a\r\r\nhello\r\n", "5 \r;a\r\nhello\r\n",
        ])
    func malformedSizesStayMalformed(body: String) throws {
        let server = try TestServer(respond: Self.echo)
        for pieces in [[Self.head + body], [Self.head, body]] {
            let client = try server.client()
            for piece in pieces { try client.send(piece + (piece == pieces.last ? "0\r\n\r\n" : "")) }
            let response = try client.response()
            #expect(response.status == 400)
            #expect(response.text.contains("The chunks of the request body"))
            client.close()
        }
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.malformed, .malformed])
    }

    /// What is before the cut has been read when the rest comes, so that a CR in a size line is known only from before.
    @Test(
        .needs(.received), .needs(.heads),
        arguments: ["5;a\rb\r\nhello\r\n", "5;a\r\r\nhello\r\n", "5 \r;a\r\nhello\r\n", "1;a\r\nh\r\n4;b\rc\r\nello\r\n"])
    func malformedSizesStayMalformedInTwoPieces(body: String) throws {
        let server = try TestServer(respond: Self.echo)
        let bytes = Array(body.utf8) + Array("0\r\n\r\n".utf8)
        for place in 1..<bytes.count {
            let before = server.responder.refusals.count
            let client = try server.client()
            try client.send(Array(Self.head.utf8) + bytes[..<place])
            let isRead = server.eventually {
                let sockets = server.daemon.core.table.snapshot().map(\.socket)
                return server.responder.refusals.count > before || sockets.contains { !$0.hasUnreadBytes }
            }
            #expect(isRead, "\(place)")
            // The client may see RST while it sends.
            try? client.send(Array(bytes[place...]))
            let response = try client.response()
            #expect(response.status == 400, "\(place)")
            #expect(response.text.contains("The chunks of the request body"), "\(place)")
            client.close()
            #expect(server.isEmpty())
            #expect(server.responder.refusals.count == before + 1, "\(place)")
        }
        #expect(server.responder.refusals.allSatisfy { $0.cause == .malformed })
    }
}

private func digest(_ bytes: [UInt8]) -> String {
    "\(bytes.count) \(bytes.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })"
}
