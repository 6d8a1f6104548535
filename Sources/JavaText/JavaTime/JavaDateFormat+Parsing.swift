internal import HTTPMessage

extension JavaDateFormat {
    /// Reads a text written after the pattern.
    /// - Parameter zones: the database of named zones; without it only UTC, offsets and RFC 822's zones are known.
    /// - Returns: nil if the text does not fit. `SimpleDateFormat` ignores trailing text and reads 2026-02-30 as March 2nd;
    ///   `DateTimeFormatter` replaces an invalid 29th to 31st by the month's last day.
    package func read(_ text: String, zones: (any TimeZoneDatabase)? = nil) -> ReadDateTime? {
        var reader = Reader(bytes: Array(text.utf8), dialect: dialect, zones: zones)
        guard reader.read(pieces), dialect == .simpleDateFormat || reader.position == reader.bytes.count else { return nil }
        return reader.resolved
    }

    /// The fields read so far.
    private struct Reader {
        let bytes: [UInt8]
        let dialect: Dialect
        let zones: (any TimeZoneDatabase)?
        var position = 0
        private var year: Int?
        private var month: Int?
        private var day: Int?
        private var dayOfYear: Int?
        /// 1 is Monday.
        private var weekday: Int?
        private var hour: Int?
        private var hourOfHalf: Int?
        private var isAfternoon: Bool?
        private var minute: Int?
        private var second: Int?
        private var nanoseconds: Int?
        private var nanosecondOfDay: Int?
        private var offset: Int?
        private var zone: Zone?
        private var isBeforeChrist = false

        init(bytes: [UInt8], dialect: Dialect, zones: (any TimeZoneDatabase)?) {
            self.bytes = bytes
            self.dialect = dialect
            self.zones = zones
        }

        mutating func read(_ pieces: [Piece]) -> Bool {
            for (index, piece) in pieces.enumerated() {
                switch piece {
                case .literal(let literal):
                    guard bytes[position...].starts(with: literal) else { return false }
                    position += literal.count
                case .optional(let inner):
                    let before = self
                    if !read(inner) { self = before }
                case .field(let letter, let count):
                    let isAdjacent = index + 1 < pieces.count && Self.isNumeric(pieces[index + 1])
                    guard field(letter, count, isAdjacent) else { return false }
                }
            }
            return true
        }

        private static func isNumeric(_ piece: Piece) -> Bool {
            guard case .field(let letter, let count) = piece else { return false }
            if "MLQqe c".utf8.contains(letter) { return count < 3 }
            return "uyYDdFHkKhmsSAnNwW".utf8.contains(letter)
        }

        private mutating func field(_ letter: UInt8, _ count: Int, _ isAdjacent: Bool) -> Bool {
            switch letter {
            case UInt8(ascii: "u") where dialect == .simpleDateFormat: return number(1, isAdjacent) != nil
            case UInt8(ascii: "y"), UInt8(ascii: "u"), UInt8(ascii: "Y"):
                let start = position
                guard let value = number(count, isAdjacent, isSigned: true) else { return false }
                let isShort = count <= 2 && position - start == 2 && (count == 2 || dialect == .simpleDateFormat)
                year = isShort ? century(value) : value
                return true
            case UInt8(ascii: "M"), UInt8(ascii: "L"):
                if count < 3 { return Self.store(&month, number(count, isAdjacent)) }
                return Self.store(&month, name(months).map { $0 + 1 })
            case UInt8(ascii: "d"): return Self.store(&day, number(count, isAdjacent))
            case UInt8(ascii: "D"): return Self.store(&dayOfYear, number(count, isAdjacent))
            case UInt8(ascii: "E"): return Self.store(&weekday, name(weekdays).map { $0 + 1 })
            case UInt8(ascii: "H"): return Self.store(&hour, number(count, isAdjacent))
            case UInt8(ascii: "k"): return Self.store(&hour, number(count, isAdjacent).map { $0 % 24 })
            case UInt8(ascii: "h"), UInt8(ascii: "K"): return Self.store(&hourOfHalf, number(count, isAdjacent).map { $0 % 12 })
            case UInt8(ascii: "a"):
                guard let half = name(["AM", "PM"], prefix: 2) else { return false }
                isAfternoon = half == 1
                return true
            case UInt8(ascii: "m"): return Self.store(&minute, number(count, isAdjacent))
            case UInt8(ascii: "s"): return Self.store(&second, number(count, isAdjacent))
            case UInt8(ascii: "S") where dialect == .simpleDateFormat:
                return Self.store(&nanoseconds, number(min(count, 10), isAdjacent).map { $0 % 10_000_000_000 * 1_000_000 })
            case UInt8(ascii: "S"): return fraction(count)
            case UInt8(ascii: "n"): return Self.store(&nanoseconds, number(count, isAdjacent))
            case UInt8(ascii: "A"): return Self.store(&nanosecondOfDay, number(count, isAdjacent).map { $0 % 100_000_000 * 1_000_000 })
            case UInt8(ascii: "N"): return Self.store(&nanosecondOfDay, number(count, isAdjacent))
            case UInt8(ascii: "G"):
                guard let era = name(["BC", "AD"], prefix: 2) else { return false }
                isBeforeChrist = era == 0
                return true
            case UInt8(ascii: "z"), UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"), UInt8(ascii: "V"), UInt8(ascii: "O"),
                UInt8(ascii: "v"):
                return readZone(letter, count)
            default: return number(count, isAdjacent) != nil
            }
        }

