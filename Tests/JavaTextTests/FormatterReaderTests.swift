import Testing

@testable import JavaText

/// What `DateTimeFormatter` reads. The expected dates are those of Java 17, asked as WireMock asks: for a date and time, a date, a month
/// or a year.
@Suite struct FormatterReaderTests {
    static let texts: [(pattern: String, text: String, date: String?)] = [
        ("MMM dd yyyy", "Jan 31 2021", "2021-01-31"), ("MMM dd yyyy", "JAN 31 2021", nil), ("MMM dd yyyy", "January 31 2021", nil),
        ("MMM dd yyyy", "Jan 31 +2021", nil), ("MMM dd yyyy", "Jan 31 02021", nil), ("MMM dd yyyy", "Jan 31 +12021", "12021-01-31"),
        ("MMM dd yyyy", "Jan 31 -2021", nil), ("MMM dd uuuu", "Jan 31 -2021", "-2021-01-31"),
        ("MMM dd uuuu", "Jan 31 0000", "0000-01-31"), ("MMM dd yyyy", "Jan 31 0000", nil), ("MMM dd y", "Jan 31 +2021", nil),
        ("MMM dd y", "Jan 31 002021", "2021-01-31"), ("MMM dd u", "Jan 31 -5", "-0005-01-31"),
        ("MMM dd yyy", "Jan 31 12021", "12021-01-31"), ("MMM dd yyy", "Jan 31 021", "0021-01-31"), ("MMMM dd yyyy", "Jan 31 2021", nil),
        ("MMMM dd yyyy", "May 31 2021", "2021-05-31"), ("MMMMM dd yyyy", "J 31 2021", "2021-07-31"),
        ("MMMMM dd yyyy", "A 30 2021", "2021-08-30"), ("MMMMM dd yyyy", "M 30 2021", "2021-05-30"),
        ("MMMMM dd yyyy", "S 30 2021", "2021-09-30"), ("LLL dd yyyy", "Jan 31 2021", "2021-01-31"),
        ("LLLL dd yyyy", "January 31 2021", "2021-01-31"), ("LLLLL dd yyyy", "J 31 2021", "2021-07-31"),
        ("EEEEE dd MM yyyy", "S 31 01 2021", "2021-01-31"), ("EEEEE dd MM yyyy", "S 30 01 2021", nil),
        ("EEEEE dd MM yyyy", "T 28 01 2021", "2021-01-28"), ("EEEEE dd MM yyyy", "T 26 01 2021", nil),
        ("EEE dd MM yyyy", "Sunday 31 01 2021", nil), ("EEE dd MM yyyy", "Sun 31 01 2021", "2021-01-31"),
        ("EE dd MM yyyy", "Sun 31 01 2021", "2021-01-31"), ("E dd MM yyyy", "Sun 31 01 2021", "2021-01-31"),
        ("EEEE dd MM yyyy", "Sun 31 01 2021", nil), ("EEEE dd MM yyyy", "Sunday 31 01 2021", "2021-01-31"),
        ("h:mm a dd MM yyyy", "3:04 pm 31 01 2021", nil), ("h:mm a dd MM yyyy", "3:04 PM 31 01 2021", "2021-01-31 15:04:00.000"),
        ("h:mm a dd MM yyyy", "0:04 PM 31 01 2021", "2021-01-31 12:04:00.000"), ("h:mm a dd MM yyyy", "13:04 PM 31 01 2021", nil),
        ("h:mm a dd MM yyyy", "12:04 PM 31 01 2021", "2021-01-31 12:04:00.000"), ("K:mm a dd MM yyyy", "12:04 PM 31 01 2021", nil),
        ("K:mm a dd MM yyyy", "0:04 PM 31 01 2021", "2021-01-31 12:04:00.000"), ("h:mm dd MM yyyy", "3:04 31 01 2021", "2021-01-31"),
        ("h:mm dd MM yyyy", "13:04 31 01 2021", nil), ("k:mm dd MM yyyy", "24:04 31 01 2021", "2021-01-31 00:04:00.000"),
        ("k:mm dd MM yyyy", "0:04 31 01 2021", "2021-01-31 00:04:00.000"), ("k:mm dd MM yyyy", "25:04 31 01 2021", nil),
        ("HH:mm dd MM yyyy", "24:00 31 01 2021", "2021-02-01"), ("HH:mm dd MM yyyy", "24:01 31 01 2021", nil),
        ("mm:ss dd MM yyyy", "01:01 31 01 2021", "2021-01-31"), ("mm:ss dd MM yyyy", "61:01 31 01 2021", nil),
        ("HH:ss dd MM yyyy", "01:01 31 01 2021", "2021-01-31"), ("d M y", "5 5 2021", "2021-05-05"), ("d M y", "-5 5 2021", nil),
        ("d M y", "0005 005 2021", "2021-05-05"), ("d M y", "+5 5 2021", nil), ("dd M y", "5 5 2021", nil), ("dd M y", "005 5 2021", nil),
        ("D yyyy", "60 2021", "2021-03-01"), ("D yyyy", "366 2021", nil), ("DD yyyy", "6 2021", nil),
        ("DD yyyy", "060 2021", "2021-03-01"), ("DDD yyyy", "060 2021", "2021-03-01"), ("DDD yyyy", "60 2021", nil),
        ("yyyyDDD", "2021060", "2021-03-01"), ("yyyyMMdd", "20210105", "2021-01-05"), ("yyyyMMdd", "+120210105", "12021-01-05"),
        ("yyyyMMdd", "120210105", nil), ("yyyyMMd", "2021015", nil), ("yMMdd", "210105", "0021-01-05"), ("yMMddHHmm", "20210105 ", nil),
        ("yyyyMMddHHmmssSSS", "20210105101112123", "2021-01-05 10:11:12.123"), ("YYYY-'W'ww-e", "2021-W05-1", "2021-01-24"),
        ("YYYY-'W'ww-e", "2021-W53-1", "2021-12-19"), ("YYYY-'W'ww-e", "2021-W54-1", nil),
        ("YYYY-'W'ww-EEE", "2021-W05-Mon", "2021-01-25"), ("YYYY-'W'w-e", "2021-W5-1", "2021-01-24"), ("YYYY-MM-dd", "2021-01-31", nil),
        ("YYYY-'W'ww", "2021-W05", nil), ("YY-'W'ww-e", "21-W05-1", "2021-01-24"), ("yyyy-MM W e", "2021-01 2 3", "2021-01-05"),
        ("yyyy-MM-dd W", "2021-01-31 6", "2021-01-31"), ("yyyy-MM-dd W", "2021-01-31 5", nil), ("yyyy ww e", "2021 05 1", "2021-01-01"),
        ("yyyy-MM-dd QQQ", "2021-01-31 Q1", "2021-01-31"), ("yyyy-MM-dd QQQ", "2021-01-31 Q2", nil),
        ("yyyy-MM-dd Q", "2021-01-31 1", "2021-01-31"), ("yyyy-MM-dd QQQQ", "2021-01-31 1st quarter", "2021-01-31"),
        ("yyyy-MM-dd QQQQQ", "2021-01-31 1", "2021-01-31"), ("yyyy-MM-dd D", "2021-01-31 31", "2021-01-31"),
        ("yyyy-MM-dd D", "2021-01-31 30", nil), ("yyyy-MM-dd yyyy", "2021-01-31 2021", "2021-01-31"),
        ("yyyy-MM-dd yyyy", "2021-01-31 2022", nil), ("yyyy-MM-dd uuuu", "2021-01-31 2022", nil),
        ("yyyy-MM-dd G", "2021-01-31 AD", "2021-01-31"), ("yyyy-MM-dd G", "2021-01-31 BC", "-2020-01-31"),
        ("yyyy-MM-dd G", "2021-01-31 ad", nil), ("yyyy-MM-dd GGGG", "2021-01-31 Anno Domini", "2021-01-31"),
        ("yyyy-MM-dd GGGG", "2021-01-31 AD", nil), ("yyyy-MM-dd GGGGG", "2021-01-31 A", "2021-01-31"),
        ("uuuu-MM-dd G", "2021-01-31 BC", nil), ("uuuu-MM-dd G", "2021-01-31 AD", "2021-01-31"),
        ("yyyy-MM-dd eee", "2021-01-31 Sun", "2021-01-31"), ("yyyy-MM-dd e", "2021-01-31 1", "2021-01-31"),
        ("yyyy-MM-dd e", "2021-01-31 2", nil), ("yyyy-MM-dd ee", "2021-01-31 01", "2021-01-31"),
        ("yyyy-MM-dd c", "2021-01-31 1", "2021-01-31"), ("yyyy-MM-dd F", "2021-01-31 3", "2021-01-31"),
        ("yyyy-MM-dd F", "2021-01-31 4", nil), ("yyyy-MM-dd F", "2021-01-31 5", nil), ("yyyy-MM", "2021-11", "2021-11-01"),
        ("yyyy-dd", "2021-31", "2021-01-01"), ("yyyy", "2021", "2021-01-01"), ("MM-dd", "13-01", nil),
        ("yyyy-MM-dd", "2021-04-31", "2021-04-30"), ("yyyy-MM-dd", "2021-02-32", nil), ("yyyy-MM-dd'T'HH:mm", "2021-01-31t10:15", nil),
        ("yyyy-MM-dd H.S", "2021-01-31 10.5", "2021-01-31"),
        ("yyyy-MM-dd HH:mm:ss.S", "2021-01-31 10:11:12.5", "2021-01-31 10:11:12.500"),
        ("yyyy-MM-dd HH:mm:ss.SSS", "2021-01-31 10:11:12.5", nil),
        ("yyyy-MM-dd HH:mm:ss n", "2021-01-31 10:11:12 5", "2021-01-31 10:11:12.000"),
        ("yyyy-MM-dd A", "2021-01-31 86399999", "2021-01-31 23:59:59.999"), ("yyyy-MM-dd A", "2021-01-31 86400000", nil),
        ("yyyy-MM-dd AA", "2021-01-31 5", nil), ("yyyy-MM-dd N", "2021-01-31 86399999999999", "2021-01-31 23:59:59.999"),
        ("yyyy-MM-dd HH:mm A", "2021-01-31 00:00 5", "2021-01-31 00:00:00.005"), ("yyyyy-MM-dd", "2021-01-31", nil),
        ("yyyyy-MM-dd", "02021-01-31", "2021-01-31"), ("yyyy-MM-dd XXX", "2021-01-31 +01:00", "2021-01-31"),
        ("yyyy-MM-dd c", "2021-01-31 01", nil), ("yyyy-MM-dd ccc", "2021-01-31 Sun", "2021-01-31"),
        ("yyyy-MM-dd QQQ QQ", "2021-01-31 Q1 1", nil), ("yyyy-MM-dd MMM", "2021-01-31 Jan", "2021-01-31"),
        ("yyyy-MM-dd MMM", "2021-01-31 Feb", nil), ("yyyy-MM-dd HH kk", "2021-01-31 10 10", "2021-01-31 10:00:00.000"),
        ("yyyy-MM-dd HH kk", "2021-01-31 10 11", nil), ("yyyy-MM-dd HH hh a", "2021-01-31 10 10 AM", "2021-01-31 10:00:00.000"),
        ("yyyy-MM-dd HH hh a", "2021-01-31 10 10 PM", nil), ("yyyy-MM-dd HH a", "2021-01-31 10 PM", nil),
        ("yyyy DDD HH", "2021 031 24", "2021-02-01"), ("YYYY-MM-dd HH:mm", "2021-01-31 10:00", nil),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2021-01-31T10:15:30.123Z", "2021-01-31 10:15:30.123"),
        ("yyyy-MM-dd'T'HH:mm:ss[.SSS]X", "2021-01-31T10:15:30Z", "2021-01-31 10:15:30.000"), ("yyyyMMdd[HHmm]", "20210131", "2021-01-31"),
        ("yyyyMMdd[HHmm]", "202101311015", nil), ("yyyyMMddHHmm", "202101311015", "2021-01-31 10:15:00.000"),
        ("[yyyy-MM-dd][dd/MM/yyyy]", "31/01/2021", "2021-01-31"), ("[yyyyMMdd][yyyy-MM-dd]", "2021-01-31", "2021-01-31"),
        ("yyyyQ", "20211", nil), ("uuuuDDDHH", "202103110", "2021-01-31 10:00:00.000"),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS", "2021-01-31T10:15:30.123456789", "2021-01-31 10:15:30.123"),
        ("d/M/yyyy", "1/2/2021", "2021-02-01"), ("d/M/yyyy", "1/2/21", nil),
        ("dd.MM.yyyy HH:mm", "31.01.2021 10:15", "2021-01-31 10:15:00.000"), ("yyyy-MM-dd HH:mm:ss", "2021-01-31 10:15:60", nil),
        ("yyyy-MM-dd hh:mm", "2021-01-31 10:15", "2021-01-31"), ("w YYYY e", "1 2021 6", "2021-01-01"), ("w YYYY e", "0 2021 6", nil),
        ("w YYYY EEEE", "1 2021 Friday", "2021-01-01"), ("yyyy-MM W E", "2021-01 1 Fri", "2021-01-01"),
        ("yyyy-MM W E", "2021-01 6 Sun", "2021-01-31"), ("yyyy-MM W E", "2021-13 6 Sun", nil),
        ("YYYY ww e yyyy", "2021 01 6 2021", "2021-01-01"), ("YYYY ww e yyyy", "2021 01 6 2020", "2020-01-01"),
        ("YYYY ww e MM", "2021 01 6 01", "2021-01-01"), ("YYYY ww e MM", "2021 01 6 02", nil), ("D MM yyyy", "31 01 2021", "2021-01-31"),
        ("D MM yyyy", "31 02 2021", nil), ("y G", "5 BC", "-0004-01-01"), ("dd MM y G", "05 01 5 BC", "-0004-01-05"),
        ("dd MM u G", "05 01 5 BC", nil), ("yyyy-MM-dd e", "2021-01-31 01", nil), ("yyyy-MM-dd ee", "2021-01-31 1", nil),
        ("yyyy-MM-dd e", "2021-01-31 8", nil), ("YYYY-w-e", "2021-005-1", nil), ("YYYY-ww-e", "2021-5-1", nil),
        ("yyyyMMe", "2021011", "2021-01-01"), ("YYYYwwe", "2021051", "2021-01-24"), ("yyyyMMddww", "2021013106", "2021-01-31"),
        ("yyyyMMddW", "202101316", "2021-01-31"), ("yyyyMMddE", "20210131Sun", "2021-01-31"), ("yyyyw", "20211", nil),
        ("yyyy-MM-dd F", "2021-01-31 03", "2021-01-31"), ("yyyy-MM-dd W", "2021-01-31 06", nil),
        ("yyyy-MM-dd Q", "2021-01-31 01", "2021-01-31"),
    ]

