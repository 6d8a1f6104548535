import HTTPMessage
import StubModel
import Testing

@testable import MockEngine

/// Which URLs of another server are paths of this one.
@Suite struct ProxiedAddressTests {
    private static func path(
        of reference: String, base: String, removing prefix: String? = nil, target: String = "/api/x", keepsHost: Bool = false
    ) -> String? {
        var settings = ProxySettings()
        settings.preservesHostHeader = keepsHost
        let request = Request(target: target, headers: [("Host", "mock.test:8080")])
        return ProxiedAddress(ProxyDefinition(baseURL: base, pathPrefixToRemove: prefix), request, settings).path(of: reference)
    }

    @Test(arguments: [
        ("http://a.test/x?y=1#z", "/x?y=1#z"), ("http://A.test:80/x", "/x"), ("http://a.test", "/"), ("http://a.test?q", "/?q"),
        ("//a.test/x", "/x"), ("/x", "/x"), ("http://a.test:81/x", nil), ("https://a.test/x", nil), ("http://b.test/x", nil),
        ("http://a.test@b.test/x", nil), ("http://a.test//b.test/x", nil), (#"http://a.test/\b.test/x"#, nil), ("x", nil), ("", nil),
    ])
    func ownURLsArePaths(reference: String, path: String?) {
        #expect(Self.path(of: reference, base: "http://a.test") == path)
        #expect(Self.path(of: reference, base: "http://a.test/") == path)
    }

    /// A redirection to TLS would lead back to itself.
    @Test func plainURLsOfAServerWithTLSAreItsOwn() {
        #expect(Self.path(of: "http://a.test/x", base: "https://a.test") == "/x")
        #expect(Self.path(of: "http://a.test/x", base: "https://a.test:8443") == nil)
    }

    @Test(arguments: [
        ("http://a.test/v2/x", nil, "/x"), ("http://a.test/v2", nil, "/"), ("http://a.test/v2?q", nil, "/?q"), ("/v2/x", nil, "/x"),
        ("http://a.test/v21/x", nil, nil), ("http://a.test/x", nil, nil), ("/x", nil, nil), ("/v2/x", "/api", "/api/x"),
        ("/v2/x", "/api/", "/api/x"), ("http://a.test/v2/x", "/other", "/x"),
    ])
    func theBasePathIsNoPartOfThem(reference: String, prefix: String?, path: String?) {
        #expect(Self.path(of: reference, base: "http://a.test/v2/", removing: prefix) == path)
    }

    @Test(arguments: [
        ("https://a.test/x", "https://a.test"), ("HTTP://a.test:8080", "HTTP://a.test:8080"), ("http://a.test/x", nil), ("/x", nil),
        ("https://b.test/x", nil),
    ])
    func otherAddressesOfTheHostAreKnown(url: String, origin: String?) {
        let address = ProxiedAddress(ProxyDefinition(baseURL: "http://a.test/base"), Request(target: "/"), ProxySettings())
        #expect(address.sibling(url) == origin)
    }

    /// What begins with the same letters is another server.
    @Test(arguments: [
        (#"{"next": "http://a.test:81/x"}"#, "http://a.test:81"), (#"{"next": "http:\/\/A.test:81\/x"}"#, "http://A.test:81"),
        ("<a href='//a.test:81'>", "http://a.test:81"), ("See https://a.test:81.", "https://a.test:81"),
        ("//a.test:81", "http://a.test:81"),
        ("http://a.test:810/x http://a.test:81/x", "http://a.test:81"), ("http://a.test:810/x", nil), ("http://a.test/x", nil),
        ("http://a.test:81.b.test/x", nil), ("http://a.test:81@b.test/x", nil), ("http://b.test//a.test:81", nil),
        ("ws://a.test:81", nil), ("http:/a.test:81", nil), ("/", nil), ("//", nil), ("", nil),
    ])
    func ownURLsAreFoundInTexts(text: String, origin: String?) {
        let address = ProxiedAddress(ProxyDefinition(baseURL: "http://a.test:81"), Request(target: "/"), ProxySettings())
        #expect(address.origin(namedIn: text) == origin)
    }

    @Test(arguments: [
        ("http://a.test", "https://a.test/x", "https://a.test"), ("https://a.test", "http://a.test/x", "http://a.test"),
        ("https://a.test", "//a.test:443/x", "https://a.test:443"), ("https://a.test", "http://a.test.example/x", nil),
    ])
    func aNameWithoutAPortIsThatOfBothSchemes(base: String, text: String, origin: String?) {
        let address = ProxiedAddress(ProxyDefinition(baseURL: base), Request(target: "/"), ProxySettings())
        #expect(address.origin(namedIn: text) == origin)
    }

    @Test func aTargetThatIsToldTheHostNamesThisServer() {
        #expect(Self.path(of: "http://mock.test:8080/x", base: "http://a.test", keepsHost: true) == "/x")
        #expect(Self.path(of: "http://mock.test:8080/x", base: "http://a.test") == nil)
    }

    /// As a client keeps them for this server.
    @Test(arguments: [
        ("a=Domain=x; Domain=.test; Path=/", "a=Domain=x; Path=/", "a=Domain=x; Path=/"),
        ("a=1;domain=API.a.test;HttpOnly", "a=1;HttpOnly", "a=1;HttpOnly"),
        ("a=1; Domain=b.test", "a=1; Domain=b.test", "a=1; Domain=b.test"),
        ("a=1; Domain=pi.a.test", "a=1; Domain=pi.a.test", "a=1; Domain=pi.a.test"),
        (
            "Secure; secure ; SameSite=None;Partitioned; Max-Age=1", "Secure; Max-Age=1",
            "Secure; secure ; SameSite=None;Partitioned; Max-Age=1"
        ),
        ("a=1; SameSite=Lax; path=/v2/x", "a=1; SameSite=Lax; path=/x", "a=1; SameSite=Lax; path=/x"),
        ("a=1; Path=/other", "a=1; Path=/other", "a=1; Path=/other"),
    ])
    func cookiesOfTheTargetAreOfThisServer(cookie: String, plain: String, secure: String) {
        for (scheme, expected) in [("http", plain), ("https", secure)] {
            var request = Request(target: "/")
            request.arrival.scheme = scheme
            let address = ProxiedAddress(ProxyDefinition(baseURL: "https://api.a.test/v2"), request, ProxySettings())
            #expect(address.localizing([("Set-Cookie", cookie)]) == [("Set-Cookie", expected)])
        }
    }

    @Test func theFieldsThatNameOwnURLs() {
        let address = ProxiedAddress(ProxyDefinition(baseURL: "http://a.test"), Request(target: "/"), ProxySettings())
        let fields = address.localizing([
            ("Location", "http://a.test/1"), ("content-location", "http://a.test/2"), ("X-Next", "http://a.test/3"),
            ("Link", #"<http://a.test/4?p=2>; rel="next", <http://b.test/>; rel="x>y", </5>"#), ("Location", "http://b.test/"),
        ])
        #expect(
            fields == [
                ("Location", "/1"), ("content-location", "/2"), ("X-Next", "http://a.test/3"),
                ("Link", #"</4?p=2>; rel="next", <http://b.test/>; rel="x>y", </5>"#), ("Location", "http://b.test/"),
            ])
    }
}
