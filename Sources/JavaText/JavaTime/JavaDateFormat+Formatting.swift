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
        case UInt8(ascii: "G"): return name(letter, count, names.locale, fields.year > 0 ? 1 : 0) ?? ""
        case UInt8(ascii: "u") where dialect == .simpleDateFormat: return Self.padded(local.weekday, count)
        case UInt8(ascii: "u"): return count == 2 ? Self.padded(fields.year % 100, 2) : Self.padded(fields.year, count)
        case UInt8(ascii: "y"):
            let year = fields.year > 0 ? fields.year : 1 - fields.year
            return count == 2 ? Self.padded(year % 100, 2) : Self.padded(year, count)
        case UInt8(ascii: "Y"):
            let year = local.week.year
            return count == 2 ? Self.padded(year % 100, 2) : Self.padded(year, count)
        case UInt8(ascii: "M"), UInt8(ascii: "L"):
            return name(letter, count, names.locale, fields.month - 1) ?? Self.padded(fields.month, count)
        case UInt8(ascii: "Q"), UInt8(ascii: "q"):
            let quarter = (fields.month + 2) / 3
            return name(letter, count, names.locale, quarter - 1) ?? Self.padded(quarter, count)
        case UInt8(ascii: "w"): return Self.padded(local.week.number, count)
        case UInt8(ascii: "W"): return Self.padded(local.weekOfMonth, count)
        case UInt8(ascii: "D"): return Self.padded(local.dayOfYear, count)
        case UInt8(ascii: "d"): return Self.padded(fields.day, count)
        case UInt8(ascii: "F"):
            return Self.padded(dialect == .simpleDateFormat ? (fields.day - 1) / 7 + 1 : (fields.day - 1) % 7 + 1, count)
        case UInt8(ascii: "E"), UInt8(ascii: "e"), UInt8(ascii: "c"):
            return name(letter, count, names.locale, local.weekday - 1) ?? Self.padded(local.weekday % 7 + 1, count)
        case UInt8(ascii: "a"): return name(letter, count, names.locale, fields.hour / 12) ?? ""
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

    /// The name in that place of those that the letter stands for; nil for a number. `SimpleDateFormat` has no narrow names, and no long
    /// ones of eras.
    private func name(_ letter: UInt8, _ count: Int, _ locale: JavaLocale, _ place: Int) -> String? {
        let longest = letter == UInt8(ascii: "G") ? 3 : 4
        return Self.names(letter, dialect == .simpleDateFormat ? min(count, longest) : count, locale).map { $0[place] }
    }

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

    /// The number with zeros up to this width, and a minus sign before them if it is negative.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, min(width, 64) - digits.utf8.count)) + digits
    }
}
