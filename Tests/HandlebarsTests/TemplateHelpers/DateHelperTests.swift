import HTTPMessage
import TestSupport
import Testing

@testable import Handlebars

/// The session's time is 2026-11-21T10:15:30.250Z.
@Suite struct DateHelperTests {
    @Test(arguments: [
        (
            "{{now}}|{{now format='yyyy'}}|{{now format='epoch'}}|{{now format='unix'}}|{{now offset='1 days' format='yyyy-MM-dd'}}|{{now offset='-3 years' format='yyyy'}}",
            "2026-11-21T10:15:30Z|2026|1795256130250|1795256130|2026-11-22|2023"
        ),
        (
            "{{now format='EEE, d MMM yyyy HH:mm:ss Z' timezone='GMT'}}|{{now timezone='+02:00'}}|{{now timezone='+02:00' format='HH:mm z'}}|{{date 'x'}}|{{date nope}}",
            "Sat, 21 Nov 2026 10:15:30 +0000|2026-11-21T12:15:30+02:00|12:15 GMT+02:00|2026-11-21T10:15:30Z|2026-11-21T10:15:30Z"
        ),
        (
            "{{date (parseDate '2018-05-05T10:11:12Z')}}|{{date (parseDate '2018-05-05T10:11:12Z') offset='-1 months' format='yyyy-MM-dd'}}|{{date (parseDate '01/02/2020' format='dd/MM/yyyy') format='yyyy-MM-dd'}}",
            "2018-05-05T10:11:12Z|2018-04-05|2020-02-01"
        ),
        (
            "{{parseDate '1577934245000' format='epoch'}}|{{parseDate '1577934245' format='unix'}}|{{parseDate '2020-01-02T03:04:05+02:00'}}|{{parseDate '2020-01-02'}}|{{parseDate 'x'}}|{{parseDate 'Thu, 02 Jan 2020 03:04:05 GMT'}}",
            "2020-01-02T03:04:05Z|2020-01-02T03:04:05Z|2020-01-02T03:04:05+02:00|||2020-01-02T03:04:05Z"
        ),
        (
            "{{date (parseDate '2018-05-05T10:11:12+02:00') format='yyyy-MM-dd HH:mm z'}}|{{date (parseDate '2018-05-05T10:11:12.345Z') format='epoch'}}",
            "2018-05-05 10:11 GMT+02:00|1525515072345"
        ),
        (
            "{{parseDate 'Jan 31 2021' format='MMM dd yyyy'}}|{{parseDate 'JAN 31 2021' format='MMM dd yyyy'}}|{{parseDate '31.1.21' format='d.M.yy'}}",
            "2021-01-31T00:00:00Z||2021-01-31T00:00:00Z"
        ),
        ("{{now offset='now'}}|{{now offset='now +1 years' format='yyyy'}}", "2026-11-21T10:15:30Z|2027"),
        (
            "{{date (parseDate '2018-05-05T10:11:12Z') format='zzzz'}}|{{now timezone='GMT+2' format='z'}}|{{now timezone='Z' format='z zzzz'}}",
            "Coordinated Universal Time|GMT+02:00|UTC Coordinated Universal Time"
        ),
        (
            "{{truncateDate (parseDate '2018-05-05T10:11:12Z') 'first day of month'}}|{{truncateDate (parseDate '2018-05-05T10:11:12+02:00') 'first hour of day'}}|{{date (truncateDate (parseDate '2018-05-05T10:11:12Z') 'last day of year') format='yyyy-MM-dd'}}",
            "2018-05-01T00:00:00Z|2018-05-05T00:00:00+02:00|2018-12-31"
        ),
        (
            "{{truncateDate (parseDate '2018-05-05T10:11:12Z')}}|{{truncateDate 'x' 'first day of month'}}",
            "[ERROR: Truncation type must be specified as the first parameter to truncateDate]|[ERROR: A date object must be passed to the truncateDate helper]"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{now offset='x'}}", "Offset can be of the short form"),
        ("{{now format='bbb'}}", "Illegal pattern character 'b'"),
        ("{{now timezone='Nope/Nope'}}", "Unknown time-zone ID: Nope/Nope"),
        ("{{parseDate 'x' format='bbb'}}", "Unknown pattern letter: b"),
        ("{{parseDate 'x' format='ddd'}}", "Too many pattern letters: d"),
        ("{{date (now offset='3000000 years') offset='3000000 years'}}", "date: the date is more than three million years away from 1970"),
        ("{{date (now offset='-3000000 years') offset='-3000000 years'}}", "three million years away"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }

    @Test(.enabled(if: SystemTimeZones.isPresent)) func namedZonesComeFromTheDatabase() throws {
        var system = TemplateSystem()
        system.timeZones = SystemTimeZones()
        #expect(
            try HelperRequest.body("{{now timezone='Australia/Sydney'}}|{{now timezone='Australia/Sydney' format='Z z'}}", system: system)
                == "2026-11-21T21:15:30+11:00|+1100 AEDT")
    }
}
