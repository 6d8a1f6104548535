import FixtureStore
import JSONDocument
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

    private static let id = "76ada7b0-55ae-4229-91c4-396a36f18347"

    @Test func aCopyGetsTheIdOfAMappingWithoutOne() throws {
        let written = #"{"id": "\#(Self.id)", "request": {"url": "/a"}}"#
        let copy = try ids(["mappings/b.json": #"{"request": {"url": "/a"}}"#])
        let own = try #require(UniqueID(Self.id))
        #expect(try ids(["mappings/a.json": written, "mappings/b.json": written]) == [own] + copy)
        #expect(try ids(["mappings/a.json": written, "mappings/b.json": "  " + written.replacing("/a", with: "/b")]) == [own] + copy)
    }

    @Test func copiesInOneFileAreToldApart() throws {
        func stub(_ url: String) -> String { #"{"uuid": "\#(Self.id)", "request": {"url": "\#(url)"}}"# }
        let two = try ids(["mappings/a.json": #"{"mappings": [\#(stub("/a")), \#(stub("/b"))]}"#])
        let three = try ids(["mappings/a.json": #"{"mappings": [\#(stub("/a")), \#(stub("/new")), \#(stub("/b"))]}"#])
        #expect(two.first == UniqueID(Self.id) && Set(three).count == 3)
        #expect(three.last == two.last)
    }

    /// A saved mapping has its id in its file, and copies of that file have it, too.
    @Test func anIdThatIsMadeMayBeTaken() throws {
        let made = try #require(ids(["mappings/b.json": "{}"]).first)
        let all = try ids(["mappings/a.json": #"{"id": "\#(made)"}"#, "mappings/b.json": #"{"id": "\#(made)"}"#, "mappings/c.json": "{}"])
        #expect(all.first == made && Set(all).count == 3)
    }

    @Test func mappingsWithOneIdAreSavedToTheirOwnFiles() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] { try folder.write("mappings/\(name).json", #"{"id": "\#(Self.id)", "name": "\#(name)"}"#) }
        let fixtures = try FixtureFolder(folder.path)
        let stubs = fixtures.load().stubs
        for stub in stubs { #expect(try fixtures.save(stub) == "\(folder.path)/mappings/\(stub.name ?? "").json") }
        #expect(try folder.text("mappings/b.json").contains("\(stubs[1].id)"))
        let again = fixtures.load()
        #expect(again.stubs.map(\.id) == stubs.map(\.id))
        #expect(!again.warnings.contains { $0.message.contains("is taken already") })
    }
}
