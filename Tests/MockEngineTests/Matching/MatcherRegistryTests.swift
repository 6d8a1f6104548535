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
            #"{"hasExactly": [{"equalTo": "x"}]}"#,
            #""hasExactly" compares several values of one name, and here is a single value. Use it for header fields, query and form parameters."#
        ),
        (
            #"{"matches": "*.json"}"#,
            #"pattern "*.json": quantifier does not follow a repeatable item at character 0. Write ".*" for any text."#
        ),
        (#"{"notEqualTo": "a"}"#, #"unknown matcher "notEqualTo". Write "not": {"equalTo": "a"}."#),
        (#"{"startsWith": "a.b"}"#, #"unknown matcher "startsWith". Write "matches": "a\\.b.*"."#),
        (#"{"regex": "a.*"}"#, #"unknown matcher "regex". Write "matches": "a.*"."#),
        (#"{"exists": true}"#, #"unknown matcher "exists". Write "matches": ".*"."#),
        (
            #"{"matchesJsonPath": {"$.name": "x"}}"#,
            #""matchesJsonPath" must be a path, or an object with an "expression" and a matcher, found an object. "#
                + #"Write {"expression": "$.name", "equalTo": "x"}."#
        ),
        (#"{"equalTo": 1}"#, #""equalTo" must be a string, found 1. Write "1"."#),
        (#"{"equalTo": {"a": 1}}"#, #""equalTo" must be a string, found an object. For JSON use "equalToJson"."#),
        (#"{"contains": null}"#, #""contains" must be a string, found null"#),
    ])
    func eachMistakeIsTold(pattern: String, told: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) == nil)
        #expect(report.problems.map { [$0.message, $0.repair].compactMap(\.self).joined(separator: ". ") } == [told])
    }

    /// A condition that was dropped would match every request.
    @Test(arguments: MatcherRegistry.builtIn.keys + ["hasExactly", "includes"])
    func nullIsAnOperandOrAMistake(key: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"\#(key)": null}"#.utf8), name: "p.json"))
        let matcher = MultiValueMatcher(ValuePattern(report.document.root), .builtIn, report)
        if ["absent", "anything", "equalToJson"].contains(key) {
            #expect(matcher != nil)
        } else {
            #expect(matcher == nil)
            #expect(report.problems.map(\.position?.line) == [1])
            #expect(report.problems.map(\.pointer) == ["/\(key)"])
        }
    }

    @Test func equalToJsonNullIsJSONsNull() throws {
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"equalToJson": null}"#.utf8), name: "p.json"))
        let matcher = try #require(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report))
        #expect(matcher.matches(MatchSubject(text: "null")))
        #expect(!matcher.matches(MatchSubject(text: "1")) && !matcher.matches(.absent))
    }

    @Test func aSecondMatcherIsAWarning() throws {
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"equalTo": "a", "contains": "b"}"#.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) != nil)
        #expect(
            report.warnings.map(\.description) == [
                #"p.json:1:18 /contains: "contains" means nothing beside "equalTo". Write both into "and": [ … ]."#
            ])
    }

    @Test(arguments: [
        (
            #"{"matchesJsonSchema": {"type": "object", "require": ["a"]}}"#,
            #"p.json:1:42 /matchesJsonSchema/require: JSON Schema has no "require", so it checks nothing. Did you mean "required"?"#
        ),
        (
            #"{"matchesJsonSchema": "{\"propertis\": {}}"}"#,
            #"p.json:1:23 /matchesJsonSchema: JSON Schema has no "propertis", so it checks nothing. Did you mean "properties"?"#
        ),
        (
            #"{"equalToJson": {"a": ["${json-unit.any_string}", "${json-unit.any-string}"]}}"#,
            #"p.json:1:17 /equalToJson: "${json-unit.any_string}" stands for itself. Did you mean "${json-unit.any-string}"?"#
        ),
        (
            #"{"equalToXml": "<a>${xmlunit.ignore}</a>"}"#,
            #"p.json:1:16 /equalToXml: "${xmlunit.ignore}" stands for itself. Add "enablePlaceholders": true."#
        ),
        (#"{"equalToXml": "<a>${xmlunit.ignore}</a>", "enablePlaceholders": true}"#, nil),
        (
            #"{"matchesXPath": "//soap:Body", "xPathNamespaces": {"sopa": "u"}}"#,
            #"p.json:1:18 /matchesXPath: "xPathNamespaces" has no "soap", so this never matches. Add "xPathNamespaces": {"soap": "http://…"}."#
        ),
        (#"{"matchesXPath": "//a[. = 'x:y']/child::b | ancestor-or-self::node() | @xml:lang"}"#, nil),
        (#"{"matchesXPath": "//s:a/@s:b", "xPathNamespaces": {"s": "u"}}"#, nil),
        (
            #"{"matchesJsonPath": "$.a.lenght()"}"#,
            #"p.json:1:21 /matchesJsonPath: "matchesJsonPath" never matches: JSONPath "$.a.lenght()": unknown function "lenght" at offset 4. "#
                + #"Did you mean "length"?"#
        ),
        (
            #"{"before": "now", "actualFormat": "DD/MM/YYYY"}"#,
            #"p.json:1:35 /actualFormat: in "actualFormat", "DD" is the day of the year, and "YYYY" is the year of the week. "#
                + #"Write "dd/MM/yyyy"."#
        ),
        (#"{"before": "now", "actualFormat": "YYYY-'W'ww"}"#, nil), (#"{"before": "now", "actualFormat": "yyyy-DDD HH:mm"}"#, nil),
    ])
    func whatNeverMatchesIsAWarning(pattern: String, told: String?) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) != nil)
        #expect(report.warnings.map(\.description) == (told.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#"{"matchesJsonPath": "$.title", "expectedValue": "foo"}"#, #"{"matchesJsonPath": {"expression": "$.title", "equalTo": "foo"}}"#),
        (#"{"matchesXPath": "//a/text()", "value": 5}"#, #"{"matchesXPath": {"expression": "//a/text()", "equalTo": "5"}}"#),
    ])
    func aValueBesideAPathIsToldItsPlace(pattern: String, meant: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        _ = MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report)
        #expect(report.problems.map(\.repair) == ["Write \(meant)."])
    }

    /// WireMock ignores them.
    @Test(arguments: [
        (
            #"{"equalToJson": "{}", "jsonCompareMode": "LENIENT"}"#,
            #""jsonCompareMode" is a field of WireMock 1 and has no effect. Write "ignoreArrayOrder": true, "ignoreExtraElements": true."#
        ),
        (
            #"{"equalToJson": "{}", "jsonCompareMode": "NON_EXTENSIBLE"}"#,
            #""jsonCompareMode" is a field of WireMock 1 and has no effect. Write "ignoreArrayOrder": true."#
        ),
        (
            #"{"jsonCompareMode": "STRICT_ORDER", "equalToJson": "{}"}"#,
            #""jsonCompareMode" is a field of WireMock 1 and has no effect. Write "ignoreExtraElements": true."#
        ),
        (
            #"{"equalToJson": "{}", "jsonCompareMode": "STRICT"}"#,
            #""jsonCompareMode" is a field of WireMock 1 and has no effect. Remove it."#
        ),
        (
            #"{"matchesXPath": "/a", "withXPathNamespaces": {"s": "http://s/"}}"#,
            #""withXPathNamespaces" is a field of WireMock 1 and has no effect. Write "xPathNamespaces"."#
        ),
        (
            #"{"matchesJsonPath": "$.a", "ignoreArrayOrder": true}"#,
            #""ignoreArrayOrder" means nothing beside "matchesJsonPath". It is an option of "equalToJson": remove it."#
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.a", "equalToJson": "[]"}, "ignoreArrayOrder": true}"#,
            #""ignoreArrayOrder" means nothing beside "matchesJsonPath". Write it into "matchesJsonPath", beside "equalToJson"."#
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.a", "contains": "b", "caseInsensitive": true}}"#,
            #""caseInsensitive" means nothing beside "contains". For any case write "matches": "(?i).*text.*"."#
        ),
        (
            #"{"doesNotContain": "b", "caseInsensitive": true}"#,
            #""caseInsensitive" means nothing beside "doesNotContain". For any case write "doesNotMatch": "(?i).*text.*"."#
        ),
        (
            #"{"caseInsensitive": true, "matches": "b"}"#,
            #""caseInsensitive" means nothing beside "matches". For any case begin the expression with (?i)."#
        ),
        (
            #"{"equalTo": "a", "actualFormat": "unix"}"#,
            #""actualFormat" means nothing beside "equalTo". It is an option of "before", "after" or "equalToDateTime": remove it."#
        ),
    ])
    func anOptionOfAnotherMatcherIsAWarning(pattern: String, told: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) != nil)
        #expect(report.problems == [])
        #expect(report.warnings.map { "\($0.message). \($0.repair ?? "")" } == [told])
    }

    @Test func anOptionBesideItsMatcherThatDoesNotCountBelongsToThat() throws {
        let pattern = #"{"matchesJsonPath": "$.a", "equalToJson": "{}", "ignoreArrayOrder": true}"#
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report) != nil)
        #expect(report.warnings.map(\.repair) == [#"Write both into "and": [ … ]."#, #"It belongs to "equalToJson"."#])
    }

    @Test(arguments: [
        #"{"equalTo": "a", "ignoreCase": true}"#, #"{"contains": "a", "caseInsensitiv": true}"#,
        #"{"equalToJson": "{}", "compareMode": 1}"#,
    ])
    func aFieldThatNobodyKnowsIsAMistake(pattern: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        _ = MatcherRegistry.builtIn.compile(ValuePattern(report.document.root), report)
        #expect(report.problems.count == 1 && report.problems[0].message.hasPrefix("unknown field"))
    }

    @Test(arguments: [
        (
            #"{"before": "now", "expectedOffset": 3}"#,
            #"p.json:1:37 /expectedOffset: "expectedOffset" means nothing without "expectedOffsetUnit"."#
        ),
        (
            #"{"after": "2026-01-01T00:00:00Z", "truncateExpected": "first day of month"}"#,
            #"p.json:1:55 /truncateExpected: "truncateExpected" means nothing beside a time that is written out. Write "now" for one that moves."#
        ),
        (
            #"{"hasExactly": [{"equalTo": "a"}], "includes": [{"equalTo": "b"}]}"#,
            #"p.json:1:48 /includes: "includes" means nothing beside "hasExactly"."#
        ),
        (
            #"{"includes": []}"#,
            #"p.json:1:14 /includes: "includes" is empty, so any value matches. Write the matchers, such as {"equalTo": "1"}."#
        ),
        (
            #"{"hasExactly": []}"#,
            #"p.json:1:16 /hasExactly: "hasExactly" is empty, so no request matches. Write the matchers, such as {"equalTo": "1"}."#
        ),
        (
            #"{"absent": false}"#,
            #"p.json:1:12 /absent: "absent" with false means the same as with true: there is no such value. "#
                + #"Write {"matches": ".*"} for any value."#
        ),
    ])
    func whatMeansNothingIsAWarning(pattern: String, told: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(pattern.utf8), name: "p.json"))
        #expect(MultiValueMatcher(ValuePattern(report.document.root), .builtIn, report) != nil)
        #expect(report.warnings.map(\.description) == [told])
    }

    @Test(arguments: [("a.*", 1), ("/a.*", 0), (".*a", 0), ("(/a|/b)", 0), ("\\*", 0), ("https?://x/a", 1)])
    func aURLPatternWithoutASlashIsAWarning(pattern: String, count: Int) throws {
        for kind in ["urlPattern", "urlPathPattern"] {
            let report = ProblemReport(try JSONDocument.parse(JSONValue.object([kind: .string(pattern)]).bytes(), name: "p.json"))
            _ = RequestPattern.decode(report.document.root, report).flatMap { RequestMatcher($0, .builtIn, report) }
            #expect(report.problems.isEmpty)
            #expect(report.warnings.count == count, "\(kind)")
        }
    }

    /// A file may contain a family of matchers.
    @Test func everyMatcherIsInTheRegistry() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Sources/MockEngine/Matching/Matchers")
        var found: [String] = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let source = try String(contentsOf: file, encoding: .utf8)
            let keys = source.matches(of: /static let key = "([A-Za-z]+)"/).map { String($0.1) }
            #expect(!keys.isEmpty, "\(file.lastPathComponent) holds no matcher")
            found += keys
        }
        #expect(found.sorted() == MatcherRegistry.builtIn.keys.sorted())
    }
}
