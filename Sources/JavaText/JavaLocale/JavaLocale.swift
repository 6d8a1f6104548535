/// How a language and a country write dates and numbers, as in Java (CLDR).
///
/// Only the locales of `JavaLocale+Table.swift` are known; an unknown country falls back to its language, an unknown language to English.
package struct JavaLocale: Sendable {
    /// The texts of a locale; several texts are in one row, separated by `|`.
    package enum Field: Sendable {
        /// From January on, in the form for dates, not for standalone use.
        case months, shortMonths
        /// From Monday on.
        case weekdays, shortWeekdays
        /// Before and after noon.
        case halves
        /// Before and after the year one.
        case eras
        /// Patterns: full, long, medium, short.
        case dates, times
        /// Between date and time: if the shorter of both is full or long, and otherwise.
        case glue
        /// For decimals, for thousands, for negative numbers.
        case signs
        /// Patterns of numbers.
        case percent, currency
        /// The currency's sign; Java's `¤` for a language without a country.
        case symbol
    }

    /// English without a country.
    package static let english = JavaLocale("en")

    private let own: [Field: [String]]
    private let language: [Field: [String]]

    private static let rows = table.mapValues { row in
        row.mapValues { $0.split(separator: "|", omittingEmptySubsequences: false).map { String($0) } }
    }

    /// - Parameter name: `en_GB`, `en-GB`, `en`, or any text. Empty means `en_US`, as in WireMock's own image.
    package init(_ name: String) {
        let parts = (name.isEmpty ? "en_US" : name).split { $0 == "_" || $0 == "-" }
        let language = parts.first.map { $0.lowercased() } ?? "en"
        self.language = Self.rows[language] ?? Self.rows["en"] ?? [:]
        own = parts.count > 1 ? Self.rows["\(language)_\(parts[1].uppercased())"] ?? [:] : [:]
    }

    /// The texts of a field; empty if the field has none.
    package func list(_ field: Field) -> [String] { own[field] ?? language[field] ?? [] }

    /// The first text of a field.
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
