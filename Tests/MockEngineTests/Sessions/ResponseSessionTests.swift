import HTTPMessage
import Testing

@testable import MockEngine

/// What a client sees of a session that it has reached by a prefix.
@Suite struct ResponseSessionTests {
    @Test(arguments: [
        ("Location", "/a", "/s/a"), ("Location", "//host/a", "//host/a"), ("Location", "http://a/b", "http://a/b"),
        ("content-location", "/a", "/s/a"), ("Set-Cookie", "/=1; Path=/", "/=1; Path=/s/"), ("X-Path", "/a", "/a"),
        ("set-cookie", "path=/a; path=/b", "path=/a; path=/s/b"),
        ("Link", #"</a?p=2>; rel="next", <//b/c>, <http://d/e>,</f>"#, #"</s/a?p=2>; rel="next", <//b/c>, <http://d/e>,</s/f>"#),
    ])
    func pathsGetThePrefix(name: String, sent: String, seen: String) {
        let response = Response(status: 200, headers: [(name, sent)]).insideSession(prefix: "/s")
        #expect(response.headers == [(name, seen)])
    }

    @Test func nothingElseChanges() {
        let plain = Response(status: 200, headers: [("Link", "<a>"), ("Date", "/")])
        #expect(plain.insideSession(prefix: "/s") === plain)
        let response = Response(status: 201, reason: "Yes", headers: [("Location", "/a")], framing: .chunked, file: "a.txt")
        let seen = response.insideSession(prefix: "/s")
        #expect(seen.status == 201 && seen.reason == "Yes" && seen.framing == .chunked && seen.file == "a.txt")
    }
}
