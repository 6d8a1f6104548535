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
        ("localhost:9090", true), ("http://localhost:90900", true), ("http://local host", true), ("http://localhost:9090/base", false),
        ("HTTPS://user:word@a.test", false), ("{{request.query.to}}", false),
    ])
    func aTargetThatCannotBeCalledIsTold(url: String, isTold: Bool) throws {
        let text = #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "\#(url)"}}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report)
        let told = #""proxyBaseUrl" is not an absolute URL, so each request will get a 500"#
        #expect(report.warnings.map(\.message) == (isTold ? [told] : []))
    }
}
