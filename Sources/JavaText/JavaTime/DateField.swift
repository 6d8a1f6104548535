/// What letters of `DateTimeFormatter` stand for; several letters may stand for the same.
enum DateField: Hashable {
    case era, year, yearOfEra, quarter, month, day, dayOfYear, weekday, weekdayOfMonth, weekYear, week, weekOfMonth
    case half, hour, hourOfHalf, minute, second, nanosecond, nanosecondOfDay

    /// Nil for zones, and for parts of the day, which are not read.
    init?(letter: UInt8) {
        switch Unicode.Scalar(letter) {
        case "G": self = .era
        case "u": self = .year
        case "y": self = .yearOfEra
        case "Y": self = .weekYear
        case "Q", "q": self = .quarter
        case "M", "L": self = .month
        case "w": self = .week
        case "W": self = .weekOfMonth
        case "D": self = .dayOfYear
        case "d": self = .day
        case "E", "e", "c": self = .weekday
        case "F": self = .weekdayOfMonth
        case "a": self = .half
        case "H", "k": self = .hour
        case "h", "K": self = .hourOfHalf
        case "m": self = .minute
        case "s": self = .second
        case "S", "n": self = .nanosecond
        case "A", "N": self = .nanosecondOfDay
        default: return nil
        }
    }

    /// The value of the first name.
    var first: Int { self == .era || self == .half ? 0 : 1 }

    /// The value of a number that is written for a letter; nil for one that is never right. Weekdays count from 1 for Monday.
    func value(_ number: Int, letter: UInt8, count: Int) -> Int? {
        switch Unicode.Scalar(letter) {
        case "y", "u", "Y":
            let year = count == 2 ? 2_000 + number : number
            return ((self == .yearOfEra ? 1 : -99_999_999)...99_999_999).contains(year) ? year : nil
        case "k": return (0...24).contains(number) ? number % 24 : nil
        case "h": return (0...12).contains(number) ? number % 12 : nil
        case "e", "c": return (1...7).contains(number) ? (number + 5) % 7 + 1 : nil
        case "A": return (0..<86_400_000).contains(number) ? number * 1_000_000 : nil
        case "S": return (count..<9).reduce(number) { fraction, _ in fraction * 10 }
        default: return range.contains(number) ? number : nil
        }
    }

    private var range: ClosedRange<Int> {
        switch self {
        case .quarter: 1...4
        case .month: 1...12
        case .day: 1...31
        case .dayOfYear: 1...366
        case .weekday, .weekdayOfMonth: 1...7
        case .week: 1...53
        case .weekOfMonth: 0...6
        case .hour: 0...24
        case .hourOfHalf: 0...11
        case .minute, .second: 0...59
        case .nanosecond: 0...999_999_999
        case .nanosecondOfDay: 0...86_399_999_999_999
        case .era, .half: 0...1
        case .year, .yearOfEra, .weekYear: 1...99_999_999
        }
    }

    /// Whether it is part of a time, and not of a date.
    var isOfTime: Bool {
        switch self {
        case .half, .hour, .hourOfHalf, .minute, .second, .nanosecond, .nanosecondOfDay: true
        default: false
        }
    }
}
