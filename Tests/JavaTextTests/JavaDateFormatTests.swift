import TestSupport
import Testing

@testable import JavaText

/// The expected texts were printed and read by Java 17.
@Suite(.enabled(if: SystemTimeZones.isPresent, "no time zone database here")) struct JavaDateFormatTests {
    static let written: [(dialect: JavaDateFormat.Dialect, milliseconds: Int, zone: String, pattern: String, text: String)] = [
        (.simpleDateFormat, -86400001, "UTC", "yyyy-MM-dd'T'HH:mm:ssZ", "1969-12-30T23:59:59+0000"),
        (.simpleDateFormat, -86400001, "GMT-03:30", "yyyy-MM-dd'T'HH:mm:ssZ", "1969-12-30T20:29:59-0330"),
        (.simpleDateFormat, 1605954929123, "Europe/Berlin", "yyyy-MM-dd HH:mm:ss.SSS", "2020-11-21 11:35:29.123"),
        (.simpleDateFormat, 1735603200000, "UTC", "yyyy-MM-dd HH:mm:ss.SSS", "2024-12-31 00:00:00.000"),
        (.simpleDateFormat, 1767225599000, "UTC", "EEE, d MMM yyyy HH:mm:ss z", "Wed, 31 Dec 2025 23:59:59 UTC"),
        (.simpleDateFormat, 1605954929123, "GMT-03:30", "EEE, d MMM yyyy HH:mm:ss z", "Sat, 21 Nov 2020 07:05:29 GMT-03:30"),
        (.dateTimeFormatter, 1605954929123, "UTC", "dd/MM/yy", "21/11/20"),
        (.simpleDateFormat, 0, "GMT-03:30", "dd/MM/yy", "31/12/69"),
        (.simpleDateFormat, 0, "Europe/Berlin", "h:mm a", "1:00 AM"),
        (.dateTimeFormatter, 1735603200000, "UTC", "h:mm a", "12:00 AM"),
        (.dateTimeFormatter, -86400001, "Asia/Kolkata", "K k", "5 5"),
        (.dateTimeFormatter, 0, "Asia/Kolkata", "K k", "5 5"),
        (.simpleDateFormat, 1709164799999, "GMT-03:30", "D DDD", "59 059"),
        (.simpleDateFormat, 1767225599000, "Asia/Kolkata", "D DDD", "1 001"),
        (.simpleDateFormat, 1767225599000, "GMT-03:30", "u", "3"),
        (.simpleDateFormat, 951782400000, "Asia/Kolkata", "u", "2"),
        (.dateTimeFormatter, -86400001, "America/New_York", "EEEE MMMM", "Tuesday December"),
        (.simpleDateFormat, 1709164799999, "Europe/Berlin", "EEEE MMMM", "Thursday February"),
        (.simpleDateFormat, 1605954929123, "Europe/Berlin", "X XX XXX", "+01 +0100 +01:00"),
        (.simpleDateFormat, -86400001, "Europe/Berlin", "X XX XXX", "+01 +0100 +01:00"),
        (.simpleDateFormat, 1709164799999, "Asia/Kolkata", "S SS SSSS", "999 999 0999"),
        (.simpleDateFormat, 0, "Europe/Berlin", "S SS SSSS", "0 00 0000"),
        (.dateTimeFormatter, -86400001, "Europe/Berlin", "w W F", "1 5 3"),
        (.simpleDateFormat, -86400001, "America/New_York", "w W F", "1 5 5"),
        (.simpleDateFormat, 1709164799999, "America/New_York", "G y", "AD 2024"),
        (.simpleDateFormat, 1709164799999, "UTC", "G y", "AD 2024"),
        (.simpleDateFormat, -86400001, "GMT-03:30", "YYYY", "1970"),
        (.simpleDateFormat, -86400001, "Asia/Kolkata", "YYYY", "1970"),
        (.simpleDateFormat, 951782400000, "Asia/Kolkata", "MMM d, ''yy", "Feb 29, '00"),
        (.simpleDateFormat, 1605954929123, "UTC", "MMM d, ''yy", "Nov 21, '20"),
        (.simpleDateFormat, 951782400000, "Europe/Berlin", "yyyyMMddHHmmss", "20000229010000"),
        (.simpleDateFormat, 951782400000, "GMT-03:30", "yyyyMMddHHmmss", "20000228203000"),
        (.simpleDateFormat, 1767225599000, "America/New_York", "L LLL LLLL", "12 Dec December"),
        (.simpleDateFormat, -86400001, "UTC", "L LLL LLLL", "12 Dec December"),
        (.simpleDateFormat, 1709164799999, "Europe/Berlin", "E EEEEE", "Thu Thursday"),
        (.simpleDateFormat, -86400001, "UTC", "E EEEEE", "Tue Tuesday"),
        (.simpleDateFormat, 1767225599000, "UTC", "MMMMM", "December"),
        (.simpleDateFormat, -86400001, "America/New_York", "MMMMM", "December"),
        (.simpleDateFormat, 1605954929123, "UTC", "yyyyy", "02020"),
        (.simpleDateFormat, -86400001, "GMT-03:30", "yyyyy", "01969"),
        (.dateTimeFormatter, 0, "UTC", "yyyy-MM-dd'T'HH:mm:ssXXX", "1970-01-01T00:00:00Z"),
        (.dateTimeFormatter, -86400001, "Asia/Kolkata", "yyyy-MM-dd'T'HH:mm:ssXXX", "1969-12-31T05:29:59+05:30"),
        (.dateTimeFormatter, -86400001, "GMT-03:30", "yyyy-MM-dd HH:mm:ss.SSSSSS", "1969-12-30 20:29:59.999000"),
        (.dateTimeFormatter, 1767225599000, "America/New_York", "yyyy-MM-dd HH:mm:ss.SSSSSS", "2025-12-31 18:59:59.000000"),
        (.dateTimeFormatter, 1709164799999, "America/New_York", "EEE, d MMM uuuu HH:mm:ss z", "Wed, 28 Feb 2024 18:59:59 EST"),
        (.dateTimeFormatter, 1735603200000, "Europe/Berlin", "EEE, d MMM uuuu HH:mm:ss z", "Tue, 31 Dec 2024 01:00:00 CET"),
        (.dateTimeFormatter, 1735603200000, "America/New_York", "X XX XXX XXXX", "-05 -0500 -05:00 -0500"),
        (.dateTimeFormatter, -86400001, "Asia/Kolkata", "X XX XXX XXXX", "+0530 +0530 +05:30 +0530"),
        (.dateTimeFormatter, 1735603200000, "America/New_York", "x xx xxx", "-05 -0500 -05:00"),
        (.dateTimeFormatter, 1735603200000, "Asia/Kolkata", "x xx xxx", "+0530 +0530 +05:30"),
        (.dateTimeFormatter, 1709164799999, "UTC", "Z ZZZZ ZZZZZ", "+0000 GMT Z"),
        (.dateTimeFormatter, 1709164799999, "GMT-03:30", "Z ZZZZ ZZZZZ", "-0330 GMT-03:30 -03:30"),
        (.dateTimeFormatter, -86400001, "GMT-03:30", "O OOOO", "GMT-3:30 GMT-03:30"),
        (.dateTimeFormatter, -86400001, "Europe/Berlin", "O OOOO", "GMT+1 GMT+01:00"),
        (.dateTimeFormatter, 0, "America/New_York", "VV", "America/New_York"),
        (.dateTimeFormatter, 1605954929123, "UTC", "VV", "UTC"),
        (.dateTimeFormatter, 0, "America/New_York", "Q QQQ QQQQ", "4 Q4 4th quarter"),
        (.dateTimeFormatter, 1735603200000, "GMT-03:30", "Q QQQ QQQQ", "4 Q4 4th quarter"),
        (.dateTimeFormatter, -86400001, "America/New_York", "n N A", "999000000 68399999000000 68399999"),
        (.dateTimeFormatter, 1767225599000, "Asia/Kolkata", "n N A", "0 19799000000000 19799000"),
        (.dateTimeFormatter, 1767225599000, "GMT-03:30", "e eee c", "4 Wed 4"),
        (.dateTimeFormatter, 1767225599000, "UTC", "e eee c", "4 Wed 4"),
        (.dateTimeFormatter, 951782400000, "Europe/Berlin", "G GGGG", "AD Anno Domini"),
        (.dateTimeFormatter, 1605954929123, "GMT-03:30", "G GGGG", "AD Anno Domini"),
        (.dateTimeFormatter, 1709164799999, "America/New_York", "yyyyMMddHHmmss[.SSS]", "20240228185959.999"),
        (.dateTimeFormatter, 0, "GMT-03:30", "yyyyMMddHHmmss[.SSS]", "19691231203000.000"),
        (.dateTimeFormatter, 1735603200000, "Europe/Berlin", "MMMMM EEEEE", "D T"),
        (.dateTimeFormatter, 1709164799999, "America/New_York", "MMMMM EEEEE", "F W"),
        (.dateTimeFormatter, 1735603200000, "Asia/Kolkata", "B", "at night"),
        (.dateTimeFormatter, -86400001, "America/New_York", "B", "in the evening"),
        (.dateTimeFormatter, 1709164799999, "Europe/Berlin", "uuuuu", "02024"),
        (.dateTimeFormatter, 951782400000, "America/New_York", "uuuuu", "02000"),
    ]

    @Test(arguments: written)
    func writesAsJava(_ line: (dialect: JavaDateFormat.Dialect, milliseconds: Int, zone: String, pattern: String, text: String)) throws {
        let zone = try #require(Zone(line.zone, database: SystemTimeZones()))
        let time = ZonedDateTime(epochMilliseconds: line.milliseconds, zone: zone)
        let format = try JavaDateFormat(line.pattern, line.dialect)
        #expect(format.text(time, zone: zone) == line.text)
    }

    static let read: [(dialect: JavaDateFormat.Dialect, pattern: String, text: String, milliseconds: Int?)] = [
        (.simpleDateFormat, "yyyy-MM-dd", "2020-02-30", 1583020800000),
        (.simpleDateFormat, "dd/MM/yyyy", "1/2/2020 xx", 1580515200000),
        (.simpleDateFormat, "yyyy-MM-dd'T'HH:mm:ssZ", "2020-01-02T03:04:05+0200", 1577927045000),
        (.simpleDateFormat, "yyyy-MM-dd'T'HH:mm:ssX", "2020-01-02T03:04:05Z", 1577934245000),
        (.simpleDateFormat, "dd/MM/yy", "1/2/20", 1580515200000),
        (.simpleDateFormat, "dd/MM/yy", "1/2/70", 2678400000),
        (.simpleDateFormat, "h:mm a", "3:04 pm", 54240000),
        (.simpleDateFormat, "yyyyMMddHHmmss", "20200102030405", 1577934245000),
        (.simpleDateFormat, "MMM d yyyy", "january 5 2020", 1578182400000),
        (.simpleDateFormat, "yyyy-MM-dd HH:mm:ss.SSS", "2020-01-02 03:04:05.7", 1577934245007),
        (.simpleDateFormat, "yyyy-MM-dd", "2020/01/02", nil),
        (.dateTimeFormatter, "yyyy-MM-dd", "2020-02-30", 1582934400000),
        (.dateTimeFormatter, "yyyy-MM-dd", "2020-1-02", nil),
        (.dateTimeFormatter, "dd/MM/yyyy HH:mm", "01/02/2020 03:04", 1580526240000),
        (.dateTimeFormatter, "yyyy-MM-dd'T'HH:mm:ssXXX", "2020-01-02T03:04:05+02:00", 1577927045000),
        (.dateTimeFormatter, "yyyyMMddHHmmss", "20200102030405", 1577934245000),
        (.dateTimeFormatter, "yyyyMMddHHmmssSSS", "20200102030405123", 1577934245123),
        (.dateTimeFormatter, "d/M/yy", "1/2/70", 3158438400000),
        (.dateTimeFormatter, "EEE, dd MMM yyyy HH:mm:ss zzz", "Thu, 02 Jan 2020 03:04:05 GMT", 1577934245000),
        (.dateTimeFormatter, "yyyy-MM-dd[ HH:mm]", "2020-01-02", 1577923200000),
        (.dateTimeFormatter, "yyyy-MM-dd[ HH:mm]", "2020-01-02 05:06", 1577941560000),
        (.dateTimeFormatter, "MMM d, yyyy h:mm a", "Jan 5, 2020 3:04 PM", 1578236640000),
        (.dateTimeFormatter, "yyyy-MM-dd", "2020-01-02 ", nil),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2020-01-02 03:04:05 CET", 1577930645000),
        // An abbreviation names a zone, whose rules count: this is summer.
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2021-06-15 12:00:00 CET", 1623751200000),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2021-01-15 12:00:00 CEST", 1610708400000),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2021-06-15 12:00:00 EST", 1623772800000),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2021-06-15 12:00:00 KST", 1623726000000),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss z", "2021-06-15 12:00:00 Asia/Seoul", 1623726000000),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss VV", "2021-06-15 12:00:00 KST", nil),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd (zzzz)", "12:00 2021-06-15 (Central European Summer Time)", 1623751200000),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd (zzzz)", "12:00 2021-06-15 (Korean Standard Time)", 1623726000000),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd zzzz", "12:00 2021-06-15 Pacific Time", 1623783600000),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd zzzz", "12:00 2021-06-15 Coordinated Universal Time", 1623758400000),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd zzzz", "12:00 2021-06-15 Pacific", nil),
        (.dateTimeFormatter, "HH:mm yyyy-MM-dd zzzz", "12:00 2021-06-15 KST", nil),
        (.simpleDateFormat, "yyyy-MM-dd HH:mm:ss z", "2021-06-15 12:00:00 EST", 1623776400000),
        (.simpleDateFormat, "DDDDDDDDDDDDDDDHH", "99999999999999901", nil),
        (.dateTimeFormatter, "yyyy-MM-dd HH:mm:ss VV", "2020-07-02 03:04:05 Europe/Berlin", 1593651845000),
    ]

    @Test(arguments: read)
    func readsAsJava(_ line: (dialect: JavaDateFormat.Dialect, pattern: String, text: String, milliseconds: Int?)) throws {
        let format = try JavaDateFormat(line.pattern, line.dialect)
        #expect(format.read(line.text, zones: SystemTimeZones())?.epochMilliseconds == line.milliseconds)
    }

    /// Each letter has its own form; others are not read.
    @Test(arguments: [
        ("X", ["Z", "+02", "-0230", "+0000"], ["+02:00", "+020030", "+2", "UTC"]),
        ("XX", ["Z", "+0200", "+0000"], ["+02", "+02:00", "+020030"]),
        ("XXX", ["Z", "+02:00", "+00:00"], ["+02", "+0200", "+02:00:30", "GMT"]),
        ("XXXX", ["Z", "+0200", "+020030"], ["+02", "+02:00", "+02:00:30"]),
        ("XXXXX", ["Z", "+02:00", "+02:00:30"], ["+0200", "+020030"]),
        ("x", ["+00", "+02", "+0230"], ["Z", "+02:00"]), ("xx", ["+0000", "+0200"], ["Z", "+02"]), ("xxx", ["+00:00", "+02:00"], ["Z"]),
        ("Z", ["+0200", "+0000"], ["Z", "+02", "+02:00", "GMT", "+1960"]), ("ZZZZZ", ["Z", "+02:00"], ["+0200"]),
    ])
    func offsetsAreReadInTheFormOfTheirLetters(_ letters: String, _ read: [String], _ refused: [String]) throws {
        let format = try JavaDateFormat("yyyy-MM-dd'T'HH:mm:ss" + letters, .dateTimeFormatter)
        for offset in read { #expect(format.read("2024-01-15T10:30:45" + offset, zones: nil) != nil, "\(offset)") }
        for offset in refused { #expect(format.read("2024-01-15T10:30:45" + offset, zones: nil) == nil, "\(offset)") }
    }

    @Test func refusesWhatMeansNothing() {
        #expect(throws: JavaDateFormat.PatternError.self) { try JavaDateFormat("yyyy-bb", .simpleDateFormat) }
        #expect(throws: JavaDateFormat.PatternError.self) { try JavaDateFormat("'open", .simpleDateFormat) }
        #expect(throws: JavaDateFormat.PatternError.self) { try JavaDateFormat("yyyy]", .dateTimeFormatter) }
    }

    @Test func simpleDateFormatHasAnyNumberOfLetters() throws {
        let format = try JavaDateFormat("EEEEEEE GGGG dddd MMMMMM", .simpleDateFormat)
        #expect(format.text(ZonedDateTime(epochMilliseconds: 0)) == "Thursday AD 0001 January")
        #expect(format.read("thu ad 1 JANUARY")?.epochMilliseconds == 0)
    }

    /// Debian 13 has the abbreviations in a separate package.
    @Test func abbreviationsAreKnownWithoutTheLegacyNamesOfTheDatabase() throws {
        struct Modern: TimeZoneDatabase {
            func zoneFile(named name: String) -> [UInt8]? { name.contains("/") ? SystemTimeZones().zoneFile(named: name) : nil }
        }
        for (name, offset) in [("CET", 3_600), ("EST", -18_000), ("PST8PDT", -28_800), ("HST", -36_000)] {
            #expect(Zone(name, database: Modern())?.offset(at: 1_577_930_645) == offset, "\(name)")
        }
        #expect(Zone("CEST", database: Modern()) == nil)
    }

    @Test func zonesFollowTheirRules() throws {
        let berlin = try #require(Zone("Europe/Berlin", database: SystemTimeZones()))
        // Long after the last listed change, the rule at the file's end applies.
        #expect(berlin.offset(at: LocalDateTime(year: 2090, month: 7, day: 1).seconds) == 7_200)
        #expect(berlin.offset(at: LocalDateTime(year: 2090, month: 12, day: 1).seconds) == 3_600)
        #expect(Zone("Nowhere/Town", database: SystemTimeZones()) == nil)
        #expect(Zone("+05:30")?.offset(at: 0) == 19_800)
        #expect(Zone("GMT-3")?.offset(at: 0) == -10_800)
    }
}
