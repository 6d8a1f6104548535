/// Reads a text by a pattern of `SimpleDateFormat`: names in any case and in either length, numbers of any width and value (2026-02-30 is
/// March 2nd), and any weekday. It ignores what follows.
struct SimpleDateReader {
    private let bytes: [UInt8]
    private let zones: (any TimeZoneDatabase)?
    private var position = 0
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var dayOfYear: Int?
    private var hour: Int?
    private var hourOfHalf: Int?
    private var isAfternoon = false
    private var minute: Int?
    private var second: Int?
    private var nanoseconds: Int?
    private var zone: ZoneText?
    private var isBeforeChrist = false

    init(bytes: [UInt8], zones: (any TimeZoneDatabase)?) {
        self.bytes = bytes
        self.zones = zones
    }

    mutating func read(_ pieces: [JavaDateFormat.Piece]) -> Bool {
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard bytes[position...].starts(with: literal) else { return false }
                position += literal.count
            case .field(let letter, let count):
                let isAdjacent = index + 1 < pieces.count && Self.isNumber(pieces[index + 1])
                guard field(letter, count, isAdjacent) else { return false }
            case .optional: return false
            }
        }
        return true
    }

    private static func isNumber(_ piece: JavaDateFormat.Piece) -> Bool {
        guard case .field(let letter, let count) = piece else { return false }
        return "uyYDdFHkKhmsSwW".utf8.contains(letter) || "ML".utf8.contains(letter) && count < 3
    }

    private mutating func field(_ letter: UInt8, _ count: Int, _ isAdjacent: Bool) -> Bool {
        switch Unicode.Scalar(letter) {
        case "y", "Y":
            let start = position
            guard let value = number(count, isAdjacent, isSigned: true) else { return false }
            year = count <= 2 && position - start == 2 ? Self.century(value) : value
            return true
        case "M", "L":
            if count < 3 { return Self.store(&month, number(count, isAdjacent)) }
            return Self.store(&month, name(JavaDateFormat.names(letter, 4)).map { $0 + 1 })
        case "d": return Self.store(&day, number(count, isAdjacent))
        case "D": return Self.store(&dayOfYear, number(count, isAdjacent))
        case "E": return name(JavaDateFormat.names(letter, 4)) != nil
        case "H": return Self.store(&hour, number(count, isAdjacent))
        case "k": return Self.store(&hour, number(count, isAdjacent).map { $0 % 24 })
        case "h", "K": return Self.store(&hourOfHalf, number(count, isAdjacent).map { $0 % 12 })
        case "a":
            guard let half = name(["AM", "PM"], prefix: 2) else { return false }
            isAfternoon = half == 1
            return true
        case "m": return Self.store(&minute, number(count, isAdjacent))
        case "s": return Self.store(&second, number(count, isAdjacent))
        case "S": return Self.store(&nanoseconds, number(min(count, 10), isAdjacent).map { $0 % 10_000_000_000 * 1_000_000 })
        case "G":
            guard let era = name(["BC", "AD"], prefix: 2) else { return false }
            isBeforeChrist = era == 0
            return true
        case "u": return number(1, isAdjacent) != nil
        case "z", "Z", "X":
            zone = ZoneText.read(bytes[position...], letter: letter, count: count, dialect: .simpleDateFormat, in: zones)
            position += zone?.length ?? 0
            return zone != nil
        default: return number(count, isAdjacent) != nil
        }
    }

    private static func store(_ field: inout Int?, _ value: Int?) -> Bool {
        field = value
        return value != nil
    }

    /// The year from 80 years back to 20 ahead.
    private static func century(_ value: Int) -> Int { value >= 50 ? 1900 + value : 2000 + value }

    private mutating func number(_ count: Int, _ isAdjacent: Bool, isSigned: Bool = false) -> Int? {
        var cursor = position
        while cursor < bytes.count, bytes[cursor] == UInt8(ascii: " ") { cursor += 1 }
        var isNegative = false
        if isSigned, cursor < bytes.count, bytes[cursor] == UInt8(ascii: "-") || bytes[cursor] == UInt8(ascii: "+") {
            isNegative = bytes[cursor] == UInt8(ascii: "-")
            cursor += 1
        }
        let digits = bytes[cursor...].prefix(isAdjacent ? min(count, 15) : 10).prefix { $0 &- UInt8(ascii: "0") < 10 }
        guard !digits.isEmpty else { return nil }
        position = digits.endIndex
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -value : value
    }

    /// Full names are tried before abbreviations, in any case.
    private mutating func name(_ names: [String]?, prefix: Int = 3) -> Int? {
        let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self).lowercased()
        for whole in [true, false] {
            for (index, name) in (names ?? []).enumerated() {
                let wanted = whole ? name.lowercased() : String(name.lowercased().prefix(prefix))
                guard rest.hasPrefix(wanted) else { continue }
                position += wanted.utf8.count
                return index
            }
        }
        return nil
    }

    /// Nil if a field is so large that the date cannot be counted.
    var resolved: ReadDateTime? {
        let hour = hour ?? hourOfHalf.map { $0 + (isAfternoon ? 12 : 0) }
        var month = month ?? 1
        var year = year ?? 1970
        if isBeforeChrist { year = 1 - year }
        let day = dayOfYear ?? day ?? 1
        guard abs(year) <= 99_999_999, abs(month) <= 1_000_000, abs(day) <= 100_000_000 else { return nil }
        if dayOfYear != nil { month = 1 }
        year += (month - 1) / 12
        month = (month - 1) % 12 + 1
        if month < 1 {
            month += 12
            year -= 1
        }
        var local = LocalDateTime(year: year, month: month, day: 1)
        local.seconds += (day - 1) * 86_400 + (hour ?? 0) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)
        let nanoseconds = nanoseconds ?? 0
        local.seconds += nanoseconds / 1_000_000_000
        local.nanoseconds = nanoseconds % 1_000_000_000
        return ReadDateTime(local: local, hasTime: hour != nil, offsetSeconds: zone?.offset(atLocal: local.seconds))
    }
}
