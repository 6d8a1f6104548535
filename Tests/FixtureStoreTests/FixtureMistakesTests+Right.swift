import FixtureStore
import StubModel
import TestSupport
import Testing

/// What is right, however it looks.
extension FixtureMistakesTests {
    @Test(arguments: [
        #"{"request": {"url": "/a", "method": "PROPFIND"}}"#, #"{"request": {"url": "/a", "method": "COPY"}}"#,
        #"{"request": {"urlPathPattern": "/a[^/]*"}}"#, #"{"request": {"urlPathPattern": "/a\\/*"}}"#,
        #"{"request": {"url": "/a"}, "response": {"jsonBody": "{{request.path}}"}}"#,
        #"{"request": {"url": "/a"}, "response": {"jsonBody": "text"}}"#,
        #"{"request": {"url": "/a"}, "response": {"body": "abc", "headers": {"Content-Length": "3"}}}"#,
        #"{"request": {"url": "/a", "method": "HEAD"}, "response": {"headers": {"Content-Length": "1000"}}}"#,
        #"{"request": {}, "priority": 10}"#,
        #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "priority": 1}]}"#,
        #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a", "method": "GET"}}]}"#,
        #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a", "headers": {"A": {"equalTo": "1"}}}}]}"#,
        #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "probability": 0.5}]}"#,
        #"""
        {"mappings": [{"scenarioName": "s", "newScenarioState": "step 1", "request": {"url": "/a"}},
         {"scenarioName": "s", "requiredScenarioState": "step 2", "request": {"url": "/b"}}]}
        """#,
        #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "response": {"modify": {"status": 418}}}]}"#,
        #"""
        {"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "response": {"modify": {"status": 418}}},
         {"request": {"url": "/a"}, "response": {"modify": {"headers": {"X": "1"}}}}]}
        """#,
    ])
    func whatMayBeMeantIsNone(text: String) throws {
        try folder.write("mappings/a.json", text)
        let set = try load()
        #expect(lines(set.problems + set.warnings) == [])
    }
}
