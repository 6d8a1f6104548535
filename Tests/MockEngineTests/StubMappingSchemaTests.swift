import Foundation
import JSONDocument
import JSONSchema
import MockEngine
import Testing

@testable import StubModel

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
    private func fieldsKnown(
        in text: String = #"{"qqqqqqqqqqqqqqqq": 1}"#, _ decode: (JSONNode, ProblemReport) -> Void
    ) throws -> [String] {
        let document = try JSONDocument.parse(Array(text.utf8), name: "unknown.json")
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

    @Test func namesEveryFieldOfAModifier() throws {
        let names = try properties("modifier")
        #expect(try names == fieldsKnown(in: #"{"modify": {"qqqqqqqqqqqqqqqq": 1}}"#) { _ = ResponseDefinition.decode($0, $1) })
        #expect(names == ResponseModifier.fieldNames.sorted())
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

    /// Each `s3Error` of a response, with what stands beside it.
    private static let errors: [(String, Bool)] = [
        (#""SlowDown""#, true), (#""Foo""#, false), (#"{"code": "Foo"}"#, false), (#"{"code": "Foo", "status": 418}"#, true),
        (#"{"code": "SlowDown", "message": 5}"#, true), (#"{"code": "SlowDown", "message": {}}"#, false), (#"{"status": 503}"#, false),
        (#""Foo", "status": 418"#, true), (#"{"code": "Foo"}, "status": 418"#, true), (#""SlowDown", "body": "x""#, false),
        (#""SlowDown", "modify": {}"#, false),
    ]

    /// Each `modify` of a response, with what stands beside it.
    private static let modifiers: [(String, Bool)] = [
        (#"{"s3Error": "SlowDown"}"#, true), (#"{"s3Error": "QuotaExceeded"}"#, true), (#"{"s3Error": "Foo"}"#, false),
        (#"{"s3Error": "Foo", "status": 418}"#, true),
        (#"{}, "fixedDelayMilliseconds": 5"#, false), (#"{"fault": {"effect": "truncate", "at": "requestBody"}}"#, false),
        (#"{"fault": {"effect": "truncate", "at": {"bodyBytes": 5}}}"#, true), (#"{"fault": {"effect": "truncate"}}"#, true),
        (#"{"fault": {"effect": "reset", "at": "requestBody"}}"#, true),
    ]

    /// Each `s3` of a request pattern, with what stands beside it.
    private static let patterns: [(String, Bool)] = [
        (#"{"key": "a"}, "listener": "http""#, false), (#"{"key": "a"}, "listener": "s3""#, true),
        (#"{"key": "a"}, "listener": "any""#, true), (#"{"key": 5, "partNumber": 3}"#, true), (#"{"key": true}"#, false),
        (#"{"partNumber": true}"#, false), (#"{"operation": "GetObject"}"#, true), (#"{"operation": "Foo"}"#, false),
        (#"{"operation": {"equalTo": "Foo"}}"#, false), (#"{"operation": {"equalTo": "GetObject"}}"#, true),
        (#"{"operation": {"matches": "Foo"}}"#, true),
    ]

    /// Parameters of a webhook beside its URL.
    private static let webhooks: [(String, Bool)] = [
        (#""s3Event": true"#, true), (#""s3Event": "yes""#, false), (#""s3Event": true, "body": "x""#, false),
        (#""s3Event": true, "base64Body": "eA==""#, false), (#""s3Event": false, "method": "POST", "body": "x""#, true),
    ]

    private func agree(_ mapping: String, _ isValid: Bool) throws {
        let instance = try JSONValue.parse(mapping.utf8)
        #expect(try JSONSchema.compile(schema.value).isValid(instance) == isValid, "\(mapping)")
        #expect(try EngineHarness().problems(mapping).isEmpty == isValid, "\(mapping)")
    }

    @Test(arguments: errors) func agreesAboutErrorsOfS3(error: String, isValid: Bool) throws {
        try agree(#"{"request": {"s3": {}}, "response": {"s3Error": \#(error)}}"#, isValid)
    }

    @Test(arguments: modifiers) func agreesAboutModifiers(modifier: String, isValid: Bool) throws {
        try agree(#"{"request": {"s3": {}}, "response": {"modify": \#(modifier)}}"#, isValid)
    }

    @Test(arguments: patterns) func agreesAboutPatternsOfS3(pattern: String, isValid: Bool) throws {
        try agree(#"{"request": {"s3": \#(pattern)}, "response": {}}"#, isValid)
    }

    @Test(arguments: webhooks) func agreesAboutWebhooks(parameters: String, isValid: Bool) throws {
        let all = #"{"url": "http://127.0.0.1:9090/", \#(parameters)}"#
        for listeners in [
            #""serveEventListeners": [{"name": "webhook", "parameters": \#(all)}]"#,
            #""postServeActions": [{"name": "webhook", "parameters": \#(all)}]"#, #""postServeActions": {"webhook": \#(all)}"#,
        ] {
            try agree(#"{"request": {"s3": {}}, "response": {"modify": {}}, \#(listeners)}"#, isValid)
        }
    }

    @Test func namesEveryMatcher() throws {
        let alternatives = try #require(definition("valuePattern")["anyOf"]?.array)
        let named = alternatives.compactMap { $0["required"]?[0]?.string }
        #expect(named.sorted() == MatcherRegistry.builtIn.keys.sorted())
    }
}
