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

    /// WireMock's Java client fails for a field that it does not know: a new field is either one of WireMock's or left out.
    @Test func thePlainFormHasWireMocksFieldsAlone() throws {
        func leftOut(_ name: String, _ shown: (JSONObject) -> JSONObject?) throws -> Set<String> {
            let names = try properties(name).filter { $0 != "request" && $0 != "response" && $0 != "responses" }
            let written = JSONObject(names.map { ($0, .string("x")) })
            return Set(written.names).subtracting(try #require(shown(written)).names)
        }
        let form = ResponseForm.plain
        #expect(try leftOut("stubMapping") { form.mapping($0) } == ["$schema", "repeat", "probability", "expect"])
        #expect(try leftOut("requestPattern") { form.mapping(["request": .object($0)])["request"]?.object } == ["listener", "s3"])
        #expect(
            try leftOut("response") { form.response(.object($0)).object } == [
                "hold", "holdTimeoutMilliseconds", "network", "bandwidthKilobitsPerSecond", "modify", "s3Error",
            ])
        #expect(form.mapping(["responses": [["status": 201, "hold": "g"], ["status": 202]]]) == ["response": ["status": 201]])
    }

    @Test func namesEveryMatcher() throws {
        let alternatives = try #require(definition("valuePattern")["anyOf"]?.array)
        let named = alternatives.compactMap { $0["required"]?[0]?.string }
        #expect(named.sorted() == MatcherRegistry.builtIn.keys.sorted())
    }
}
