import TestSupport
import Testing

@testable import JavaText

@Suite struct DateTimeReaderTests {
    @Test(arguments: [
        ("2026-11-21", 1_795_219_200_000), ("2026-11-21T10:15", 1_795_256_100_000), ("2026-11-21T10:15:30", 1_795_256_130_000),
        ("2026-11-21T10:15:30.25Z", 1_795_256_130_250), ("2026-11-21T10:15:30+01", 1_795_252_530_000),
        ("2026-11-21T10:15:30+01:00", 1_795_252_530_000),
        ("2026-11-21T10:15:30+01:00[Europe/Berlin]", 1_795_252_530_000), ("Sat, 21 Nov 2026 10:15:30 GMT", 1_795_256_130_000),
        ("21 Nov 2026 10:15:30 GMT", 1_795_256_130_000), ("sat, 21 nov 2026 10:15:30 gmt", 1_795_256_130_000),
        ("Sat, 21 Nov 2026 10:15 GMT", 1_795_256_100_000), ("Sat, 21 Nov 2026 10:15 +0100", 1_795_252_500_000),
        ("Saturday, 21-Nov-26 10:15:30 GMT", 1_795_256_130_000),
        ("Sat Nov 21 10:15:30 2026", 1_795_256_130_000), ("Sun Nov  1 10:15:30 2026", 1_793_528_130_000),
        ("+12026-11-21T10:15:30Z", 317_364_776_130_000), ("-2026-11-21T10:15:30Z", -126_073_547_070_000),
        ("2026-11-21t10:15:30z", 1_795_256_130_000), ("2026-11-21T10:15:30.Z", 1_795_256_130_000),
        // For RFC 1123, Java reads numbers of any width, numbers for names, and shorter and longer offsets.
        ("Sat, 21 Nov 02026 10:15:30 GMT", 1_795_256_130_000), ("Sat, 21 Nov 2026 1:5:3 GMT", 1_795_223_103_000),
        ("6, 21 11 2026 10:15:30 GMT", 1_795_256_130_000), ("Sat, 21 Nov 2026 10:15:30 +01", 1_795_252_530_000),
        ("Sat, 21 Nov 2026 10:15:30 +010000", 1_795_252_530_000), ("Sat, 21 Nov 2026 24:00:00 GMT", 1_795_305_600_000),
        ("Sat, 31 Feb 2026 10:00:00 GMT", 1_772_272_800_000), ("21 Nov 0000 10:15 GMT", -62_139_102_300_000),
    ])
    func readsTheWellKnownForms(_ text: String, _ milliseconds: Int) {
        #expect(DateTimeReader.read(text)?.epochMilliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "now", "2026-13-01", "2026-02-29", "2026-11-21T", "2026-11-21T24:00", "2026-11-21T10:15:30+25:00", "2026-11-21T10:15:30+18:01",
        "2026-11-21T10:15:30+0100", "2026-11-21T10:15:30+1", "2026-11-21T10:15:30+1:00", "21.11.2026",
        "Sun, 21 Nov 2026 10:15:30 GMT", "Sat, 21 Nov 2026 10:15:30", "Sat, 21 Nov 2026 10 GMT",
        "+2026-11-21T10:15:30Z", "12026-11-21T10:15:30Z", "-0000-11-21T10:15:30Z", "2026-11-21T10:15:30.1234567890Z",
        "2026-11-21T10:15:30+01:00[]", "2026-11-21T10:15:30+01:00[UTC", "Saturday, 21 Nov 2026 10:15:30 GMT",
        "Sat, 21 November 2026 10:15:30 GMT", "Sat, 21 Nov +2026 10:15:30 GMT", "Sat, 21 Nov 2026 10:15:30 +01:00",
        "Sat, 21 Nov 2026 10:15:30 UTC", "saturday, 21-nov-26 10:15:30 GMT", "Sat, 21-Nov-26 10:15:30 GMT",
        "Saturday, 21-Nov-2026 10:15:30 GMT", "sat nov 21 10:15:30 2026", "Saturday Nov 21 10:15:30 2026", "Sun Nov 1 10:15:30 2026",
    ])
    func refusesTheRest(_ text: String) { #expect(DateTimeReader.read(text) == nil) }

    @Test(arguments: [
        ("2026-11", 1_793_491_200_000), ("2026", 1_767_225_600_000), ("2026-13", nil), ("2026-1", nil), ("202", nil), ("20261", nil),
        ("+2026", nil), ("+20261", 577_208_246_400_000),
    ])
    func readsMonthsAndYears(_ text: String, _ milliseconds: Int?) {
        #expect(DateTimeReader.monthOrYear(text)?.epochMilliseconds == milliseconds)
    }

    @Test(
        .enabled(if: SystemTimeZones.isPresent, "no time zone database here"),
        arguments: [
            ("Sunday, 31-Jan-21 01:00:00 CET", 1_612_051_200_000), ("Sunday, 31-Jan-21 01:00:00 EST", 1_612_072_800_000),
            ("Sunday, 31-Jan-21 01:00:00 cet", nil), ("2026-11-21T10:15+01:00[Europe/Berlin]", 1_795_252_500_000),
            ("2026-11-21T10:15+01:00[Europe/Nowhere]", nil), ("2026-11-21T10:15+01:00[CET]", 1_795_252_500_000),
        ])
    func knowsZonesByName(_ text: String, _ milliseconds: Int?) {
        #expect(DateTimeReader.read(text, zones: SystemTimeZones())?.epochMilliseconds == milliseconds)
    }

    @Test(.timeLimit(.minutes(5))) func looksForNoZoneInALongText() {
        #expect(DateTimeReader.read("Sat, 21 Nov 2026 10:15:30 " + String(repeating: "A", count: 1_000_000)) == nil)
    }

    @Test func tellsWhatWasWritten() {
        #expect(DateTimeReader.read("2026-11-21")?.hasTime == false)
        #expect(DateTimeReader.read("2026-11-21T10:15")?.offsetSeconds == nil)
        #expect(DateTimeReader.read("2026-11-21T10:15Z")?.offsetSeconds == 0)
    }

    @Test(arguments: [
        ("3 days", 3, DateTimeUnit.days), ("-2 months", -2, .months), ("+1 year", 1, .years), ("+ 4 HOURS", 4, .hours),
        ("0 seconds", 0, .seconds), ("NOW +3 days", 3, .days), ("Now", 0, .seconds),
    ])
    func readsOffsets(_ text: String, _ amount: Int, _ unit: DateTimeUnit) { #expect(DateTimeOffset(text) == DateTimeOffset(amount, unit)) }

    @Test(arguments: ["", "days", "3", "3 parsecs", "3 days more", "x days"])
    func refusesOtherOffsets(_ text: String) { #expect(DateTimeOffset(text) == nil) }

    @Test func movesByTheCalendar() {
        let end = LocalDateTime(year: 2024, month: 1, day: 31, hour: 5)
        #expect(end.adding(DateTimeOffset(1, .months)) == LocalDateTime(year: 2024, month: 2, day: 29, hour: 5))
        #expect(end.adding(DateTimeOffset(-11, .months)) == LocalDateTime(year: 2023, month: 2, day: 28, hour: 5))
        #expect(end.adding(DateTimeOffset(1, .days)) == LocalDateTime(year: 2024, month: 2, day: 1, hour: 5))
    }

    @Test(arguments: [
        ("first second of minute", LocalDateTime(year: 2024, month: 2, day: 10, hour: 5, minute: 6)),
        ("first minute of hour", LocalDateTime(year: 2024, month: 2, day: 10, hour: 5)),
        ("first hour of day", LocalDateTime(year: 2024, month: 2, day: 10)),
        ("first day of month", LocalDateTime(year: 2024, month: 2, day: 1)),
        ("FIRST_DAY_OF_NEXT_MONTH", LocalDateTime(year: 2024, month: 3, day: 1)),
        ("last day of month", LocalDateTime(year: 2024, month: 2, day: 29)),
        ("first day of year", LocalDateTime(year: 2024, month: 1, day: 1)),
        ("first day of next year", LocalDateTime(year: 2025, month: 1, day: 1)),
        ("last day of year", LocalDateTime(year: 2024, month: 12, day: 31)),
    ])
    func truncates(_ name: String, _ expected: LocalDateTime) throws {
        let time = LocalDateTime(year: 2024, month: 2, day: 10, hour: 5, minute: 6, second: 7, nanoseconds: 8)
        #expect(time.truncated(to: try #require(DateTimeTruncation(name))) == expected)
    }
}
