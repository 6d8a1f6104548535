/// A date and time of day in UTC, in the proleptic Gregorian calendar. Whole seconds.
package struct CivilTime: Sendable, Hashable {
    /// The astronomical year: 0 is 1 BC.
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31
    package var day: Int
    /// 0…23
    package var hour: Int
    /// 0…59
    package var minute: Int
    /// 0…60; 60 is a leap second.
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// - Parameter secondsSinceEpoch: seconds since 1970-01-01T00:00:00Z, negative before.
    package init(secondsSinceEpoch: Int) {
        var days = secondsSinceEpoch / 86_400
        var rest = secondsSinceEpoch % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        // Years begin in March, so that the leap day is last; eras have 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Seconds since 1970-01-01T00:00:00Z, negative before.
    package var secondsSinceEpoch: Int { daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second }

    /// 0 is Sunday, 6 Saturday.
    package var weekday: Int { ((daysSinceEpoch % 7) + 11) % 7 }

    /// Whether date and time exist; a leap second does.
    package var isValid: Bool {
        (1...12).contains(month) && (1...Self.days(inMonth: month, ofYear: year)).contains(day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// `2026-11-21T10:15:30.000Z`, the form of S3's listings.
    package var iso8601Milliseconds: String { String(decoding: iso8601Bytes, as: UTF8.self) }

    /// The same in ASCII.
    package var iso8601Bytes: [UInt8] {
        let digits = digits
        let bytes = digits.indices.map { digits[$0] }
        return 0..<10_000 ~= year ? bytes : Array(padded(year, 4).utf8) + bytes[4...]
    }

    /// The same without an array; nil for a year that has not four digits.
    package var iso8601Digits: InlineArray<24, UInt8>? { 0..<10_000 ~= year ? digits : nil }

    /// The same with the last four digits of the year.
    private var digits: InlineArray<24, UInt8> {
        var digits = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))
        func put(_ number: Int, at place: Int) {
            digits[place] &+= UInt8(truncatingIfNeeded: number / 10)
            digits[place + 1] &+= UInt8(truncatingIfNeeded: number % 10)
        }
        put(Int(year.magnitude) / 100 % 100, at: 0)
        put(Int(year.magnitude) % 100, at: 2)
        put(month, at: 5)
        put(day, at: 8)
        put(hour, at: 11)
        put(minute, at: 14)
        put(second, at: 17)
        digits[4] = UInt8(ascii: "-")
        digits[7] = UInt8(ascii: "-")
        digits[10] = UInt8(ascii: "T")
        digits[13] = UInt8(ascii: ":")
        digits[16] = UInt8(ascii: ":")
        digits[19] = UInt8(ascii: ".")
        digits[23] = UInt8(ascii: "Z")
        return digits
    }

    private var daysSinceEpoch: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The number of days, 28 to 31.
    /// - Parameter month: 1…12
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// The number with leading zeros, up to that width.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
