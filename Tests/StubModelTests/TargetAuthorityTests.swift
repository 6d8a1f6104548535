import JSONDocument
import StubModel
import Testing

@Suite struct TargetAuthorityTests {
    @Test(arguments: [
        ("http://127.0.0.1:9090", "127.0.0.1:9090"), ("https://API.example.com/a?b", "api.example.com:443"),
        ("http://[::1]:80/x", "[::1]:80"),
        ("HTTP://a.test", "a.test:80"), ("http://a.test:81?x", "a.test:81"), ("http://a.test/{{request.path}}", "a.test:80"),
        ("http://a.test#{{x}}", "a.test:80"),
    ])
    func aLiteralHostIsRead(url: String, authority: String) { #expect(TargetAuthority(literalIn: url)?.description == authority) }

    @Test(arguments: [
        "", "a.test", "ftp://a.test", "http://", "http:///x", "http://{{request.host}}", "http://a.test:{{request.port}}/",
        "http://a.test{{x}}", "http://user@a.test/", "http://a.test\\@b.test/", "http://a%2etest/", "http://a test/", "http://ä.test/",
        "http://[::1]x/", "http://a:b:c/", "http://:80/",
    ])
    func whatIsNotLiteralIsNot(url: String) { #expect(TargetAuthority(literalIn: url) == nil, "\(url)") }

    @Test(arguments: [
        ("http://{{originalRequest.host}}:9/", true), ("{{parameters.url}}", true), ("http://a.test/{{originalRequest.id}}", false),
    ])
    func aWebhookToAHostThatATemplateMakesIsNamed(url: String, isMade: Bool) throws {
        let text = #"{"serveEventListeners": [{"name": "webhook", "parameters": {"url": "\#(url)"}}]}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let mapping = try #require(StubMapping.decode(document.root, ProblemReport(document)))
        #expect(mapping.webhooksToMadeHosts.count == (isMade ? 1 : 0))
    }

    @Test func aMappingNamesTheTargetsOfItsResponsesAndWebhooks() throws {
        let text = """
            {"responses": [{"proxyBaseUrl": "http://a.test"}, {"body": "http://no.test"}, {"proxyBaseUrl": "{{request.query.to}}"}],
             "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://b.test:81/x"}}, {"name": "other", "parameters": {"url": "http://c.test"}}]}
            """
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let mapping = try #require(StubMapping.decode(document.root, ProblemReport(document)))
        #expect(mapping.literalTargets.map(\.authority.description) == ["a.test:80", "b.test:81"])
        #expect(mapping.operatorTargets.isEmpty)
    }
}
