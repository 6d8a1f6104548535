import MockEngine
import Testing

struct TimestampTests {
    @Test(arguments: [
        ("2026-11-21T11:00:28Z", 1_795_258_828_000), ("2026-11-21T11:00:28.972Z", 1_795_258_828_972),
        ("2026-11-21T12:00:28+01:00", 1_795_258_828_000), ("2026-11-21T06:30:28-0430", 1_795_258_828_000),
        ("2026-11-21T13:00:28+02", 1_795_258_828_000), ("2026-11-21", 1_795_219_200_000), ("1969-12-31T23:59:59.5Z", -500),
        ("2024-02-29T00:00", 1_709_164_800_000),
    ])
    func isoTextsAreRead(text: String, milliseconds: Int64) {
        #expect(Timestamp(iso: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["9999-12-31T23:59:59.999999999Z", "2262-04-12", "0001-01-01", "1677-09-21T00:00:00-23:59"])
    func yearsBeyondTheNanosecondsAreTheFirstOrTheLast(text: String) throws {
        let moment = try #require(Timestamp(iso: text))
        #expect((moment > Timestamp(milliseconds: 0)) == (text > "2000"))
        #expect(moment.isoText.hasPrefix(text > "2000" ? "2262-" : "1677-"))
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-01", "2025-02-29", "2026-11-21T", "2026-11-21T11:00:28Zx", "2026-11-21T25:00:00Z", "20261121",
        "2026-11-21T11:00:28+24:00", "2026-11-21T11:00:28-24", "2026-11-21T11:00:28+01:60",
    ])
    func othersAreNot(text: String) { #expect(Timestamp(iso: text) == nil) }

    @Test func writtenInWholeSeconds() {
        #expect(Timestamp(milliseconds: 1_795_258_828_972).isoText == "2026-11-21T11:00:28Z")
        #expect(Timestamp(milliseconds: -500).isoText == "1969-12-31T23:59:59Z")
        #expect(Timestamp(milliseconds: -1_000).isoText == "1969-12-31T23:59:59Z")
    }

    @Test func theFirstAndTheLastMomentAreWritten() {
        #expect(Timestamp(nanoseconds: .min).isoTextWithMilliseconds == "1677-09-21T00:12:43.145Z")
        #expect(Timestamp(nanoseconds: .min).milliseconds == -9_223_372_036_855)
        #expect(Timestamp(milliseconds: -9_223_372_036_854).isoText == "1677-09-21T00:12:43Z")
        #expect(Timestamp(nanoseconds: .max).isoTextWithMilliseconds == "2262-04-11T23:47:16.854Z")
    }
}
