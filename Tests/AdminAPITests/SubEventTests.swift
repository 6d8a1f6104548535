import HTTPMessage
import JSONDocument
import Testing

/// Types and data of the journal's sub-events, as WireMock has them. Its Java client binds the data to a class, which fails for a field that
/// it does not know.
struct SubEventTests {
    let bench = AdminBench()

    private func data(_ headers: HeaderFields = []) throws -> [String: Set<String>] {
        let events = try #require(bench.call("GET", "/requests?limit=1", headers: headers).json?["requests"]?[0]?["subEvents"]?.array)
        let pairs = events.map { ($0["type"]?.string ?? "", Set($0["data"]?.object?.map(\.name) ?? [])) }
        return Dictionary(pairs) { $0.union($1) }
    }

    @Test func theJavaClientGetsWireMocksFieldsAlone() throws {
        let java: HeaderFields = [("User-Agent", "Apache-HttpClient/5.4.1 (Java/17.0.1)")]
        bench.stub(#"{"request": {"url": "/right", "bodyPatterns": [{"equalToJson": {"thing": 1}}]}}"#)
        bench.request("POST", "/right", body: #"{"thing": "#)
        #expect(try data(java) == ["JSON_ERROR": ["errors"], "REQUEST_NOT_MATCHED": ["status", "contentType", "report"]])
        let full = try data()
        #expect(full["JSON_ERROR"] == ["errors", "message"])
        #expect(full["REQUEST_NOT_MATCHED"]?.isSuperset(of: ["status", "contentType", "report", "closest", "hints"]) == true)
    }

    @Test func aMissWithoutHintsHasTheSameFields() throws {
        bench.stub(#"{"request": {"url": "/right"}}"#)
        bench.request("GET", "/wrong")
        let java: HeaderFields = [("User-Agent", "Apache-HttpClient/4.5.14 (Java/11)")]
        #expect(try data(java) == ["REQUEST_NOT_MATCHED": ["status", "contentType", "report"]])
    }

    @Test func anErrorHasItsMessage() throws {
        bench.stub(#"{"request": {"url": "/t"}, "response": {"body": "{{math 1 '/' 0}}", "transformers": ["response-template"]}}"#)
        bench.request("GET", "/t")
        let java: HeaderFields = [("User-Agent", "Apache-HttpClient/5.4.1 (Java/17.0.1)")]
        #expect(try data(java).values.allSatisfy { $0 == ["message"] })
        #expect(try !data(java).isEmpty)
    }

    @Test(
        arguments: [
            (#"{"matchesXPath": "//a"}"#, "[1]", "WARNING", "Warning: failed to parse the XML document"),
            (#"{"equalToXml": "<a/>"}"#, "<a", "WARNING", "Warning: failed to parse the XML document"),
            (#"{"matchesJsonPath": "$.a"}"#, "<a/>", "WARNING", "Warning: JSON path expression failed to match document"),
            (
                #"{"matchesJsonPath": {"expression": "$.a", "equalTo": "1"}}"#, "{", "WARNING",
                "Warning: JSON path expression failed to match"
            ),
            (#"{"equalToJson": {"a": 1}}"#, "{", "JSON_ERROR", "value:1:"), (#"{"matchesJsonSchema": {"type": "object"}}"#, "{", nil, ""),
        ] as [(String, String, String?, String)])
    func aTextThatAMatcherCannotReadIsNotedOnce(pattern: String, body: String, type: String?, text: String) throws {
        for url in ["/a", "/a", "/b"] { bench.stub(#"{"request": {"url": "\#(url)", "bodyPatterns": [\#(pattern)]}}"#) }
        bench.request("POST", "/a", body: body)
        let events = try #require(bench.call("GET", "/requests").json?["requests"]?[0]?["subEvents"]?.array)
        #expect(events.compactMap { $0["type"]?.string } == [type, "REQUEST_NOT_MATCHED"].compactMap { $0 })
        if type != nil { #expect(events.first?["data"]?["message"]?.string?.hasPrefix(text) == true) }
        // A miss says it in words of its own.
        #expect(events.last?["data"]?["report"]?.string?.contains("Warning: ") == false)
    }

    @Test func whoeverReadsATextNotesIt() throws {
        bench.stub(#"{"request": {"url": "/a", "bodyPatterns": [{"not": {"equalToJson": 1}}, {"not": {"matchesJsonPath": "$.a"}}]}}"#)
        bench.request("POST", "/a", body: "{")
        let events = bench.call("GET", "/requests").json?["requests"]?[0]?["subEvents"]
        #expect(Set((events?.all("type") ?? []).compactMap { $0?.string }) == ["JSON_ERROR", "WARNING"])
    }
}
