import JSONDocument
import TestSupport
import Testing

@testable import JSONPath

/// The compliance suite of RFC 9535.
@Suite(.enabled(if: Corpora.has("jsonpath/cts.json"), Comment(rawValue: Corpora.absence)))
struct JSONPathComplianceTests {
    private static let cases: [JSONValue] = {
        guard let bytes = try? Corpora.bytes("jsonpath/cts.json"), let suite = try? JSONValue.parse(bytes) else { return [] }
        return suite["tests"]?.array ?? []
    }()

    @Test func everyCaseHoldsByTheLetter() throws {
        #expect(Self.cases.count == 703)
        var passed = 0
        for test in Self.cases {
            let name = try #require(test["name"]?.string)
            let selector = try #require(test["selector"]?.string)
            let path = try? JSONPath.compile(selector, dialect: .rfc9535)
            if test["invalid_selector"]?.bool == true {
                #expect(path == nil, "\(name): \(selector) must be refused")
                passed += path == nil ? 1 : 0
            } else if let path {
                passed += try Self.check(path, test, name) ? 1 : 0
            } else {
                Issue.record("\(name): \(selector) is refused")
            }
        }
        #expect(passed == 703)
    }

    /// Jayway's additions do not change the meaning of any valid path.
    @Test func everyValidCaseHoldsWithTheAdditions() throws {
        for test in Self.cases where test["invalid_selector"] == nil {
            let name = try #require(test["name"]?.string)
            _ = try Self.check(JSONPath.compile(#require(test["selector"]?.string)), test, name)
        }
    }

    private static func check(_ path: JSONPath, _ test: JSONValue, _ name: String) throws -> Bool {
        let document = try #require(test["document"])
        let results = try test["results"]?.array ?? [#require(test["result"])]
        let places = try test["results_paths"]?.array ?? [#require(test["result_paths"])]
        let nodes = JSONValue.array(try path.evaluate(document).nodes)
        let locations = JSONValue.array(try path.locations(in: document).map { .string($0.description) })
        #expect(results.contains(nodes), "\(name): \(path.text) → \(nodes.text())")
        #expect(places.contains(locations), "\(name): \(path.text) → \(locations.text())")
        return results.contains(nodes) && places.contains(locations)
    }
}
