import Foundation
import HTTPMessage
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "sun, 06 nov 1994 08:49:37 gmt",
        "Sun, 6 Nov 1994 08:49:37 UTC",
    ])
    func readsAllForms(text: String) { #expect(HTTPDate.parse(text)?.secondsSinceEpoch == 784_111_777) }

    @Test(arguments: [
        "", "now", "0", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT",
        "1994-11-06T08:49:37Z", "Sunday, 06-Nov 08:49:37 GMT", "Sun, 29 Feb 1900 00:00:00 GMT", "\"etag\"",
    ])
    func refusesOthers(text: String) { #expect(HTTPDate.parse(text) == nil) }

    @Test func shortYearsAreNear() {
        #expect(HTTPDate.parse("Friday, 01-Jan-69 00:00:00 GMT").map { CivilTime(secondsSinceEpoch: $0.secondsSinceEpoch).year } == 2069)
        #expect(HTTPDate.parse("Friday, 01-Jan-70 00:00:00 GMT")?.secondsSinceEpoch == 0)
    }

    @Test func leapDayIsInTheCalendar() {
        #expect(HTTPDate.parse("Tue, 29 Feb 2000 00:00:00 GMT")?.secondsSinceEpoch == 951_782_400)
    }

    @Test func agreesWithFoundationAcrossCenturies() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var seconds = -2_208_988_800
        while seconds < 7_258_118_400 {
            let text = HTTPDate(secondsSinceEpoch: seconds).text
            #expect(text == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds))))
            #expect(HTTPDate.parse(text)?.secondsSinceEpoch == seconds)
            seconds += 86_400 * 97 + 12_345
        }
    }

    @Test func isoFormHasMilliseconds() {
        #expect(CivilTime(secondsSinceEpoch: 784_111_777).iso8601Milliseconds == "1994-11-06T08:49:37.000Z")
        #expect(CivilTime(year: 7, month: 1, day: 2).iso8601Milliseconds == "0007-01-02T00:00:00.000Z")
        #expect(CivilTime(year: 12_026, month: 12, day: 31).iso8601Milliseconds == "12026-12-31T00:00:00.000Z")
        #expect(CivilTime(year: -7, month: 1, day: 2).iso8601Milliseconds == "-0007-01-02T00:00:00.000Z")
    }
}
