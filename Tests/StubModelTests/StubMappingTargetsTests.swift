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
}
