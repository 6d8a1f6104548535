internal import HTTPMessage

/// Weeks as counted in the United States: they begin on Sunday, and the first of a year contains January 1st.
extension LocalDateTime {
    /// The week's year, and its number in it.
    var week: (year: Int, number: Int) {
        let year = fields.year
        if day >= Self.firstDay(ofWeekYear: year + 1) { return (year + 1, 1) }
        return (year, (day - Self.firstDay(ofWeekYear: year)) / 7 + 1)
    }

    /// The number of the week in its month; the first has the month's first day.
    var weekOfMonth: Int {
        let fields = fields
        let monthStart = LocalDateTime(year: fields.year, month: fields.month, day: 1)
        return (fields.day - 1 + monthStart.weekday % 7) / 7 + 1
    }

    /// Midnight of a weekday in a week of a year; a year's last week stands for one that it has not.
    /// - Parameter weekday: 1 is Monday, 7 Sunday.
    init(weekYear year: Int, week: Int, weekday: Int) {
        let first = Self.firstDay(ofWeekYear: year)
        let weeks = (Self.firstDay(ofWeekYear: year + 1) - first) / 7
        self.init(seconds: (first + (min(week, weeks) - 1) * 7 + weekday % 7) * 86_400)
    }

    /// Midnight of a weekday in a week of a month.
    init(year: Int, month: Int, weekOfMonth week: Int, weekday: Int) {
        let first = LocalDateTime(year: year, month: month, day: 1)
        self.init(seconds: first.seconds + ((week - 1) * 7 + weekday % 7 - first.weekday % 7) * 86_400)
    }

    /// The first day of a year's first week, in days since 1970-01-01.
    private static func firstDay(ofWeekYear year: Int) -> Int {
        let first = LocalDateTime(year: year, month: 1, day: 1)
        return first.day - first.weekday % 7
    }
}
