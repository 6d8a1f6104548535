internal import HTTPMessage

/// A rule for all future years: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX TZ, at the end of a time zone file).
struct PosixTimeZone: Sendable {
    private struct Change: Sendable {
        /// Month, week (5 is the last) and weekday (0 is Sunday); or a day of the year.
        enum Day: Sendable { case weekday(month: Int, week: Int, day: Int), yearDay(Int), julian(Int) }
        var day: Day
        var seconds: Int
    }

    private var standard: TimeZoneFile.LocalType
    private var summer: (type: TimeZoneFile.LocalType, start: Change, end: Change)?

    init?(_ text: some Collection<UInt8>) {
        var rest = Substring(String(decoding: Array(text), as: UTF8.self))
        guard let name = Self.name(&rest), let offset = Self.time(&rest) else { return nil }
        standard = TimeZoneFile.LocalType(offset: -offset, abbreviation: name)
        guard !rest.isEmpty else { return }
        guard let summerName = Self.name(&rest) else { return nil }
        let summerOffset = rest.first == "," ? offset - 3_600 : Self.time(&rest)
        guard let summerOffset, rest.first == ",", let start = Self.change(&rest), rest.first == ",", let end = Self.change(&rest) else {
            return nil
        }
        summer = (TimeZoneFile.LocalType(offset: -summerOffset, abbreviation: summerName), start, end)
    }

    func type(at epochSeconds: Int) -> TimeZoneFile.LocalType {
        guard let summer else { return standard }
        let year = LocalDateTime(seconds: epochSeconds + standard.offset).fields.year
        let start = Self.moment(summer.start, year) - standard.offset
        let end = Self.moment(summer.end, year) - summer.type.offset
        let isSummer = start < end ? (start..<end).contains(epochSeconds) : !(end..<start).contains(epochSeconds)
        return isSummer ? summer.type : standard
    }

    private static func moment(_ change: Change, _ year: Int) -> Int {
        let yearStart = LocalDateTime(year: year, month: 1, day: 1)
        switch change.day {
        case .yearDay(let day): return yearStart.seconds + day * 86_400 + change.seconds
        case .julian(let day):
            let isLeap = CivilTime.days(inMonth: 2, ofYear: year) == 29
            return yearStart.seconds + (day - 1 + (isLeap && day >= 60 ? 1 : 0)) * 86_400 + change.seconds
        case .weekday(let month, let week, let weekday):
            let first = LocalDateTime(year: year, month: month, day: 1)
            var day = 1 + (weekday - first.weekday % 7 + 7) % 7 + (week - 1) * 7
            while day > CivilTime.days(inMonth: month, ofYear: year) { day -= 7 }
            return first.seconds + (day - 1) * 86_400 + change.seconds
        }
    }

    private static func name(_ rest: inout Substring) -> String? {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return nil }
            defer { rest = rest[rest.index(after: end)...] }
            return String(rest[rest.index(after: rest.startIndex)..<end])
        }
        let name = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.isEmpty ? nil : String(name)
    }

    /// `[+-]hh[:mm[:ss]]`, in seconds.
    private static func time(_ rest: inout Substring) -> Int? {
        let sign = rest.first == "-" ? -1 : 1
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let text = rest.prefix { $0.isNumber || $0 == ":" }
        rest = rest.dropFirst(text.count)
        var seconds = 0
        var unit = 3_600
        for piece in text.split(separator: ":") {
            guard let number = Int(piece), number < 1_000 else { return nil }
            seconds += number * unit
            unit /= 60
        }
        return text.isEmpty ? nil : sign * seconds
    }

    private static func change(_ rest: inout Substring) -> Change? {
        rest.removeFirst()
        let text = rest.prefix { $0 != "/" && $0 != "," }
        rest = rest.dropFirst(text.count)
        let numbers = text.drop { $0 == "M" || $0 == "J" }.split(separator: ".").compactMap { Int($0) }
        let day: Change.Day
        switch (text.first, numbers.count) {
        case ("M", 3) where (1...12).contains(numbers[0]) && (1...5).contains(numbers[1]) && (0...6).contains(numbers[2]):
            day = .weekday(month: numbers[0], week: numbers[1], day: numbers[2])
        case ("J", 1): day = .julian(numbers[0])
        case (_, 1): day = .yearDay(numbers[0])
        default: return nil
        }
        guard rest.first == "/" else { return Change(day: day, seconds: 7_200) }
        rest.removeFirst()
        return time(&rest).map { Change(day: day, seconds: $0) }
    }
}
