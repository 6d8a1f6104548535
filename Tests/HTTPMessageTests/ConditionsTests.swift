import HTTPMessage
import Testing

@Suite struct ConditionsTests {
    private static let modified = HTTPDate(secondsSinceEpoch: 1_700_000_000)
    private static let before = HTTPDate(secondsSinceEpoch: 1_699_999_999).text
    private static let same = modified.text
    private static let after = HTTPDate(secondsSinceEpoch: 1_700_000_001).text

    private func verdict(
        _ headers: HeaderFields, method: String = "GET", tag: EntityTag? = EntityTag("v1"), rangesOnHead: Bool = false
    ) -> Conditions.Verdict {
        Conditions.evaluate(
            Request(method: method, target: "/", headers: headers),
            .init(entityTag: tag, lastModified: Self.modified), length: 100, rangesOnHead: rangesOnHead)
    }

    @Test func nothingAskedIsTheWhole() { #expect(verdict([]) == .whole) }

    @Test(arguments: [
        ("\"v1\"", Conditions.Verdict.whole), ("\"v0\", \"v1\"", .whole), ("*", .whole), ("v1", .whole), ("\"v0\"", .preconditionFailed),
        ("W/\"v1\"", .preconditionFailed), ("", .preconditionFailed),
    ])
    func ifMatch(field: String, expected: Conditions.Verdict) { #expect(verdict([("If-Match", field)]) == expected) }

    @Test(arguments: [
        ("\"v1\"", Conditions.Verdict.notModified), ("\"v0\", \"v1\"", .notModified), ("*", .notModified), ("W/\"v1\"", .notModified),
        ("v1", .notModified), ("\"v0\"", .whole), ("", .whole),
    ])
    func ifNoneMatch(field: String, expected: Conditions.Verdict) {
        #expect(verdict([("If-None-Match", field)]) == expected)
        #expect(verdict([("if-none-match", field)], method: "HEAD") == expected)
        #expect(verdict([("If-None-Match", field)], method: "PUT") == (expected == .whole ? .whole : .preconditionFailed))
    }

    @Test(arguments: [
        (before, Conditions.Verdict.whole), (same, .notModified), (after, .notModified), ("yesterday", .whole), ("0", .whole),
    ])
    func ifModifiedSince(field: String, expected: Conditions.Verdict) {
        #expect(verdict([("If-Modified-Since", field)]) == expected)
        #expect(verdict([("If-Modified-Since", field)], method: "POST") == .whole)
    }

    @Test(arguments: [(before, Conditions.Verdict.preconditionFailed), (same, .whole), (after, .whole), ("tomorrow", .whole)])
    func ifUnmodifiedSince(field: String, expected: Conditions.Verdict) {
        #expect(verdict([("If-Unmodified-Since", field)]) == expected)
    }

    @Test func tagsGoBeforeDates() {
        #expect(verdict([("If-Match", "\"v1\""), ("If-Unmodified-Since", Self.before)]) == .whole)
        #expect(verdict([("If-None-Match", "\"v0\""), ("If-Modified-Since", Self.after)]) == .whole)
        #expect(verdict([("If-None-Match", "\"v1\""), ("If-Modified-Since", Self.before)]) == .notModified)
    }

    @Test func failureGoesBeforeNotModified() {
        #expect(verdict([("If-None-Match", "\"v1\""), ("If-Match", "\"v0\"")]) == .preconditionFailed)
        #expect(verdict([("If-None-Match", "*"), ("If-Unmodified-Since", Self.before)]) == .preconditionFailed)
    }

    @Test func linesOfAFieldAreOneList() {
        #expect(verdict([("If-None-Match", "\"v0\""), ("If-None-Match", "\"v1\"")]) == .notModified)
        #expect(verdict([("If-Match", "\"v0\""), ("If-Match", "\"v1\"")]) == .whole)
    }

    @Test func rangesAreServedOnGetOnly() {
        #expect(verdict([("Range", "bytes=0-9")]) == .part(0..<10))
        #expect(verdict([("Range", "bytes=100-")]) == .rangeNotSatisfiable)
        #expect(verdict([("Range", "bytes=0-9")], method: "HEAD") == .whole)
        #expect(verdict([("Range", "bytes=0-9")], method: "HEAD", rangesOnHead: true) == .part(0..<10))
        #expect(verdict([("Range", "bytes=0-9")], method: "POST", rangesOnHead: true) == .whole)
        #expect(verdict([("Range", "bytes=0-1"), ("Range", "bytes=4-5")]) == .whole)
    }

    @Test func conditionsGoBeforeRanges() {
        #expect(verdict([("Range", "bytes=0-9"), ("If-None-Match", "\"v1\"")]) == .notModified)
        #expect(verdict([("Range", "bytes=900-"), ("If-Match", "\"v0\"")]) == .preconditionFailed)
        #expect(verdict([("Range", "bytes=0-9"), ("If-Match", "\"v1\"")]) == .part(0..<10))
    }

    @Test(arguments: [
        ("\"v1\"", true), ("W/\"v1\"", false), ("\"v0\"", false), ("*", false), ("\"v0\", \"v1\"", false), (same, true), (before, false),
        (after, false), ("", false),
    ])
    func ifRange(field: String, isServed: Bool) {
        #expect(verdict([("Range", "bytes=0-9"), ("If-Range", field)]) == (isServed ? .part(0..<10) : .whole))
        #expect(verdict([("Range", "bytes=100-"), ("If-Range", field)]) == (isServed ? .rangeNotSatisfiable : .whole))
        #expect(verdict([("If-Range", field)]) == .whole)
    }

    @Test func weakTagNeverBacksARange() {
        let weak = EntityTag("v1", isWeak: true)
        #expect(verdict([("Range", "bytes=0-9"), ("If-Range", "W/\"v1\"")], tag: weak) == .whole)
        #expect(verdict([("If-Match", "W/\"v1\"")], tag: weak) == .preconditionFailed)
        #expect(verdict([("If-None-Match", "\"v1\"")], tag: weak) == .notModified)
    }

    @Test func absentTagMatchesStarOnly() {
        #expect(verdict([("If-Match", "\"v1\"")], tag: nil) == .preconditionFailed)
        #expect(verdict([("If-Match", "*")], tag: nil) == .whole)
        #expect(verdict([("If-None-Match", "\"v1\"")], tag: nil) == .whole)
    }

    @Test(arguments: ["Range", "range", "If-Match", "IF-NONE-MATCH", "If-Range", "If-Modified-Since"])
    func presenceIsSeenInAnySpelling(name: String) {
        #expect(Conditions.arePresent(in: Request(target: "/", headers: [("Host", "a"), (name, "x")])))
    }

    @Test func presenceIsNotSeenInOthers() {
        #expect(!Conditions.arePresent(in: Request(target: "/", headers: [("Host", "a"), ("Ranges", "x"), ("If", "y"), ("Accept", "*")])))
    }
}
