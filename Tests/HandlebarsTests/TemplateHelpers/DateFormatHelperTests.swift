import HTTPMessage
import Testing

@testable import Handlebars

/// `dateFormat` with patterns of Java's `DateTimeFormatter`. The expected texts are WireMock's.
@Suite struct DateFormatHelperTests {
    private static let date = "(parseDate '2026-01-31T10:05:06.007Z')"

    @Test(arguments: [
        ("uuuu-MM-dd", "2026-01-31"), ("yyyy-MM-dd HH:mm:ss.SSSSSS", "2026-01-31 10:05:06.007000"), ("S SS SSS", "0 00 007"), ("F", "3"),
        ("MMMMM EEEEE", "J S"), ("G GGGG GGGGG", "AD Anno Domini A"), ("Z ZZZZ ZZZZZ", "+0000 GMT Z"), ("yyyy[-MM]", "2026-01"),
        ("x xx xxx X XXX", "+00 +0000 +00:00 Z Z"), ("Q QQ QQQ QQQQ q", "1 01 Q1 1st quarter 1"), ("O OOOO VV", "GMT GMT UTC"),
        ("e ee c ccc eeee", "7 07 7 Sat Saturday"), ("n N A B", "7000000 36306007000000 36306007 in the morning"),
        ("EEE, d MMM uu h:mm a", "Sat, 31 Jan 26 10:05 AM"), ("D DDD w Y", "31 031 5 2026"),
    ])
    func printsAsDateTimeFormatter(_ pattern: String, _ expected: String) throws {
        #expect(try HelperRequest.body("{{dateFormat \(Self.date) '\(pattern)'}}") == expected)
    }

    @Test(arguments: [
        ("'yyyy' format='MM'", "2026"), ("nope format='MM'", "01"), ("'EEEE' 'de' locale='fr'", "Samstag"),
        ("'EEEE' locale='fr'", "samedi"), ("'GGGG' 'de'", "n. Chr."), ("'HH:mm' 'en' 'GMT+02:00'", "10:05"),
        ("'HH:mm' 'en' tz='GMT+02:00'", "12:05"),
    ])
    func anArgumentByPositionCountsFirst(_ arguments: String, _ expected: String) throws {
        #expect(try HelperRequest.body("{{dateFormat \(Self.date) \(arguments)}}") == expected)
    }

    @Test(arguments: [("{", "reserved character: '{'"), ("#", "reserved character: '#'"), ("yyyyTHH", "Unknown pattern letter: T")])
    func failsAsAWhole(_ pattern: String, _ message: String) {
        #expect(HelperRequest.failure("{{dateFormat \(Self.date) '\(pattern)'}}")?.contains(message) == true)
    }
}
