internal import HTTPMessage

extension FormatterReader {
    /// The moment that the fields name, which is the first day of a year or month that is alone, and on 1970-01-01 for a time alone. Nil if
    /// there is none, or if a field contradicts it.
    var resolved: ReadDateTime? {
        let time = time
        if let date { return agrees(date, time) ? moment(date, time) : nil }
        if let year { return moment(LocalDateTime(year: year, month: values[.month] ?? 1, day: 1), nil) }
        let epoch = LocalDateTime(year: 1970, month: 1, day: 1)
        return time != nil && values.keys.allSatisfy { $0.isOfTime } && agrees(epoch, time) ? moment(epoch, time) : nil
    }

    private func moment(_ date: LocalDateTime, _ time: Int?) -> ReadDateTime {
        let (seconds, nanoseconds) = (time ?? 0).quotientAndRemainder(dividingBy: 1_000_000_000)
        let local = LocalDateTime(seconds: date.seconds + seconds, nanoseconds: nanoseconds)
        return ReadDateTime(local: local, hasTime: time != nil, offsetSeconds: zone?.offset(atLocal: local.seconds))
    }

    private var year: Int? { values[.year] ?? values[.yearOfEra].map { values[.era] == 0 ? 1 - $0 : $0 } }

    /// The last day of a month stands for the 29th to 31st that it has not.
    private var date: LocalDateTime? {
        let weekday = values[.weekday]
        guard let year else {
            guard let weekYear = values[.weekYear], let week = values[.week], let weekday else { return nil }
            return LocalDateTime(weekYear: weekYear, week: week, weekday: weekday)
        }
        if let month = values[.month] {
            if let day = values[.day] {
                return LocalDateTime(year: year, month: month, day: min(day, CivilTime.days(inMonth: month, ofYear: year)))
            }
            if let week = values[.weekOfMonth], let weekday {
                return LocalDateTime(year: year, month: month, weekOfMonth: week, weekday: weekday)
            }
        }
        guard let dayOfYear = values[.dayOfYear] else { return nil }
        return LocalDateTime(seconds: LocalDateTime(year: year, month: 1, day: 1).seconds + (dayOfYear - 1) * 86_400)
    }

    /// In nanoseconds since midnight; nil for minutes without an hour, and the like.
    private var time: Int? {
        if let time = values[.nanosecondOfDay] { return time }
        let (minute, second, nanosecond) = (values[.minute], values[.second], values[.nanosecond])
        guard let hour = values[.hour] ?? values[.half].flatMap({ half in values[.hourOfHalf].map { $0 + half * 12 } }),
            second == nil || minute != nil, nanosecond == nil || second != nil
        else { return nil }
        return (hour * 3_600 + (minute ?? 0) * 60 + (second ?? 0)) * 1_000_000_000 + (nanosecond ?? 0)
    }

    /// Whether all fields are those of a moment. 24:00 is the end of its day.
    private func agrees(_ date: LocalDateTime, _ time: Int?) -> Bool {
        time ?? 0 <= 86_400_000_000_000 && values.allSatisfy { Self.value(of: $0.key, date, time) ?? $0.value == $0.value }
    }

    /// What a moment has for a field; nil where it has nothing, or may have something else.
    private static func value(of field: DateField, _ date: LocalDateTime, _ time: Int?) -> Int? {
        let fields = date.fields
        let second = time.map { $0 / 1_000_000_000 }
        return switch field {
        case .era: fields.year > 0 ? 1 : 0
        case .year: fields.year
        case .yearOfEra: fields.year > 0 ? fields.year : 1 - fields.year
        case .quarter: (fields.month + 2) / 3
        case .month: fields.month
        case .dayOfYear: date.dayOfYear
        case .weekday: date.weekday
        case .weekdayOfMonth: (fields.day - 1) % 7 + 1
        case .weekYear: date.week.year
        case .weekOfMonth: date.weekOfMonth
        case .half: second.map { $0 / 43_200 }
        case .hour: second.map { $0 / 3_600 }
        case .hourOfHalf: second.map { $0 / 3_600 % 12 }
        case .minute: second.map { $0 / 60 % 60 }
        case .second: second.map { $0 % 60 }
        case .nanosecond: time.map { $0 % 1_000_000_000 }
        case .day, .week, .nanosecondOfDay: nil
        }
    }
}