        private static func store(_ field: inout Int?, _ value: Int?) -> Bool {
            field = value
            return value != nil
        }

        private func century(_ value: Int) -> Int {
            // `SimpleDateFormat` looks for the year from 80 years back to 20 ahead; `DateTimeFormatter` takes 2000 to 2099.
            dialect == .simpleDateFormat && value >= 50 ? 1900 + value : 2000 + value
        }

        private mutating func number(_ count: Int, _ isAdjacent: Bool, isSigned: Bool = false) -> Int? {
            var cursor = position
            if dialect == .simpleDateFormat { while cursor < bytes.count, bytes[cursor] == UInt8(ascii: " ") { cursor += 1 } }
            var isNegative = false
            if isSigned, cursor < bytes.count, bytes[cursor] == UInt8(ascii: "-") || bytes[cursor] == UInt8(ascii: "+") {
                isNegative = bytes[cursor] == UInt8(ascii: "-")
                cursor += 1
            }
            let fixed = isAdjacent || dialect == .dateTimeFormatter && count == 2
            let limit = fixed ? min(count, 15) : dialect == .dateTimeFormatter && count > 10 ? 15 : 10
            var value = 0
            let start = cursor
            while cursor < bytes.count, cursor - start < limit, bytes[cursor] &- UInt8(ascii: "0") < 10 {
                value = value * 10 + Int(bytes[cursor] - UInt8(ascii: "0"))
                cursor += 1
            }
            guard cursor > start, dialect == .simpleDateFormat || cursor - start >= count else { return nil }
            position = cursor
            return isNegative ? -value : value
        }

        private mutating func fraction(_ count: Int) -> Bool {
            let digits = bytes[position...].prefix(min(count, 9)).prefix { $0 &- UInt8(ascii: "0") < 10 }
            guard digits.count == min(count, 9) else { return false }
            position += digits.count
            nanoseconds = (digits + [UInt8](repeating: UInt8(ascii: "0"), count: 9 - digits.count))
                .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return true
        }

        /// Full names are tried before abbreviations, in any case.
        private mutating func name(_ names: [String], prefix: Int = 3) -> Int? {
            let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self).lowercased()
            for whole in [true, false] {
                for (index, name) in names.enumerated() {
                    let wanted = whole ? name.lowercased() : String(name.lowercased().prefix(prefix))
                    guard rest.hasPrefix(wanted) else { continue }
                    position += wanted.utf8.count
                    return index
                }
            }
            return nil
        }

