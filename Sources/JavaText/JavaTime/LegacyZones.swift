/// Zones with an abbreviation as their name, and their names in the database since 2024b. Debian has the abbreviations in a separate
/// package from version 13 on (tzdata-legacy); Java knows them on every system. Source: tzdata's file `backward`.
enum LegacyZones {
    static let names = [
        "CET": "Europe/Brussels", "MET": "Europe/Brussels", "EET": "Europe/Athens", "WET": "Europe/Lisbon", "EST": "America/Panama",
        "MST": "America/Phoenix", "HST": "Pacific/Honolulu", "EST5EDT": "America/New_York", "CST6CDT": "America/Chicago",
        "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles",
    ]
}
