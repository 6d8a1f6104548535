internal import HTTPMessage

extension JavaDateFormat {
    /// - Parameters:
    ///   - zone: its name is what `z` prints.
    ///   - locale: for the names of months, days and eras.
    package func text(_ time: ZonedDateTime, zone: Zone = .utc, locale: JavaLocale = .english) -> String {
        var text = ""
        append(pieces, time, Names(zone: zone, locale: locale), to: &text)
        return text
    }

    private struct Names {
        let zone: Zone
        let locale: JavaLocale
    }

    private func append(_ pieces: [Piece], _ time: ZonedDateTime, _ names: Names, to text: inout String) {
        for piece in pieces {
            switch piece {
            case .literal(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .field(let letter, let count): text += field(letter, count, time, names)
            case .optional(let pieces): append(pieces, time, names, to: &text)
            }
        }
    }

    private func field(_ letter: UInt8, _ count: Int, _ time: ZonedDateTime, _ names: Names) -> String {
        let local = time.local
        let fields = local.fields
        switch letter {
        case UInt8(ascii: "G"):
            return era(isCommon: fields.year > 0, width(count), names.locale)
        case UInt8(ascii: "u") where dialect == .simpleDateFormat: return Self.padded(local.weekday, count)
        case UInt8(ascii: "u"): return count == 2 ? Self.padded(fields.year % 100, 2) : Self.padded(fields.year, count)
        case UInt8(ascii: "y"):
            let year = fields.year > 0 ? fields.year : 1 - fields.year
            return count == 2 ? Self.padded(year % 100, 2) : Self.padded(year, count)
        case UInt8(ascii: "Y"):
            let year = Self.week(local).year
            return count == 2 ? Self.padded(year % 100, 2) : Self.padded(year, count)
        case UInt8(ascii: "M"), UInt8(ascii: "L"): return monthName(fields.month, width(count), names.locale)
        case UInt8(ascii: "Q"), UInt8(ascii: "q"):
            let quarter = (fields.month + 2) / 3
            return count < 3
                ? Self.padded(quarter, count) : count == 3 ? "Q\(quarter)" : ["1st", "2nd", "3rd", "4th"][quarter - 1] + " quarter"
        case UInt8(ascii: "w"): return Self.padded(Self.week(local).number, count)
        case UInt8(ascii: "W"):
            let monthStart = LocalDateTime(year: fields.year, month: fields.month, day: 1)
            return Self.padded((fields.day - 1 + monthStart.weekday % 7) / 7 + 1, count)
        case UInt8(ascii: "D"): return Self.padded(local.dayOfYear, count)
        case UInt8(ascii: "d"): return Self.padded(fields.day, count)
        case UInt8(ascii: "F"):
            return Self.padded(dialect == .simpleDateFormat ? (fields.day - 1) / 7 + 1 : (fields.day - 1) % 7 + 1, count)
        case UInt8(ascii: "E"): return Self.weekdayName(local.weekday, width(count), names.locale)
        case UInt8(ascii: "e"), UInt8(ascii: "c"):
            return count < 3 ? Self.padded(local.weekday % 7 + 1, count) : Self.weekdayName(local.weekday, count, names.locale)
        case UInt8(ascii: "a"): return names.locale.list(.halves)[fields.hour < 12 ? 0 : 1]
        case UInt8(ascii: "B"): return Self.partOfDay(fields.hour, fields.minute)
        case UInt8(ascii: "H"): return Self.padded(fields.hour, count)
        case UInt8(ascii: "k"): return Self.padded(fields.hour == 0 ? 24 : fields.hour, count)
        case UInt8(ascii: "K"): return Self.padded(fields.hour % 12, count)
        case UInt8(ascii: "h"): return Self.padded(fields.hour % 12 == 0 ? 12 : fields.hour % 12, count)
        case UInt8(ascii: "m"): return Self.padded(fields.minute, count)
        case UInt8(ascii: "s"): return Self.padded(fields.second, count)
        case UInt8(ascii: "S") where dialect == .simpleDateFormat: return Self.padded(local.nanoseconds / 1_000_000, count)
        case UInt8(ascii: "S"):
            return String((Self.padded(local.nanoseconds, 9) + String(repeating: "0", count: max(0, count - 9))).prefix(count))
        case UInt8(ascii: "A"): return Self.padded(local.secondOfDay * 1_000 + local.nanoseconds / 1_000_000, count)
        case UInt8(ascii: "n"): return Self.padded(local.nanoseconds, count)
        case UInt8(ascii: "N"): return Self.padded(local.secondOfDay * 1_000_000_000 + local.nanoseconds, count)
        default: return zone(letter, count, time, names.zone)
        }
    }

    /// Five letters mean the narrow form in `DateTimeFormatter` only.
    private func width(_ count: Int) -> Int { dialect == .simpleDateFormat ? min(count, 4) : count }

    private func zone(_ letter: UInt8, _ count: Int, _ time: ZonedDateTime, _ zone: Zone) -> String {
        let offset = time.offsetSeconds
        switch letter {
        case UInt8(ascii: "V"): return time.zoneName ?? Self.offset(offset, colons: true, zero: "Z")
        case UInt8(ascii: "z"), UInt8(ascii: "v"):
            return count < 4 ? zone.abbreviation(at: time.epochSeconds) : zone.longName(at: time.epochSeconds)
        case UInt8(ascii: "O"): return Self.localized(offset, isFull: count == 4)
        case UInt8(ascii: "Z") where dialect == .simpleDateFormat || count < 4: return Self.offset(offset, colons: false, zero: nil)
        case UInt8(ascii: "Z"): return count == 4 ? Self.localized(offset, isFull: true) : Self.offset(offset, colons: true, zero: "Z")
        case UInt8(ascii: "X") where count == 1: return offset == 0 ? "Z" : Self.shortest(offset, dialect)
        case UInt8(ascii: "X"): return Self.offset(offset, colons: count == 3 || count == 5, zero: "Z")
        case UInt8(ascii: "x") where count == 1: return Self.shortest(offset, dialect)
        default: return Self.offset(offset, colons: count == 3 || count == 5, zero: nil)
        }
    }

    /// `+0530`, `+05:30`.
    package static func offset(_ seconds: Int, colons: Bool, zero: String?) -> String {
        if seconds == 0, let zero { return zero }
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + (colons ? ":" : "") + padded(minutes % 60, 2)
    }

    /// `+05`, and with minutes `+0530`; `SimpleDateFormat` leaves minutes out.
    private static func shortest(_ seconds: Int, _ dialect: Dialect) -> String {
        let text = offset(seconds, colons: false, zero: nil)
        return dialect == .simpleDateFormat || text.hasSuffix("00") ? String(text.dropLast(2)) : text
    }

    private static func localized(_ seconds: Int, isFull: Bool) -> String {
        if seconds == 0 { return "GMT" }
        if isFull { return "GMT" + offset(seconds, colons: true, zero: nil) }
        let minutes = abs(seconds) / 60
        return "GMT" + (seconds < 0 ? "-" : "+") + String(minutes / 60) + (minutes % 60 == 0 ? "" : ":" + padded(minutes % 60, 2))
    }

    private static func partOfDay(_ hour: Int, _ minute: Int) -> String {
        switch hour {
        case 0 where minute == 0: "midnight"
        case 12 where minute == 0: "noon"
        case 6..<12: "in the morning"
        case 12..<18: "in the afternoon"
        case 18..<21: "in the evening"
        default: "at night"
        }
    }

    private func era(isCommon: Bool, _ count: Int, _ locale: JavaLocale) -> String {
        let name = locale.list(.eras)[isCommon ? 1 : 0]
        guard dialect == .dateTimeFormatter, name == "AD" || name == "BC" else { return name }
        if count == 4 { return isCommon ? "Anno Domini" : "Before Christ" }
        return count == 5 ? String(name.prefix(1)) : name
    }

    private func monthName(_ month: Int, _ count: Int, _ locale: JavaLocale) -> String {
        switch count {
        case 1, 2: Self.padded(month, count)
        case 3: locale.list(.shortMonths)[month - 1]
        case 5: String(locale.list(.months)[month - 1].prefix(1))
        default: locale.list(.months)[month - 1]
        }
    }

    private static func weekdayName(_ weekday: Int, _ count: Int, _ locale: JavaLocale) -> String {
        if count <= 3 { return locale.list(.shortWeekdays)[weekday - 1] }
        let name = locale.list(.weekdays)[weekday - 1]
        return count == 5 ? String(name.prefix(1)) : name
    }

    /// The week and its year as counted in the United States: weeks begin on Sunday, and the first contains January 1st.
    private static func week(_ local: LocalDateTime) -> (year: Int, number: Int) {
        let year = local.fields.year
        func start(_ year: Int) -> Int {
            let first = LocalDateTime(year: year, month: 1, day: 1)
            return first.day - first.weekday % 7
        }
        if local.day >= start(year + 1) { return (year + 1, 1) }
        return (year, (local.day - start(year)) / 7 + 1)
    }

    /// The number with zeros up to this width, and a minus sign before them if it is negative.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, min(width, 64) - digits.utf8.count)) + digits
    }
}
