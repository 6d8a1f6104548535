/// Units of calendar arithmetic.
package enum DateTimeUnit: String, Sendable, CaseIterable {
    case seconds, minutes, hours, days, weeks, months, years

    /// The average length.
    package var seconds: Int {
        switch self {
        case .seconds: 1
        case .minutes: 60
        case .hours: 3_600
        case .days: 86_400
        case .weeks: 604_800
        case .months: 2_629_746
        case .years: 31_556_952
        }
    }

    /// Reads a unit in any case, singular or plural.
    package init?(_ text: String) {
        let name = text.lowercased()
        guard let unit = Self(rawValue: name) ?? Self(rawValue: name + "s") else { return nil }
        self = unit
    }
}

/// A distance in time: `3 days`, `-2 months`, `+1 year`, and `now` for none.
package struct DateTimeOffset: Sendable, Hashable {
    /// Three million years: the longest offset, and how far a date may be from 1970 after one is added. A few times as much still fits into
    /// milliseconds.
    package static let maximumSeconds = 100_000_000_000_000

    /// How many units; negative for the past.
    package var amount: Int
    /// The unit.
    package var unit: DateTimeUnit

    package init(_ amount: Int, _ unit: DateTimeUnit) {
        self.amount = amount
        self.unit = unit
    }

    /// Reads `3 days`, or WireMock's long forms `now +3 days` and `now`. Nil for anything else.
    package init?(_ text: String) {
        if text.lowercased() == "now" {
            self.init(0, .seconds)
            return
        }
        var words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
        if words.count > 2, words[0].lowercased() == "now" { words.removeFirst() }
        // The sign may be separate: `now + 3 days`.
        let pieces = words.count == 3 && ["+", "-"].contains(words[0]) ? [words[0] + words[1], words[2]] : words
        guard pieces.count == 2, let amount = Int(pieces[0]), let unit = DateTimeUnit(String(pieces[1])),
            amount.magnitude <= UInt(Self.maximumSeconds / unit.seconds)
        else { return nil }
        self.init(amount, unit)
    }
}

extension LocalDateTime {
    /// The moment moved by calendar arithmetic: a month after January 31st is the last day of February.
    package func adding(_ offset: DateTimeOffset) -> LocalDateTime {
        var result = self
        switch offset.unit {
        case .seconds: result.seconds += offset.amount
        case .minutes: result.seconds += offset.amount * 60
        case .hours: result.seconds += offset.amount * 3_600
        case .days: result.seconds += offset.amount * 86_400
        case .weeks: result.seconds += offset.amount * 604_800
        case .months: result = addingMonths(offset.amount)
        case .years: result = addingMonths(offset.amount * 12)
        }
        return result
    }
}
