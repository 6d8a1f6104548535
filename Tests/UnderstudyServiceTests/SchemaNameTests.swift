import FileStore
import Foundation
import JSONDocument
import Testing

@testable import UnderstudyService

/// The schemas in the program are those in `schemas/`, and say what the readers of the files say.
@Suite(.timeLimit(.minutes(5))) struct SchemaNameTests {
    @Test(arguments: [(SchemaName.mapping, "stub-mapping"), (.settings, "settings"), (.meta, "meta")])
    func theProgramHoldsTheFile(schema: SchemaName, name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schemas/\(name).json").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.trimmingCharacters(in: .newlines) == schema.text.trimmingCharacters(in: .newlines), "schemas/\(name).json")
    }

    @Test func theSettingsSchemaNamesEverySetting() throws {
        let schema = try JSONValue.parse(SchemaName.settings.text.utf8)
        for path in Setting.all.compactMap(\.path) {
            let place = path.split(separator: ".").reduce(Optional(schema)) { $0?["properties"]?[String($1)] }
            #expect(place?["description"] != nil, "\(path)")
        }
        #expect(schema["properties"]?["port"]?["type"] == "integer")
        #expect(schema["properties"]?["host"]?["type"] == ["string", "array"])
    }

    @Test func theSchemaOfDescriptionsNamesEveryField() throws {
        let document = try JSONDocument.parse(Array(#"{"qqqqqqqq": 1}"#.utf8), name: "a.meta.json")
        let report = ProblemReport(document)
        _ = FileMetadata.decode(document.root, report)
        let repair = try #require(report.problems.first?.repair)
        let known = repair.dropFirst("Known here: ".count).dropLast().split(separator: ", ").map(String.init)
        let schema = try JSONValue.parse(SchemaName.meta.text.utf8)
        #expect(schema["properties"]?.object?.names.sorted() == known.sorted())
    }
}
