/// The zone that a text begins with, where a pattern has one of the letters for zones.
struct ZoneText {
    private enum Meaning {
        case offset(Int)
        case zone(Zone)
    }

    private let meaning: Meaning
    /// In bytes.
    let length: Int

    /// Whether it is an offset, which counts before a zone that is beside it.
    var isOffset: Bool { if case .offset = meaning { true } else { false } }

    /// Seconds east of Greenwich on a clock in the zone.
    func offset(atLocal seconds: Int) -> Int {
        switch meaning {
        case .offset(let offset): offset
        case .zone(let zone): zone.offset(atLocal: seconds)
        }
    }

    /// - Parameter form: the one form that the offset may have.
    static func offset(_ bytes: ArraySlice<UInt8>, _ form: OffsetForm) -> ZoneText? {
        guard let (seconds, length) = form.read(bytes) else { return nil }
        return ZoneText(meaning: .offset(seconds), length: length)
    }

    /// - Parameters:
    ///   - letter: the letter of the pattern, and how often it is there.
    ///   - zones: the database of named zones; without it only UTC, offsets and RFC 822's zones are known.
    static func read(
        _ bytes: ArraySlice<UInt8>, letter: UInt8, count: Int, dialect: JavaDateFormat.Dialect, in zones: (any TimeZoneDatabase)?
    ) -> ZoneText? {
        if dialect == .dateTimeFormatter, let form = OffsetForm(letter: letter, count: count) { return offset(bytes, form) }
        let isName = letter != UInt8(ascii: "V")
        // `SimpleDateFormat` reads both kinds of names, however many letters there are.
        let isAbbreviation = isName && (count < 4 || dialect == .simpleDateFormat)
        if isName, count > 3, let zones, let (name, length) = Zone.region(at: bytes) {
            return Zone(name, database: zones).map { ZoneText(meaning: .zone($0), length: length) }
        }
        let text = bytes.prefix(longestName).prefix { $0 > 0x20 && $0 < 0x7F && !"],;()\"'".utf8.contains($0) }
        var candidate = Substring(String(decoding: text, as: UTF8.self))
        while !candidate.isEmpty {
            let name = String(candidate)
            // `DateTimeFormatter` takes an abbreviation for its zone, `SimpleDateFormat` for an offset.
            let region = isAbbreviation && dialect == .dateTimeFormatter ? Zone.region(of: name) : nil
            if let found = Zone.fixedOffset(name) { return ZoneText(meaning: .offset(found), length: name.utf8.count) }
            if let zones, let found = Zone(region ?? name, database: zones) {
                return ZoneText(meaning: .zone(found), length: name.utf8.count)
            }
            if isAbbreviation, let found = northAmerican[name] { return ZoneText(meaning: .offset(found), length: name.utf8.count) }
            candidate.removeLast()
        }
        return nil
    }

    /// Names in the time zone database have up to 32 bytes.
    private static let longestName = 40

    /// The zones of RFC 822.
    private static let northAmerican = [
        "EST": -18_000, "EDT": -14_400, "CST": -21_600, "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200,
    ]
}
