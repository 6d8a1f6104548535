import JSONDocument
import MockEngine
import StubModel
import TestSupport
import Testing

@Suite struct DateTimeMatchersTests {
    /// 2021-06-15T12:30:45.678Z
    private static let clock = ManualClock(Timestamp(milliseconds: 1_623_760_245_678))

    @Test(
        arguments: [
            ("2021-06-15T00:00:00Z", ["before": "2021-06-16T00:00:00Z"], true),
            ("2021-06-15T00:00:00", ["before": "2021-06-16T00:00:00Z"], true),
            ("2021-06-15", ["before": "2021-06-15T00:00:00Z"], false), ("2021-06-15", ["equalToDateTime": "2021-06-15"], true),
            ("2021-06-15", ["equalToDateTime": "2021-06-15T00:00:00Z"], true),
            ("2021-06-15T00:00:00", ["equalToDateTime": "2021-06-15"], true),
            ("2021-06-15T10:00:00+02:00", ["equalToDateTime": "2021-06-15T08:00:00Z"], true),
            ("2021-06-15T10:00:00+02:00", ["equalToDateTime": "2021-06-15T10:00:00"], true),
            ("2021-06-15T08:00:00", ["equalToDateTime": "2021-06-15T10:00:00+02:00"], true),
            ("Tue, 01 Jun 2021 15:16:17 GMT", ["equalToDateTime": "2021-06-01T15:16:17Z"], true),
            ("Tuesday, 01-Jun-21 15:16:17 GMT", ["equalToDateTime": "2021-06-01T15:16:17Z"], true),
            ("Tue Jun  1 15:16:17 2021", ["equalToDateTime": "2021-06-01T15:16:17Z"], true),
            ("2021-06-01T15:16:17Z", ["equalToDateTime": "Tue, 01 Jun 2021 15:16:17 GMT"], true),
            ("x", ["before": "2021-06-16T00:00:00Z"], false), ("", ["before": "now"], false),
            ("2021-06-15T00:00:00.000Z", ["equalToDateTime": "2021-06-15T00:00:00Z"], true),
            ("2021-06-15T00:00Z", ["equalToDateTime": "2021-06-15T00:00:00Z"], true),
            ("2021-06-15T00:00:00Z[UTC]", ["equalToDateTime": "2021-06-15T00:00:00Z"], true),
            ("2021-06-15T00:00:00Z", ["equalToDateTime": "2021-06-15T00:00:00.001Z"], false),
            ("2021-06-15T00:00:00Z", ["after": "2021-06-15T00:00:00Z"], false),
            ("2021-06-15T00:00:01Z", ["after": "2021-06-15T00:00:00Z"], true),
            ("2021-06", ["equalToDateTime": "2021-06-01T00:00:00Z"], true), ("2021", ["equalToDateTime": "2021-01-01"], true),
            ("2021-07-01", ["after": "2021-06"], true), ("2021-06-01", ["after": "2021-06"], false), ("2022", ["after": "2021"], true),
        ] as [(String, JSONValue, Bool)])
    func written(_ value: String, _ pattern: JSONValue, _ expected: Bool) throws { try check(pattern, value, expected) }

    @Test(
        arguments: [
            ("2021-06-15", ["before": "now"], true), ("2021-06-15T12:30:45Z", ["before": "NOW"], true),
            ("2021-06-15T12:30:46Z", ["after": "now"], true),
            ("2021-06-15T12:30:45.678Z", ["equalToDateTime": "now"], true),
            ("2021-06-18T12:30:45.678Z", ["equalToDateTime": "now +3 days"], true),
            ("2021-06-18T12:30:45.678Z", ["equalToDateTime": "now 3 days"], true),
            ("2021-03-15T12:30:45.678Z", ["equalToDateTime": "now -3 months"], true),
            ("2021-03-15T12:30:45.678Z", ["equalToDateTime": "-3 months"], true),
            ("2020-06-15T12:30:45.678Z", ["equalToDateTime": "now -1 years"], true),
            ("2021-06-18T12:30:45.678Z", ["equalToDateTime": "now", "expectedOffset": 3, "expectedOffsetUnit": "days"], true),
            ("2021-06-15T00:00:00Z", ["equalToDateTime": "now", "truncateExpected": "first hour of day"], true),
            ("2021-06", ["equalToDateTime": "now", "truncateExpected": "first day of month"], true),
            ("2021-05", ["equalToDateTime": "now", "truncateExpected": "first day of month"], false),
            ("2021", ["equalToDateTime": "now", "truncateExpected": "first day of year"], true),
            ("2021-07-03T00:00:00Z", ["equalToDateTime": "now +1 months", "truncateExpected": "first day of month"], false),
            ("2021-07-30T00:00:00Z", ["equalToDateTime": "now +1 months", "truncateExpected": "last day of month"], true),
            (
                "2021-07-31T00:00:00Z",
                ["equalToDateTime": "now +1 months", "truncateExpected": "last day of month", "applyTruncationLast": true], true
            ),
        ] as [(String, JSONValue, Bool)])
    func relativeToNow(_ value: String, _ pattern: JSONValue, _ expected: Bool) throws { try check(pattern, value, expected) }

