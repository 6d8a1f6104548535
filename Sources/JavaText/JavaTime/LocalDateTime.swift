package import HTTPMessage

/// A date and a time of day without a zone, like Java's class of this name. Proleptic Gregorian calendar.
package struct LocalDateTime: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00 on a clock in the same zone.
    package var seconds: Int
    /// 0…999,999,999
    package var nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The fields are in the ranges of `CivilTime`.
    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanoseconds: Int = 0) {
        self.init(
            seconds: CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second).secondsSinceEpoch,
            nanoseconds: nanoseconds)
    }

    /// Year, month, day and time of day.
    package var fields: CivilTime { CivilTime(secondsSinceEpoch: seconds) }

    /// Chronological order.
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

    /// The same day of another month, or that month's last day if it is shorter.
    package func addingMonths(_ count: Int) -> LocalDateTime {
        let fields = fields
        let months = fields.year * 12 + fields.month - 1 + count
        let year = months >= 0 ? months / 12 : (months - 11) / 12
        let month = months - year * 12 + 1
        let date = LocalDateTime(year: year, month: month, day: min(fields.day, CivilTime.days(inMonth: month, ofYear: year)))
        return LocalDateTime(seconds: date.seconds + secondOfDay, nanoseconds: nanoseconds)
    }
}

/// A moment, with the zone in which it is written.
package struct ZonedDateTime: Sendable, Hashable {
    /// Date and time on a clock in the zone.
    package var local: LocalDateTime
    /// Seconds east of Greenwich.
    package var offsetSeconds: Int
    /// The zone's name; nil if there is only an offset.
    var zoneName: String?

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

    var epochSeconds: Int { local.seconds - offsetSeconds }
    /// Since 1970-01-01T00:00:00Z, rounded down.
    package var epochMilliseconds: Int { epochSeconds * 1000 + local.nanoseconds / 1_000_000 }
}

/// What a text contains: a date, optionally a time, optionally an offset.
package struct ReadDateTime: Sendable, Hashable {
    /// At midnight if there is no time.
    package var local: LocalDateTime
    var hasTime: Bool
    /// Nil if the text has no zone.
    package var offsetSeconds: Int?

    package init(local: LocalDateTime, hasTime: Bool = true, offsetSeconds: Int? = nil) {
        self.local = local
        self.hasTime = hasTime
        self.offsetSeconds = offsetSeconds
    }

    /// The moment, in UTC if there is no zone.
    package var epochMilliseconds: Int { (local.seconds - (offsetSeconds ?? 0)) * 1000 + local.nanoseconds / 1_000_000 }
}