    /// A date alone stands for its midnight.
    @Test(arguments: texts)
    func readsAsExactlyAsJava(_ line: (pattern: String, text: String, date: String?)) throws {
        let read = try JavaDateFormat(line.pattern, .dateTimeFormatter).read(line.text)
        let plain = try JavaDateFormat("uuuu-MM-dd HH:mm:ss.SSS", .dateTimeFormatter)
        let midnight = " 00:00:00.000"
        #expect(
            read.map { plain.text(ZonedDateTime(local: $0.local, offsetSeconds: 0)) }
                == line.date.map { $0.contains(" ") ? $0 : $0 + midnight })
    }

    @Test(arguments: [
        ("HH:mm", "10:15", 36_900_000), ("yyyy-MM-dd a", "2021-01-31 AM", 1_612_051_200_000), ("yyyy-MM-dd B", "2021-01-31 noon", nil),
        ("yyyy-MM", "2021-13", nil), ("u-MM-dd", "999999999-01-31", nil),
        ("HH:mm'Z'X", "10:15ZZ", 36_900_000),
    ])
    func whatJavaReadsOtherwise(_ pattern: String, _ text: String, _ milliseconds: Int?) throws {
        #expect(try JavaDateFormat(pattern, .dateTimeFormatter).read(text)?.epochMilliseconds == milliseconds)
    }

    @Test(arguments: [
        ("ddd", "Too many pattern letters: d"), ("HHH", "Too many pattern letters: H"), ("MMMMMM", "Too many pattern letters: M"),
        ("DDDD", "Too many pattern letters: D"), ("aa", "Too many pattern letters: a"), ("SSSSSSSSSS", "Too many pattern letters: S"),
        ("zzzzz", "Too many pattern letters: z"), ("XXXXXX", "Too many pattern letters: X"), ("cc", "Wrong number of pattern letters: c"),
        ("V", "Wrong number of pattern letters: V"), ("OO", "Wrong number of pattern letters: O"),
        ("vv", "Wrong number of pattern letters: v"), ("BB", "Wrong number of pattern letters: B"),
    ])
    func refusesLettersThatAreThereTooOften(_ pattern: String, _ message: String) throws {
        let error = try #require(throws: JavaDateFormat.PatternError.self) { try JavaDateFormat(pattern, .dateTimeFormatter) }
        #expect(error.description == message)
    }

    @Test func manyNumbersWithoutSpaceBetweenTakeNoLongTime() throws {
        let format = try JavaDateFormat(String(repeating: "HHmm", count: 20_000), .dateTimeFormatter)
        #expect(format.read(String(repeating: "1010", count: 20_000))?.epochMilliseconds == 36_600_000)
    }
}
