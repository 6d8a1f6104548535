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
        return Self.longNames[abbreviation] ?? abbreviation
    }

    /// Abbreviations that usually stand for one zone.
    private static let longNames = [
        "UTC": "Coordinated Universal Time", "GMT": "Greenwich Mean Time", "BST": "British Summer Time",
        "WET": "Western European Standard Time", "WEST": "Western European Summer Time",
        "CET": "Central European Standard Time", "CEST": "Central European Summer Time",
        "EET": "Eastern European Standard Time", "EEST": "Eastern European Summer Time",
        "EST": "Eastern Standard Time", "EDT": "Eastern Daylight Time", "CST": "Central Standard Time", "CDT": "Central Daylight Time",
        "MST": "Mountain Standard Time", "MDT": "Mountain Daylight Time", "PST": "Pacific Standard Time", "PDT": "Pacific Daylight Time",
        "IST": "India Standard Time", "JST": "Japan Standard Time", "KST": "Korean Standard Time",
        "AEST": "Australian Eastern Standard Time", "AEDT": "Australian Eastern Daylight Time",
        "NZST": "New Zealand Standard Time", "NZDT": "New Zealand Daylight Time",
    ]
}
