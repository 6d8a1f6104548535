import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// Heads with more query items, header fields and cookies than the library's memory holds beside them. With the hook for memory all of them
/// have room.
@Suite(.timeLimit(.minutes(5))) struct ManyItemsTests {
    private static let end = " HTTP/1.1\r\nHost: a\r\n"
    static let heads = [
        "GET /?" + String(repeating: "a=1&", count: 2_500) + end + "\r\n",
        "GET /?" + String(repeating: "&", count: 6_000) + end + "\r\n",
        "GET /" + end + "Cookie: " + String(repeating: "c=1; ", count: 2_600) + "\r\n\r\n",
        "GET /" + end + "cOOKIE:" + String(repeating: "c,", count: 6_000) + "\r\n\r\n",
        "GET /" + end + String(repeating: "h: 1\r\n", count: 2_500) + "\r\n",
        "GET /?" + String(repeating: "a&", count: 1_000) + end + "Cookie: " + String(repeating: "c;", count: 1_000) + "\r\n\r\n",
    ]
    static let first = [
        "", "GET /" + end + "\r\n", "POST /" + end + "Content-Length: 5\r\n\r\nhello",
        "POST /" + end + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n",
    ]
    private static let ok: @Sendable (Request) -> Reply = { .text("\($0.method) \($0.target.prefix(20))") }

    private func expectRefusal(_ client: RawClient) throws {
        let response = try client.response()
        #expect(response.status == (LibraryHooks.memory ? 200 : 431))
        #expect(LibraryHooks.memory || response.text.contains("too many query items, header fields and cookies"))
        #expect(LibraryHooks.memory || response.text.contains("131072 bytes, eight times --max-head-bytes"))
    }

    @Test(.needs(.received), arguments: heads, first) func itemsBeyondTheMemoryGet431(head: String, first: String) throws {
        let server = try TestServer(respond: Self.ok)
        for _ in 0..<3 {
            let client = try server.client()
            try client.send(first + head)
            if !first.isEmpty { #expect(try client.response().status == 200) }
            try expectRefusal(client)
        }
        #expect(server.isEmpty())
        guard !LibraryHooks.memory else { return }
        #expect(server.responder.refusals.map(\.cause) == [.headTooLong, .headTooLong, .headTooLong])
    }

    /// Of a head that is too long besides, the request line is not.
    @Test(.needs(.received), arguments: first.prefix(2)) func fieldsBeyondTheLimitAreNoLongLine(first: String) throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.send(first + "GET /" + Self.end + String(repeating: "h: 1\r\n", count: 4_000) + "\r\n")
        if !first.isEmpty { #expect(try client.response().status == 200) }
        let response = try client.response()
        #expect(response.status == 431 && !response.text.contains("request line"))
        #expect(server.isEmpty())
        #expect(server.responder.refusals.map(\.cause) == [.headTooLong])
    }

    /// The library has read a part of the head by then.
    @Test(.needs(.received), arguments: heads, [2, 40, 3_000]) func itemsInTwoPiecesGet431(head: String, length: Int) throws {
        let server = try TestServer(respond: Self.ok)
        let bytes = Array(head.utf8)
        for _ in 0..<3 {
            let client = try server.client()
            try client.request("GET", "/")
            #expect(try client.response().status == 200)
            try client.send(Array(bytes[..<length]))
            try client.send(Array(bytes[length...]))
            try expectRefusal(client)
        }
        #expect(server.isEmpty())
    }

    /// The copy of a folded field takes memory, too. The library's older versions refuse such a field in any case.
    @Test(.needs(.received), arguments: [700, 1_100, 1_500, 2_000]) func aFoldedFieldBesideCookiesIsNoHarm(count: Int) throws {
        let server = try TestServer(respond: Self.ok)
        for _ in 0..<3 {
            let client = try server.client()
            try client.send("GET /" + Self.end + "X: a\r\n b\r\nCookie: " + String(repeating: "c=1; ", count: count) + "\r\n\r\n")
            #expect([200, 400, 431].contains(try client.response().status))
        }
        #expect(server.isEmpty())
    }

    /// The library has both requests when the second is found to be none.
    @Test(.needs(.received), .timeLimit(.minutes(1)), arguments: first.dropFirst())
    func whatCameWithTheRequestBeforeIsRefusedAtOnce(first: String) throws {
        let server = try TestServer(
            {
                $0.headTimeout = .seconds(600)
                $0.idleTimeout = .seconds(600)
            }, respond: Self.ok)
        let client = try server.client()
        try client.send(first + "\0\r\nGET /hidden" + Self.end + "\r\n")
        #expect(try client.response().status == 200)
        #expect(try client.response().status == 400)
        #expect(try client.readToEnd().bytes.isEmpty)
        #expect(server.isEmpty())
    }

    /// Version 0.9.75 of the library takes a trailer that begins with a NUL for the end of the body.
    @Test(.needs(.received)) func noRequestIsHiddenInATrailer() throws {
        let server = try TestServer(respond: Self.ok)
        let client = try server.client()
        try client.sendAndEnd("POST /" + Self.end + "Transfer-Encoding: chunked\r\n\r\n0\r\n\0\r\nGET /hidden" + Self.end + "\r\n")
        let bytes = try client.readToEnd().bytes
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hidden"))
        #expect(server.isEmpty())
    }
}
