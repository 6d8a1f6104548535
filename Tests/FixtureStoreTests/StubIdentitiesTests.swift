import FixtureStore
import StubModel
import TestSupport
import Testing

/// Ids of mappings without a written id.
@Suite struct StubIdentitiesTests {
    private func ids(_ files: [String: String]) throws -> [UniqueID] {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(path, text) }
        let set = try FixtureFolder(folder.path).load { mapping, _ in mapping.id }
        #expect(set.problems.isEmpty)
        return set.stubs
    }

    @Test func aMappingAloneInItsFileIsKnownByThePath() throws {
        let first = try ids(["mappings/a.json": #"{"request": {"url": "/a"}}"#])
        #expect(try ids(["mappings/a.json": #"   {"name": "other", "request": {"url": "/b"}}"#]) == first)
        #expect(try ids(["mappings/b.json": #"{"request": {"url": "/a"}}"#]) != first)
    }

    @Test(arguments: [
        // A mapping above, blanks, another response.
        #"{"mappings": [{"request": {"url": "/new"}}, {"request": {"url": "/a"}}, {"request": {"url": "/b"}}]}"#,
        #"{  "mappings": [ {"request": {"url": "/a"}}, {"request": {"url": "/b"}}, {"request": {"url": "/new"}}]}"#,
        #"{"mappings": [{"request": {"url": "/a"}, "response": {"status": 201}}, {"response": {}, "request": {"url": "/b"}}]}"#,
    ])
    func editingAboveAMappingDoesNotRenameIt(text: String) throws {
        let before = try ids(["mappings/a.json": #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/b"}}]}"#])
        let after = try ids(["mappings/a.json": text])
        #expect(Set(before).isSubset(of: after))
        #expect(Set(after).count == after.count)
    }

    @Test func equalRequestsAreToldApartByNameStateAndOrder() throws {
        let stubs = """
            {"request": {"url": "/a"}}, {"request": {"url": "/a"}}, {"name": "n", "request": {"url": "/a"}},
            {"request": {"url": "/a"}, "scenarioName": "s", "requiredScenarioState": "two"}
            """
        let all = try ids(["mappings/a.json": "{\"mappings\": [\(stubs)]}"])
        #expect(Set(all).count == 4)
        let renamed = try ids(["mappings/a.json": #"{"mappings": [{"name": "n", "request": {"url": "/b"}}]}"#])
        #expect(renamed == [all[2]])
    }

    @Test func documentsOfOneYAMLFileAreToldApart() throws {
        let all = try ids(["mappings/a.yaml": "request: {url: /a}\n---\nrequest: {url: /b}\n"])
        #expect(Set(all).count == 2)
        #expect(try ids(["mappings/a.yaml": "request: {url: /new}\n---\nrequest: {url: /b}\n"]).contains(all[1]))
    }
}
