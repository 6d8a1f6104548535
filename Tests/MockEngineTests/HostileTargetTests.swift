import HTTPMessage
import Testing

@testable import MockEngine

/// URLs of other servers, which templates and the admin API may write, and values from requests.
@Suite struct HostileTargetTests {
    @Test(arguments: [
        "http://127.0.0.1:1\u{0}@allowed.example/", "http://127.0.0.1\u{0}.allowed.example/", "http://a@b@allowed.example/",
        "http://a\"@allowed.example/", "http://a b@allowed.example/", "http://a@/",
        "http://127.0.0.1\\@allowed.example/", "http://allowed.example\\.evil.example/", "http://allowed.example%00.evil.example/",
        "http://allowed.example:80:81/", "http://[::1]allowed.example/", "http://[::1/", "http://[fe80::1%25eth0]/", "http:///x", "http://",
        "http://allowed.example\t/", "http://allowed .example/", "http://allowed.example:8x/", "http://älter.example/",
        "http://allowed.example/\u{0}x", "http://allowed.example/\r\nX: y", "http://allowed.example/a b", "http://allowed.example/\u{7F}",
        "ftp://allowed.example/", "//allowed.example/", "file:///etc/passwd", "http:allowed.example",
    ])
    func aURLThatTwoParsersCouldReadDifferentlyIsRefused(url: String) {
        #expect(UpstreamRequest(method: "GET", url: url) == nil, "\(url.debugDescription)")
    }

    @Test(arguments: [
        "http://allowed.example", "http://allowed.example:8080/a?b=c#d", "HTTPS://Allowed.Example/x", "http://[::1]:8080/x",
        "http://127.0.0.1?q",
        "http://allowed.example/%00/ä", "http://under_score.example/",
        "http://me:secret@allowed.example/a@b",
    ])
    func plainURLsAreTaken(url: String) { #expect(UpstreamRequest(method: "GET", url: url) != nil) }

    @Test(arguments: ["%00", "%0D%0AX-B:%20c", "%0A"])
    func aValueOfARequestCannotEndAField(code: String) throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 7))
        engine.session.add(
            try EngineHarness.compile(
                #"{"request": {}, "response": {"headers": {"X-A": "a{{request.query.q}}b"}, "transformers": ["response-template"]}}"#,
                in: engine))
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/?q=" + code)) else {
            Issue.record("deferred")
            return
        }
        let value = try #require(plan.response.headers.first("X-A"))
        #expect(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(value.debugDescription)")
    }
}
