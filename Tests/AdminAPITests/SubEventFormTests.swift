import HTTPMessage
import JSONDocument
import Testing

/// What the data of a sub-event has: WireMock's Java client binds it to a class, which fails for a field that it does not know.
struct SubEventFormTests {
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
}
