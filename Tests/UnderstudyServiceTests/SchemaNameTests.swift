import FileStore
import Foundation
import JSONDocument
import JSONSchema
import Testing

@testable import UnderstudyService

/// The schemas in the program are those in `schemas/`, and say what the readers of the files say.
@Suite(.timeLimit(.minutes(5))) struct SchemaNameTests {
    @Test func aSlipIsTold() {
        #expect(SchemaName.refusal(of: "mapings") == "There is no schema \"mapings\". Did you mean \"mapping\"?")
        #expect(SchemaName.refusal(of: "frobnicate") == "There is no schema \"frobnicate\". Schemas are mapping, settings or meta.")
    }

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

    @Test(
        arguments: [
            (#"{"acl": "private"}"#, true), (#"{"acl": "secret"}"#, false), (#"{"acl": null, "headers": null, "deliberate": null}"#, true),
            (#"{"s3": {}}"#, true), (#"{"s3": []}"#, false), (#"{"$schema": 5}"#, false), (#"{"metadata": {"a": "b\u0000"}}"#, true),
            (#"{"metadata": {"a": null}}"#, false), (#"{"tags": {"a": "b\tc", "d": 1, "e": true}}"#, true),
            (#"{"tags": {"a": "b\u0001"}}"#, false), (#"{"headers": {"X": ["a", 1], "Y": "b\u007f"}}"#, false),
        ] as [(String, Bool)])
    func theSchemaOfDescriptionsSaysWhatTheServerSays(description: String, isValid: Bool) throws {
        let document = try JSONDocument.parse(Array(description.utf8), name: "a.meta.json")
        let report = ProblemReport(document)
        _ = FileMetadata.decode(document.root, report)
        #expect(report.problems.isEmpty == isValid, "\(description)")
        let schema = try JSONSchema.compile(JSONValue.parse(SchemaName.meta.text.utf8))
        #expect(schema.isValid(document.root.value) == isValid, "\(description)")
    }

    @Test func anEntryOfTheServerIsAnObject() throws {
        let document = try JSONDocument.parse(Array(#"{"s3": []}"#.utf8), name: "a.meta.json")
        let report = ProblemReport(document)
        _ = FileMetadata.decode(document.root, report)
        #expect(
            report.problems.map(\.description) == [
                #"a.meta.json:1:8 /s3: "s3" must be an object, found an array. Remove it: the server writes it."#
            ])
    }
}
