import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

@Suite struct YAMLFixturesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> FixtureSet<StubMapping> { try FixtureFolder(folder.path).load() }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test func aMissingSpaceBehindAColonIsTold() throws {
        try folder.write("mappings/a.yaml", "request:\n  urlPath:/a\n")
        try folder.write("mappings/b.json", #"{"request": "urlPath:/a"}"#)
        #expect(
            try lines(load().problems) == [
                "mocks/mappings/a.yaml:2:3 /request: expected an object, found a string. "
                    + #"A space is missing after the colon: write "urlPath: …"."#,
                "mocks/mappings/b.json:1:13 /request: expected an object, found a string.",
            ])
    }

    @Test func yamlMeansWhatJSONMeans() throws {
        try folder.write(
            "mappings/a.yaml",
            """
            # A comment.
            request:
              method: GET
              urlPath: /pose/all
              queryParameters:
                pageNumber: {equalTo: "0"}
            response:
              status: 200
              headers:
                Content-Type: application/json
              jsonBody:
                content: []
            """)
        try folder.write(
            "mappings/b.json",
            #"""
            {"request": {"method": "GET", "urlPath": "/pose/all", "queryParameters": {"pageNumber": {"equalTo": "0"}}},
             "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "jsonBody": {"content": []}}}
            """#)
        let set = try load()
        #expect(lines(set.problems) == [])
        let shown = set.stubs.map { stub in
            var json = stub.json
            json["id"] = nil
            json["uuid"] = nil
            return JSONValue.object(json)
        }
        #expect(shown.count == 2 && shown[0] == shown[1])
        #expect(set.stubs[0].origin == .file(path: folder.path + "/mappings/a.yaml"))
    }

    @Test func everyDocumentAndEveryElementIsAMapping() throws {
        try folder.write(
            "mappings/a.yml", "name: one\n---\nmappings:\n- &two\n  name: two\n  priority: 3\n- <<: *two\n  name: three\n---\n")
        try folder.write("mappings/b.YAML", "name: four")
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(set.stubs.map(\.name) == ["one", "two", "three", "four"])
        #expect(set.stubs.map(\.priority) == [5, 3, 3, 5])
        #expect(Set(set.stubs.map(\.id)).count == 4)
        #expect(try load().stubs.map(\.id) == set.stubs.map(\.id), "the same when read again")
    }

    @Test func everyProblemHasItsPlace() throws {
        try folder.write(
            "mappings/a.yaml",
            """
            request:
              url: /a
            reponse:
              status: 200
            priority: high
            ---
            name: [x]
            """)
        try folder.write("mappings/b.yaml", "a:\n\tb: 1\n")
        try folder.write("mappings/c.yaml", "# nothing\n")
        try folder.write("mappings/d.yaml", "- name: x\n")
        #expect(
            try lines(load().problems) == [
                "mocks/mappings/a.yaml:3:1 /reponse: unknown field \"reponse\". Did you mean \"response\"?",
                "mocks/mappings/a.yaml:5:11 /priority: \"priority\" must be a whole number, found \"high\".",
                "mocks/mappings/a.yaml:7:7 /name: \"name\" must be a string, found an array.",
                "mocks/mappings/b.yaml:2:1: a tab where YAML wants spaces. Indent with spaces.",
                "mocks/mappings/c.yaml:1:1: the file holds no stub mapping.",
                "mocks/mappings/d.yaml:1:1: expected an object, found an array. Several stub mappings belong in {\"mappings\": [ … ]}.",
            ])
    }

    @Test func anIDIsTakenAcrossFormats() throws {
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        try folder.write("mappings/a.json", "{\"id\": \"\(id)\"}")
        try folder.write("mappings/b.yaml", "id: \(id)")
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 2)
        let warning =
            "mocks/mappings/b.yaml:1:5 /id: the id \"\(id)\" is taken already, at mocks/mappings/a.json:1:8, so this stub "
        #expect(lines(set.warnings).contains { $0.hasPrefix(warning) })
    }

    @Test func limitsHaveNames() throws {
        try folder.write("mappings/a.yaml", "metadata:\n  a: &a [1, 2, 3]\n  b: [*a, *a]\n")
        try folder.write("mappings/b.json", "{\"metadata\": {\"a\": [[[1]]]}}")
        try folder.write("mappings/c.yaml", "metadata: {a: [[[1]]]}")
        let set = try FixtureFolder(folder.path, limits: FixtureLimits(jsonDepth: 4, yamlExpansion: 7)).load()
        #expect(
            lines(set.problems) == [
                "mocks/mappings/a.yaml:3:11: the aliases stand for more than 7 values, which limits.yamlExpansion allows.",
                "mocks/mappings/b.json:1:22: nested deeper than 4 levels, which limits.jsonDepth allows. Make it flatter.",
                "mocks/mappings/c.yaml:1:17: nested deeper than 4 levels, which limits.jsonDepth allows. Make it flatter.",
            ])
    }

    @Test func theExampleOfTheDocumentLoads() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/fixtures.md").standardized
        let example = try #require(try String(contentsOf: file, encoding: .utf8).firstMatch(of: #/```yaml\n(?<text>(?s:.*?))```/#))
        try folder.write("mappings/a.yaml", String(example.text))
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(set.stubs.map(\.request.url?.text) == ["/hello", "/hello/\\d+"])
    }

    @Test func yamlIsNotWrittenBack() throws {
        let text = "name: mine # a comment\nid: 76ada7b0-55ae-4229-91c4-396a36f18347\n"
        try folder.write("mappings/a.yaml", text)
        let fixtures = try FixtureFolder(folder.path)
        let stub = try #require(fixtures.load().stubs.first)
        let error = #expect(throws: Problem.self) { try fixtures.save(stub) }
        #expect(error?.message == "the file is YAML, which is read but not written")
        #expect(try !fixtures.deleteFile(of: stub))
        #expect(try folder.text("mappings/a.yaml") == text)
    }
}
