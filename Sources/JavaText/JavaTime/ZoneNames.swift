extension Zone {
    /// The short name at a moment, as Java prints it: `CET`, `UTC`, or `GMT` with the offset.
    package func abbreviation(at epochSeconds: Int) -> String {
        if let abbreviation = namedAbbreviation(at: epochSeconds) { return abbreviation }
        let offset = offset(at: epochSeconds)
        return "GMT" + (offset == 0 ? "" : JavaDateFormat.offset(offset, colons: true, zero: nil))
    }

    /// The long English name at a moment, `Central European Standard Time`; the short name for zones that are not in the table.
    func longName(at epochSeconds: Int) -> String {
        let abbreviation = abbreviation(at: epochSeconds)
        return Self.known[abbreviation]?.longName ?? abbreviation
    }

    /// The zone of the database that an abbreviation usually stands for: `CEST` is `Europe/Paris`, also in winter, as Java reads it.
    static func region(of abbreviation: String) -> String? { known[abbreviation]?.region }

    /// The zone that a text begins with by its long English name, `Central European Summer Time` or `Central European Time`, and the
    /// number of bytes of the name.
    static func region(at start: ArraySlice<UInt8>) -> (name: String, length: Int)? {
        longNames.first { start.starts(with: $0.name) }.map { ($0.region, $0.name.count) }
    }

    /// The longest first, because some begin with others.
    private static let longNames = known.values.flatMap { region, longName in
        let words = longName.split(separator: " ")
        let general = words.filter { !["Standard", "Summer", "Daylight"].contains($0) }.joined(separator: " ")
        return [longName, general].map { (name: Array($0.utf8), region: region) }
    }.sorted { ($1.name.count, $0.region) < ($0.name.count, $1.region) }

    /// Abbreviations that usually stand for one zone.
    private static let known: [String: (region: String, longName: String)] = [
        "UTC": ("UTC", "Coordinated Universal Time"), "GMT": ("GMT", "Greenwich Mean Time"),
        "BST": ("Europe/London", "British Summer Time"),
        "WET": ("Europe/Lisbon", "Western European Standard Time"), "WEST": ("Europe/Lisbon", "Western European Summer Time"),
        "CET": ("Europe/Paris", "Central European Standard Time"), "CEST": ("Europe/Paris", "Central European Summer Time"),
        "EET": ("Europe/Athens", "Eastern European Standard Time"), "EEST": ("Europe/Athens", "Eastern European Summer Time"),
        "MSK": ("Europe/Moscow", "Moscow Standard Time"),
        "EST": ("America/New_York", "Eastern Standard Time"), "EDT": ("America/New_York", "Eastern Daylight Time"),
        "CST": ("America/Chicago", "Central Standard Time"), "CDT": ("America/Chicago", "Central Daylight Time"),
        "MST": ("America/Denver", "Mountain Standard Time"), "MDT": ("America/Denver", "Mountain Daylight Time"),
        "PST": ("America/Los_Angeles", "Pacific Standard Time"), "PDT": ("America/Los_Angeles", "Pacific Daylight Time"),
        "AKST": ("America/Anchorage", "Alaska Standard Time"), "AKDT": ("America/Anchorage", "Alaska Daylight Time"),
        "HST": ("Pacific/Honolulu", "Hawaii-Aleutian Standard Time"),
        "IST": ("Asia/Kolkata", "India Standard Time"), "JST": ("Asia/Tokyo", "Japan Standard Time"),
        "KST": ("Asia/Seoul", "Korean Standard Time"), "HKT": ("Asia/Hong_Kong", "Hong Kong Standard Time"),
        "SAST": ("Africa/Johannesburg", "South Africa Standard Time"),
        "AEST": ("Australia/Sydney", "Australian Eastern Standard Time"),
        "AEDT": ("Australia/Sydney", "Australian Eastern Daylight Time"),
        "NZST": ("Pacific/Auckland", "New Zealand Standard Time"), "NZDT": ("Pacific/Auckland", "New Zealand Daylight Time"),
    ]
}
