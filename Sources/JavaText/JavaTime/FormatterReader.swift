/// Reads a text by a pattern of `DateTimeFormatter`, as exactly as Java: names in their own case and in the length that the number of
/// letters asks for, numbers with as many digits as there are letters, a sign only where there are more digits.
struct FormatterReader {
    private let bytes: [UInt8]
    private let zones: (any TimeZoneDatabase)?
    /// As Java reads RFC 1123: in either case, names also as numbers, numbers of one to nine digits.
    private let isLenient: Bool
    private var position = 0
    private(set) var values: [DateField: Int] = [:]
    private(set) var zone: ZoneText?

    init(bytes: [UInt8], zones: (any TimeZoneDatabase)?, isLenient: Bool) {
        self.bytes = bytes
        self.zones = zones
        self.isLenient = isLenient
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func read(_ pieces: [JavaDateFormat.Piece]) -> Bool {
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard starts(with: literal) else { return false }
                position += literal.count
            case .optional(let inner):
                let before = self
                if !read(inner) { self = before }
            case .field(let letter, let count):
                guard field(letter, count, before: pieces[(index + 1)...]) else { return false }
            }
        }
        return true
    }

    /// How many digits a number leaves to the numbers directly behind it, if all of these have a fixed width.
    private static func reserved(by pieces: ArraySlice<JavaDateFormat.Piece>) -> Int {
        var digits = 0
        for piece in pieces {
            guard case .field(let letter, let count) = piece, let form = NumberForm(letter: letter, count: count) else { break }
            guard form.isFixed else { return 0 }
            digits += form.digits.upperBound
        }
        return digits
    }

    private mutating func field(_ letter: UInt8, _ count: Int, before rest: ArraySlice<JavaDateFormat.Piece>) -> Bool {
        guard let field = DateField(letter: letter) else { return letter != UInt8(ascii: "B") && readZone(letter, count) }
        if let names = JavaDateFormat.names(letter, count) {
            if let index = name(names) { return store(index + field.first, field) }
            guard isLenient else { return false }
        }
        guard let form = isLenient ? NumberForm(1...9) : NumberForm(letter: letter, count: count),
            let (number, length) = form.read(bytes[position...], reserved: form.isFixed ? 0 : Self.reserved(by: rest)),
            let value = field.value(number, letter: letter, count: count)
        else { return false }
        position += length
        return store(value, field)
    }

    /// Takes a field once, and again only with the same value.
    private mutating func store(_ value: Int, _ field: DateField) -> Bool {
        if let known = values[field] { return known == value }
        values[field] = value
        return true
    }

    /// The place of the longest name that is next; of equal ones, such as narrow months, that of the last, as in Java.
    private mutating func name(_ names: [String]) -> Int? {
        var found: (index: Int, length: Int)?
        for (index, name) in names.enumerated() where name.utf8.count >= found?.length ?? 1 && starts(with: name.utf8) {
            found = (index, name.utf8.count)
        }
        position += found?.length ?? 0
        return found?.index
    }

    private func starts(with text: some Collection<UInt8>) -> Bool {
        let next = bytes[position...].prefix(text.count)
        return next.count == text.count && zip(next, text).allSatisfy { $0 == $1 || isLenient && Self.lowered($0) == Self.lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private mutating func readZone(_ letter: UInt8, _ count: Int) -> Bool {
        let rest = bytes[position...]
        let found =
            isLenient
            ? ZoneText.offset(rest, .rfc1123) : ZoneText.read(rest, letter: letter, count: count, dialect: .dateTimeFormatter, in: zones)
        guard let found else { return false }
        position += found.length
        if zone == nil || found.isOffset { zone = found }
        return true
    }
}
