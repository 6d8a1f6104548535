package import HTTPMessage

/// A date and a time of day that belong to no zone, as Java's class of that name. Proleptic Gregorian calendar.
package struct LocalDateTime: Sendable, Hashable, Comparable {
    /// Seconds from 1970-01-01T00:00:00, as a clock in the same zone counts them.
    package var seconds: Int
    /// 0…999,999,999
    package var nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanoseconds: Int = 0) {
        self.init(
            seconds: CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second).secondsSinceEpoch,
            nanoseconds: nanoseconds)
    }

    package var fields: CivilTime { CivilTime(secondsSinceEpoch: seconds) }

    package static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Days since 1970-01-01.
    package var day: Int { (seconds - secondOfDay) / 86_400 }
    var secondOfDay: Int { ((seconds % 86_400) + 86_400) % 86_400 }
    /// 1 is Monday, 7 Sunday.
    var weekday: Int { ((day % 7) + 10) % 7 + 1 }
    /// 1…366
    var dayOfYear: Int { day - LocalDateTime(year: fields.year, month: 1, day: 1).day + 1 }
    var startOfDay: LocalDateTime { LocalDateTime(seconds: seconds - secondOfDay) }

    /// The same day of another month, or that month's last when it is shorter.
    package func addingMonths(_ count: Int) -> LocalDateTime {
        let fields = fields
        let months = fields.year * 12 + fields.month - 1 + count
        let year = months >= 0 ? months / 12 : (months - 11) / 12
        let month = months - year * 12 + 1
        let date = LocalDateTime(year: year, month: month, day: min(fields.day, CivilTime.days(inMonth: month, ofYear: year)))
        return LocalDateTime(seconds: date.seconds + secondOfDay, nanoseconds: nanoseconds)
    }
}

/// A moment, and the zone that it is told in.
package struct ZonedDateTime: Sendable, Hashable {
    package var local: LocalDateTime
    /// East of Greenwich.
    package var offsetSeconds: Int
    /// The zone's name; nil when there is only an offset.
    package var zoneName: String?

    package init(local: LocalDateTime, offsetSeconds: Int, zoneName: String? = nil) {
        self.local = local
        self.offsetSeconds = offsetSeconds
        self.zoneName = zoneName
    }

    /// - Parameter epochMilliseconds: since 1970-01-01T00:00:00Z.
    package init(epochMilliseconds: Int, zone: Zone = .utc) {
        var (seconds, milliseconds) = epochMilliseconds.quotientAndRemainder(dividingBy: 1_000)
        if milliseconds < 0 { (seconds, milliseconds) = (seconds - 1, milliseconds + 1_000) }
        let offset = zone.offset(at: seconds)
        self.init(
            local: LocalDateTime(seconds: seconds + offset, nanoseconds: milliseconds * 1_000_000), offsetSeconds: offset,
            zoneName: zone.name)
    }

    package var epochSeconds: Int { local.seconds - offsetSeconds }
    package var epochMilliseconds: Int { epochSeconds * 1000 + local.nanoseconds / 1_000_000 }
}

/// What was read from a text: a date, perhaps a time, perhaps an offset.
package struct ReadDateTime: Sendable, Hashable {
    /// At midnight when there was no time.
    package var local: LocalDateTime
    package var hasTime: Bool
    /// Nil when the text names no zone.
    package var offsetSeconds: Int?
    package var zoneName: String?

    package init(local: LocalDateTime, hasTime: Bool = true, offsetSeconds: Int? = nil, zoneName: String? = nil) {
        self.local = local
        self.hasTime = hasTime
        self.offsetSeconds = offsetSeconds
        self.zoneName = zoneName
    }

    /// The moment, UTC being taken for a missing zone.
    package var epochMilliseconds: Int { (local.seconds - (offsetSeconds ?? 0)) * 1000 + local.nanoseconds / 1_000_000 }
}
