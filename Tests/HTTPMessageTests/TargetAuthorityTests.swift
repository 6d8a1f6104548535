import HTTPMessage
import Testing

@Suite struct TargetAuthorityTests {
    @Test(arguments: [
        ("http://127.0.0.1:9090", "127.0.0.1:9090"), ("https://API.example.com/a?b", "api.example.com:443"),
        ("http://[::1]:80/x", "[::1]:80"),
        ("HTTP://a.test", "a.test:80"), ("http://a.test:81?x", "a.test:81"), ("http://a.test/{{request.path}}", "a.test:80"),
        ("http://a.test#{{x}}", "a.test:80"), ("http://a.test:65535", "a.test:65535"),
    ])
    func aLiteralHostIsRead(url: String, authority: String) { #expect(TargetAuthority(literalIn: url)?.description == authority) }

    @Test(arguments: [
        "", "a.test", "ftp://a.test", "http://", "http:///x", "http://{{request.host}}", "http://a.test:{{request.port}}/",
        "http://a.test{{x}}", "http://user@a.test/", "http://a.test\\@b.test/", "http://a%2etest/", "http://a test/", "http://ä.test/",
        "http://[::1]x/", "http://a:b:c/", "http://:80/",
        "http://a.test:65536/", "https://[::1]:99999999999999999999",
    ])
    func whatIsNotLiteralIsNot(url: String) { #expect(TargetAuthority(literalIn: url) == nil, "\(url)") }
}
