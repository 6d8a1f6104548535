import Foundation
import JSONDocument
import MockEngine
import StubModel
import Testing

@Suite struct MatcherRegistryTests {
    @Test(arguments: [
        (#""a/b""#, #"expected a matcher, found a string. Write {"equalTo": "a/b"}, for example."#),
        (#"{"equals": "x"}"#, #"unknown matcher "equals". Did you mean "equalTo"?"#),
        (#"{"jsonPath": "$.a"}"#, #"unknown matcher "jsonPath". Did you mean "matchesJsonPath"?"#),
        (
            #"{"matches": "*.json"}"#,
            #"pattern "*.json": quantifier does not follow a repeatable item at character 0. Write ".*" for any text."#
        ),
    ])
    func eachMistakeIsTold(pattern: String, told: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) == nil)
        #expect(report.problems.map { [$0.message, $0.repair].compactMap(\.self).joined(separator: ". ") } == [told])
    }

    @Test func aSecondMatcherIsAWarning() throws {
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"equalTo": "a", "contains": "b"}"#.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) != nil)
        #expect(
            report.warnings.map(\.description) == [
                #"p.json:1:18: "contains" means nothing beside "equalTo" at /contains. Write both into "and": [ … ]."#
            ])
    }

    @Test func everyMatcherFileIsInTheRegistry() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Sources/MockEngine/Matching/Matchers")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 10)
        for file in files {
            let source = try String(contentsOf: file, encoding: .utf8)
            let keys = source.matches(of: /static let key = "([A-Za-z]+)"/).map { String($0.1) }
            #expect(keys.count == 1, "\(file.lastPathComponent) holds \(keys.count) matchers, not one")
            for key in keys {
                #expect(MatcherRegistry.builtIn.keys.contains(key), "\(file.lastPathComponent) is not in MatcherRegistry.builtIn")
            }
        }
    }
}
