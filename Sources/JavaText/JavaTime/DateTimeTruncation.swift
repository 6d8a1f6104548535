internal import HTTPMessage

/// What a moment is rounded to: WireMock's nine truncations, by their names.
package enum DateTimeTruncation: String, Sendable, CaseIterable {
    case firstSecondOfMinute = "first second of minute"
    case firstMinuteOfHour = "first minute of hour"
    case firstHourOfDay = "first hour of day"
    case firstDayOfMonth = "first day of month"
    case firstDayOfNextMonth = "first day of next month"
    case lastDayOfMonth = "last day of month"
    case firstDayOfYear = "first day of year"
    case firstDayOfNextYear = "first day of next year"
    case lastDayOfYear = "last day of year"

    /// Also accepts Java's constants: `FIRST_DAY_OF_MONTH`.
    package init?(_ text: String) {
        self.init(rawValue: String(text.lowercased().map { $0 == "_" ? " " : $0 }))
    }
}

extension LocalDateTime {
    /// The beginning of the minute, hour, day, month or year, of the next month or year, or of a last day, as the truncation says.
    package func truncated(to truncation: DateTimeTruncation) -> LocalDateTime {
        let fields = fields
        let monthStart = LocalDateTime(year: fields.year, month: fields.month, day: 1)
        let yearStart = LocalDateTime(year: fields.year, month: 1, day: 1)
        return switch truncation {
        case .firstSecondOfMinute: LocalDateTime(seconds: seconds - fields.second)
        case .firstMinuteOfHour: LocalDateTime(seconds: seconds - fields.second - fields.minute * 60)
        case .firstHourOfDay: startOfDay
        case .firstDayOfMonth: monthStart
        case .firstDayOfNextMonth: monthStart.addingMonths(1)
        case .lastDayOfMonth: monthStart.addingMonths(1).adding(DateTimeOffset(-1, .days))
        case .firstDayOfYear: yearStart
        case .firstDayOfNextYear: yearStart.addingMonths(12)
        case .lastDayOfYear: yearStart.addingMonths(12).adding(DateTimeOffset(-1, .days))
        }
    }
}