    @Test(
        arguments: [
            ("01/06/2021", ["equalToDateTime": "2021-06-01", "actualFormat": "dd/MM/yyyy"], true),
            ("01/06/2021", ["equalToDateTime": "2021-06-01T00:00:00Z", "actualFormat": "dd/MM/yyyy"], true),
            ("1622560577", ["equalToDateTime": "2021-06-01T15:16:17Z", "actualFormat": "unix"], true),
            ("1622560577000", ["equalToDateTime": "2021-06-01T15:16:17Z", "actualFormat": "epoch"], true),
            ("1622560577", ["equalToDateTime": "2021-06-01T15:16:17Z", "actualFormat": "UNIX"], true),
            ("x", ["before": "now", "actualFormat": "unix"], false),
            ("1767225600000", ["after": "2026-01-01T00:00:00Z", "actualFormat": "unix"], true),
            ("99999999999999999999", ["after": "now", "actualFormat": "epoch"], false),
            ("-9223372036854775808", ["before": "now", "actualFormat": "epoch"], false),
            ("-9223372036854775808", ["before": "now", "actualFormat": "unix"], false),
            ("2021-06-15 10:00:00", ["equalToDateTime": "2021-06-15T10:00:00", "actualFormat": "yyyy-MM-dd HH:mm:ss"], true),
            ("2021-06-15 10:00:00+0200", ["equalToDateTime": "2021-06-15T08:00:00Z", "actualFormat": "yyyy-MM-dd HH:mm:ssZ"], true),
            ("2021-06-15T00:00:00Z", ["before": "now", "actualFormat": "dd/MM/yyyy"], false),
            ("Jan 31 2021", ["equalToDateTime": "2021-01-31", "actualFormat": "MMM dd yyyy"], true),
            ("JAN 31 2021", ["equalToDateTime": "2021-01-31", "actualFormat": "MMM dd yyyy"], false),
            ("January 31 2021", ["equalToDateTime": "2021-01-31", "actualFormat": "MMM dd yyyy"], false),
            ("Jan 31 +2021", ["equalToDateTime": "2021-01-31", "actualFormat": "MMM dd yyyy"], false),
            ("2021-W05-1", ["equalToDateTime": "2021-01-24", "actualFormat": "YYYY-'W'ww-e"], true),
        ] as [(String, JSONValue, Bool)])
    func actualFormat(_ value: String, _ pattern: JSONValue, _ expected: Bool) throws { try check(pattern, value, expected) }

    @Test(
        .enabled(if: SystemTimeZones.isPresent, "no time zone database here"),
        arguments: [
            ("2021-06-15 12:00 Europe/Paris", ["equalToDateTime": "2021-06-15T10:00:00Z", "actualFormat": "yyyy-MM-dd HH:mm VV"], true),
            ("2021-06-15 12:00 Asia/Seoul", ["equalToDateTime": "2021-06-15T03:00:00Z", "actualFormat": "yyyy-MM-dd HH:mm z"], true),
            ("2021-06-15 12:00 KST", ["equalToDateTime": "2021-06-15T03:00:00Z", "actualFormat": "yyyy-MM-dd HH:mm z"], true),
            ("Sunday, 31-Jan-21 01:00:00 CET", ["equalToDateTime": "2021-01-31T00:00:00Z"], true),
            ("2021-01-31T00:00:00Z", ["equalToDateTime": "Sunday, 31-Jan-21 01:00:00 CET"], true),
            ("2021-06-15 12:00 Nowhere/Town", ["after": "2000-01-01T00:00:00Z", "actualFormat": "yyyy-MM-dd HH:mm z"], false),
        ] as [(String, JSONValue, Bool)])
    func namedZones(_ value: String, _ pattern: JSONValue, _ expected: Bool) throws { try check(pattern, value, expected) }

