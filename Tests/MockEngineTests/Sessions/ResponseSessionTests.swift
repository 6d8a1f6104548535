import HTTPMessage
import Testing

@testable import MockEngine

/// What a client sees of a session that it has reached by a prefix.
@Suite struct ResponseSessionTests {
    @Test(arguments: [
        ("Location", "/a", "/s/a"), ("Location", "//host/a", "//host/a"), ("Location", "http://a/b", "http://a/b"),
        ("content-location", "/a", "/s/a"), ("Set-Cookie", "/=1; Path=/", "/=1; Path=/s/"), ("X-Path", "/a", "/a"),
        ("Link", #"</a?p=2>; rel="next", <//b/c>, <http://d/e>,</f>"#, #"</s/a?p=2>; rel="next", <//b/c>, <http://d/e>,</s/f>"#),
    ])
    func pathsGetThePrefix(name: String, sent: String, seen: String) {
        let response = Response(status: 200, headers: [(name, sent)]).insideSession(prefix: "/s")
        #expect(response.headers == [(name, seen)])
    }
}
