/// How a language and a country write dates and numbers, as Java (CLDR) has it.
///
/// Known are the locales of `JavaLocale+Table.swift`; a country that is not among them is its language, a language that is not is
/// English.
package struct JavaLocale: Sendable {
    /// What a locale says; several texts stand in one row with `|` between them.
    package enum Field: Sendable {
        /// From January on; as a date holds them, not as they stand alone.
        case months, shortMonths
        /// From Monday on.
        case weekdays, shortWeekdays
        /// Before and after noon.
        case halves
        /// Before and after the year one.
        case eras
        /// Patterns: full, long, medium, short.
        case dates, times
        /// Between date and time: when the shorter of both is full or long, and else.
        case glue
        /// Of decimals, of thousands, of negative numbers.
        case signs
        /// Patterns of numbers.
        case percent, currency
        /// The currency's; Java's `¤` for a language without a country.
        case symbol
    }

    package static let english = JavaLocale("en")

    private let own: [Field: [String]]
    private let language: [Field: [String]]

    private static let rows = table.mapValues { row in
        row.mapValues { $0.split(separator: "|", omittingEmptySubsequences: false).map { String($0) } }
    }

    /// - Parameter name: `en_GB`, `en-GB`, `en`; any text may be given. An empty one is `en_US`, as in WireMock's own image.
    package init(_ name: String) {
        let parts = (name.isEmpty ? "en_US" : name).split { $0 == "_" || $0 == "-" }
        let language = parts.first.map { $0.lowercased() } ?? "en"
        self.language = Self.rows[language] ?? Self.rows["en"] ?? [:]
        own = parts.count > 1 ? Self.rows["\(language)_\(parts[1].uppercased())"] ?? [:] : [:]
    }

    package func list(_ field: Field) -> [String] { own[field] ?? language[field] ?? [] }

    /// What stands in a row of one.
    package func text(_ field: Field) -> String { list(field).first ?? "" }

    var currencySymbol: String { own[.symbol]?.first ?? "\u{A4}" }

    /// The pattern of a date or a time in a style of Java's.
    package func pattern(_ field: Field, style: String) -> String? { Self.styles.firstIndex(of: style).map { list(field)[$0] } }

    /// The pattern of a date with a time behind it.
    package func pattern(date: String, time: String) -> String? {
        guard let dateStyle = Self.styles.firstIndex(of: date), let timeStyle = Self.styles.firstIndex(of: time) else { return nil }
        return list(.dates)[dateStyle] + list(.glue)[max(dateStyle, timeStyle) < 2 ? 0 : 1] + list(.times)[timeStyle]
    }

    private static let styles = ["full", "long", "medium", "short"]
}
