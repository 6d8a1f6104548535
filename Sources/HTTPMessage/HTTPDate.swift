/// A date in an HTTP field (RFC 9110, section 5.6.7): whole seconds, UTC.
package struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z. Fractions of a file's time are cut off, not rounded.
    package var secondsSinceEpoch: Int

    package init(secondsSinceEpoch: Int) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// The earlier date is less.
    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSinceEpoch < right.secondsSinceEpoch }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that is sent.
    package var text: String {
        let time = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
        var text: [UInt8] = []
        text.reserveCapacity("Sun, 06 Nov 1994 08:49:37 GMT".utf8.count)
        func put(_ number: Int, _ sign: Unicode.Scalar) {
            text.append(UInt8(ascii: "0") + UInt8(number / 10))
            text.append(UInt8(ascii: "0") + UInt8(number % 10))
            text.append(UInt8(ascii: sign))
        }
        text += Self.weekdays[time.weekday].utf8.prefix(3)
        text += ", ".utf8
        put(time.day, " ")
        text += Self.months[time.month - 1].utf8
        text.append(UInt8(ascii: " "))
        text += padded(time.year, 4).utf8
        text.append(UInt8(ascii: " "))
        put(time.hour, ":")
        put(time.minute, ":")
        put(time.second, " ")
        text += "GMT".utf8
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads all three forms: IMF-fixdate, `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850) and `Sun Nov  6 08:49:37 1994` (asctime).
    ///
    /// Case and a wrong weekday are ignored. Two-digit years below 70 are in this century. Nil for anything else; a field with such a value
    /// counts as absent.
    package static func parse(_ text: String) -> HTTPDate? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let first = words.first else { return nil }
        let time: CivilTime?
        if first.last == "," {
            guard isWeekday(first.dropLast()) else { return nil }
            switch words.count {
            case 6 where isGreenwich(words[5]): time = civil(day: words[1], month: words[2], year: words[3], clock: words[4])
            case 4 where isGreenwich(words[3]):
                let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
                guard date.count == 3 else { return nil }
                time = civil(day: date[0], month: date[1], year: date[2], clock: words[2])
            default: return nil
            }
        } else {
            guard words.count == 5, isWeekday(first) else { return nil }
            time = civil(day: words[2], month: words[1], year: words[4], clock: words[3])
        }
        return time.map { HTTPDate(secondsSinceEpoch: $0.secondsSinceEpoch) }
    }

    private static func civil(day: Substring, month: Substring, year: Substring, clock: Substring) -> CivilTime? {
        let clock = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3,
            let month = months.firstIndex(where: { ASCII.equalsIgnoringCase($0.utf8, month.utf8) }),
            let day = number(day, 1...2), var yearNumber = number(year, 2...4), year.utf8.count != 3,
            let hour = number(clock[0], 2...2), let minute = number(clock[1], 2...2), let second = number(clock[2], 2...2)
        else { return nil }
        if year.utf8.count == 2 { yearNumber += yearNumber < 70 ? 2_000 : 1_900 }
        let time = CivilTime(year: yearNumber, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        return time.isValid ? time : nil
    }

    private static func number(_ digits: Substring, _ width: ClosedRange<Int>) -> Int? {
        guard width.contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        return Int(digits)
    }

    private static func isGreenwich(_ zone: Substring) -> Bool {
        ASCII.equalsIgnoringCase(zone.utf8, "GMT".utf8) || ASCII.equalsIgnoringCase(zone.utf8, "UTC".utf8)
    }

    private static func isWeekday(_ word: Substring) -> Bool {
        weekdays.contains { ASCII.equalsIgnoringCase($0.utf8, word.utf8) || ASCII.equalsIgnoringCase($0.utf8.prefix(3), word.utf8) }
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