    @Test(
        arguments: [
            ("2021-06-15T10:11:12Z", ["equalToDateTime": "2021-06-01T00:00:00Z", "truncateActual": "first day of month"], true),
            ("2021-06-15T10:11:12Z", ["equalToDateTime": "2021-06-01T00:00:00Z", "truncateActual": "FIRST_DAY_OF_MONTH"], true),
            ("2021-06-14T23:30:00-02:00", ["equalToDateTime": "2021-06-14T00:00:00-02:00", "truncateActual": "first hour of day"], true),
            // As in WireMock, a value without a zone is not rounded.
            ("2021-06-15T23:00:00", ["equalToDateTime": "2021-06-15", "truncateActual": "first hour of day"], false),
            ("15/06/2021", ["equalToDateTime": "2021-06-01", "actualFormat": "dd/MM/yyyy", "truncateActual": "first day of month"], false),
            ("2021-06-30T00:00:00Z", ["equalToDateTime": "2021-06-15T00:00:00Z", "truncateExpected": "last day of month"], false),
            (
                "2021-06-18T00:00:00Z", ["equalToDateTime": "2021-06-15T00:00:00Z", "expectedOffset": 3, "expectedOffsetUnit": "days"],
                false
            ),
        ] as [(String, JSONValue, Bool)])
    func truncation(_ value: String, _ pattern: JSONValue, _ expected: Bool) throws { try check(pattern, value, expected) }

    @Test(
        arguments: [
            (["before": "nonsense"], "is not a date and time"), (["before": "now 3 nonsense"], "is not a date"),
            (["before": " now"], "is not a date"), (["before": 5], "must be a string"),
            (["after": "now", "truncateActual": "first day of mont"], "Did you mean \"first day of month\"?"),
            (["after": "now", "expectedOffset": 1, "expectedOffsetUnit": "nope"], "\"expectedOffsetUnit\" cannot be \"nope\""),
            (["after": "now", "actualFormat": "nonsense"], "Unknown pattern letter: o"),
            (["after": "now", "actualFormat": "yyyy{"], "reserved character: '{'"),
            (["after": "now", "actualFormat": "HHH"], "Too many pattern letters: H"),
            (["after": "now", "nope": 1], "unknown field \"nope\""),
        ] as [(JSONValue, String)])
    func mistakesAreTold(_ pattern: JSONValue, _ phrase: String) throws {
        let (_, report) = try compile(pattern)
        #expect(report.problems.contains { $0.description.contains(phrase) }, "\(report.problems)")
    }

    @Test(
        arguments: [
            ("2023-06-14T15:15:15Z", ["before": "2021-06-14T15:15:15Z"], 0.5),
            ("2022-06-14T15:15:15Z", ["before": "2021-06-14T15:15:15Z"], 1 / 3.0),
            ("2022-06-14T15:15:15.0004Z", ["before": "2021-06-14T15:15:15Z"], 1 / 3.0),
            ("2021-06-14T15:15:15Z", ["before": "2021-06-14T15:15:15Z"], 1e-12),
            ("2021-06-14T15:15:15.001Z", ["before": "2021-06-14T15:15:15Z"], 1 / 63_072_000_001.0),
            ("2021-06-14T15:15:14.998Z", ["equalToDateTime": "2021-06-14T15:15:15Z"], 2 / 63_072_000_002.0),
            ("2021-06-14T15:15:14Z", ["before": "2021-06-14T15:15:15Z"], 0),
            ("2023-06-14T15:15:15", ["before": "2021-06-14T15:15:15Z"], 1), ("2030-06-14", ["before": "now"], 1),
            ("2023-06-15T12:30:45.678Z", ["before": "now"], 0.5), ("2019-06-15", ["after": "2021-06-14T00:00:00"], 0.5),
            ("2023-06-14", ["equalToDateTime": "2021-06-14"], 0.5), ("2023-06-14T00:00:00+09:00", ["before": "2021-06-14"], 0.5),
            ("nonsense", ["after": "2021-06-14"], 1), ("", ["equalToDateTime": "2021-06-14"], 1),
        ] as [(String, JSONValue, Double)])
    func distance(_ value: String, _ pattern: JSONValue, _ expected: Double) throws {
        let matcher = try #require(try compile(pattern).0)
        #expect(
            matcher.distance(value.isEmpty ? .absent : MatchSubject(text: value, context: MatchContext(now: Self.clock.now))) == expected)
    }

    private func compile(_ pattern: JSONValue) throws -> ((any ValueMatcher)?, ProblemReport) {
        let document = try JSONDocument.parse(pattern.bytes(), name: "pattern")
        let report = ProblemReport(document)
        var registry = MatcherRegistry.builtIn
        registry.timeZones = SystemTimeZones()
        return (registry.compile(ValuePattern(document.root), report), report)
    }

    private func check(_ pattern: JSONValue, _ value: String, _ expected: Bool) throws {
        let (matcher, report) = try compile(pattern)
        #expect(report.problems.isEmpty)
        #expect(
            try #require(matcher).matches(value.isEmpty ? .absent : MatchSubject(text: value, context: MatchContext(now: Self.clock.now)))
                == expected)
    }
}