        private mutating func readZone(_ letter: UInt8, _ count: Int) -> Bool {
            if dialect == .dateTimeFormatter, let form = OffsetForm(letter: letter, count: count) {
                guard let (seconds, length) = form.read(bytes[position...]) else { return false }
                offset = seconds
                position += length
                return true
            }
            let isName = letter != UInt8(ascii: "V")
            // `SimpleDateFormat` reads both kinds of names, however many letters there are.
            let isAbbreviation = isName && (count < 4 || dialect == .simpleDateFormat)
            if isName, count > 3, let zones, let (name, length) = Zone.region(at: bytes[position...]) {
                zone = Zone(name, database: zones)
                position += length
                return zone != nil
            }
            let text = bytes[position...].prefix(Self.longestZoneName).prefix { byte in
                byte > 0x20 && byte < 0x7F && !"],;()\"'".utf8.contains(byte)
            }
            var candidate = Substring(String(decoding: text, as: UTF8.self))
            while !candidate.isEmpty {
                let name = String(candidate)
                // `DateTimeFormatter` takes an abbreviation for its zone, `SimpleDateFormat` for an offset.
                let region = isAbbreviation && dialect == .dateTimeFormatter ? Zone.region(of: name) : nil
                if let found = Zone.fixedOffset(name) {
                    offset = found
                } else if let zones, let found = Zone(region ?? name, database: zones) {
                    zone = found
                } else if isAbbreviation, let found = Self.northAmerican[name] {
                    offset = found
                } else {
                    candidate.removeLast()
                    continue
                }
                position += candidate.utf8.count
                return true
            }
            return false
        }

        /// Names in the time zone database have up to 32 bytes.
        private static let longestZoneName = 40

        /// The zones of RFC 822.
        private static let northAmerican = [
            "EST": -18_000, "EDT": -14_400, "CST": -21_600, "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200,
        ]

        /// Nil if the fields are no date, or out of range where that is an error.
        var resolved: ReadDateTime? {
            var hour = self.hour
            if hour == nil, let hourOfHalf { hour = hourOfHalf + (isAfternoon == true ? 12 : 0) }
            let hasTime = hour != nil || nanosecondOfDay != nil
            var month = month ?? 1
            var day = day ?? 1
            var year = year ?? 1970
            if isBeforeChrist { year = 1 - year }
            guard abs(year) <= 99_999_999, abs(month) <= 1_000_000, abs(day) <= 100_000_000, (dayOfYear ?? 0) <= 100_000_000 else {
                return nil
            }
            if dialect == .dateTimeFormatter {
                guard self.year != nil || self.nanosecondOfDay != nil || hasTime, (1...12).contains(month), (1...31).contains(day),
                    (0...23).contains(hour ?? 0),
                    (0...59).contains(minute ?? 0), (0...59).contains(second ?? 0)
                else { return nil }
                day = min(day, CivilTime.days(inMonth: month, ofYear: year))
            } else {
                year += (month - 1) / 12
                month = (month - 1) % 12 + 1
                if month < 1 {
                    month += 12
                    year -= 1
                }
            }
            var local = LocalDateTime(year: year, month: month, day: 1)
            local.seconds += ((dayOfYear ?? day) - 1) * 86_400
            if let dayOfYear {
                local = LocalDateTime(seconds: LocalDateTime(year: year, month: 1, day: 1).seconds + (dayOfYear - 1) * 86_400)
            }
            // `DateTimeFormatter` rejects the contradiction; `SimpleDateFormat` accepts any weekday.
            if dialect == .dateTimeFormatter, self.year != nil, let weekday, weekday != local.weekday { return nil }
            local.seconds += (hour ?? 0) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)
            var nanoseconds = nanoseconds ?? 0
            if let nanosecondOfDay {
                local.seconds += nanosecondOfDay / 1_000_000_000
                nanoseconds = nanosecondOfDay % 1_000_000_000
            }
            local.seconds += nanoseconds / 1_000_000_000
            local.nanoseconds = nanoseconds % 1_000_000_000
            return ReadDateTime(
                local: local, hasTime: hasTime, offsetSeconds: offset ?? zone?.offset(atLocal: local.seconds), zoneName: zone?.name)
        }
    }
}
