import HTTPMessage
import JSONDocument
import StubModel
import Testing

@Suite struct StubMappingTargetsTests {
    @Test(arguments: [
        ("http://{{originalRequest.host}}:9/", true), ("{{parameters.url}}", true), ("http://a.test/{{originalRequest.id}}", false),
    ])
    func aTargetWhoseHostATemplateMakesIsNamed(url: String, isMade: Bool) throws {
        let text = """
            {"response": {"proxyBaseUrl": "\(url)"}, "serveEventListeners": [{"name": "webhook", "parameters": {"url": "\(url)"}}]}
            """
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let mapping = try #require(StubMapping.decode(document.root, ProblemReport(document)))
        #expect(mapping.webhooksToMadeHosts.count == (isMade ? 1 : 0))
        #expect(mapping.proxiesToMadeHosts.count == (isMade ? 1 : 0))
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

    @Test(arguments: [
        ("localhost:9090", "is not an absolute URL"), ("http://localhost:90900", "has the port 90900, which is not in 0…65535"),
        ("http://localhost:+80", "has the port +80, which is not in 0…65535"),
        ("http://local host", "is not an absolute URL"), ("http://localhost:9090/base", nil), ("HTTPS://user:word@a.test", nil),
        ("{{request.query.to}}", nil),
    ])
    func aTargetThatCannotBeCalledIsTold(url: String, flaw: String?) throws {
        let text = #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "\#(url)"}}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report)
        let told = flaw.map { [#""proxyBaseUrl" \#($0), so each request will get a 500"#] }
        #expect(report.warnings.map(\.message) == told ?? [])
    }
}
