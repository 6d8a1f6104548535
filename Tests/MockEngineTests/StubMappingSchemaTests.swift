import Foundation
import JSONDocument
import MockEngine
import StubModel
import Testing

/// `schemas/stub-mapping.json` agrees with the parser.
@Suite struct StubMappingSchemaTests {
    private let schema: JSONNode

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schemas/stub-mapping.json").standardized
        schema = try JSONDocument.parse([UInt8](Data(contentsOf: file)), name: "schemas/stub-mapping.json").root
    }

    private func definition(_ name: String) throws -> JSONValue {
        try #require(schema.value["definitions"]?[name], "the schema defines \(name)")
    }

    private func properties(_ name: String) throws -> [String] {
        try #require(definition(name)["properties"]?.object).names.sorted()
    }

    /// The fields that the parser lists when it reports an unknown one.
    private func fieldsKnown(_ decode: (JSONNode, ProblemReport) -> Void) throws -> [String] {
        let document = try JSONDocument.parse(Array(#"{"qqqqqqqqqqqqqqqq": 1}"#.utf8), name: "unknown.json")
        let report = ProblemReport(document)
        decode(document.root, report)
        let repair = try #require(report.problems.first { $0.message.hasPrefix("unknown field") }?.repair)
        let list = try #require(repair.split(separator: "Known here: ").first)
        return Set(list.dropLast().split(separator: ", ").map(String.init)).sorted()
    }

    @Test func namesEveryFieldOfAStubMapping() throws {
        #expect(try properties("stubMapping") == fieldsKnown { _ = StubMapping.decode($0, $1) })
    }

    @Test func namesEveryFieldOfARequestPattern() throws {
        #expect(try properties("requestPattern") == fieldsKnown { _ = RequestPattern.decode($0, $1) })
    }

    @Test func namesEveryFieldOfAResponse() throws {
        #expect(try properties("response") == fieldsKnown { _ = ResponseDefinition.decode($0, $1) })
    }

    @Test func namesEveryMatcher() throws {
        let alternatives = try #require(definition("valuePattern")["anyOf"]?.array)
        let named = alternatives.compactMap { $0["required"]?[0]?.string }
        #expect(named.sorted() == MatcherRegistry.builtIn.keys.sorted())
    }
}
