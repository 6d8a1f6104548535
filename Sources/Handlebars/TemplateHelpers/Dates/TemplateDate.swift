package import JavaText

/// A point in time with the format in which it prints.
package struct TemplateDate: Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package var milliseconds: Int
    /// Nil for UTC by default, which prints without a zone.
    package var zone: Zone?
    /// The date in its format.
    package var text: String

    /// - Parameters:
    ///   - format: a pattern of `SimpleDateFormat`, `epoch` (milliseconds) or `unix` (seconds); nil for ISO 8601 to the second.
    /// - Throws: `.failure` for an invalid pattern.
    package init(milliseconds: Int, format: String? = nil, zone: Zone? = nil) throws(TemplateError) {
        try self.init(milliseconds: milliseconds, format: format, .simpleDateFormat, zone: zone)
    }

    /// - Parameters:
    ///   - dialect: which class of Java's the format is a pattern of.
    ///   - patterns: where compiled formats of that dialect are cached; nil to compile the format anew.
    init(
        milliseconds: Int, format: String?, _ dialect: JavaDateFormat.Dialect, zone: Zone?, locale: JavaLocale = .english,
        patterns: BoundedCache<JavaDateFormat>? = nil
    ) throws(TemplateError) {
        self.milliseconds = milliseconds
        self.zone = zone
        let time = ZonedDateTime(epochMilliseconds: milliseconds, zone: zone ?? .utc)
        switch format {
        case "epoch": text = String(milliseconds)
        case "unix": text = String(milliseconds / 1000)
        default:
            do {
                let pattern =
                    try format.map { text throws(JavaDateFormat.PatternError) in try Self.pattern(text, dialect, patterns) }
                    ?? Self.standard
                text = pattern.text(time, zone: zone ?? .utc, locale: locale)
            } catch {
                throw .failure("java.lang.IllegalArgumentException: \(error)")
            }
        }
    }

    private static func pattern(
        _ text: String, _ dialect: JavaDateFormat.Dialect, _ known: BoundedCache<JavaDateFormat>?
    ) throws(JavaDateFormat.PatternError) -> JavaDateFormat {
        guard let known else { return try JavaDateFormat(text, dialect) }
        return try known.value(text) { () throws(JavaDateFormat.PatternError) in try JavaDateFormat(text, dialect) }
    }

    private static let standard = try! JavaDateFormat("yyyy-MM-dd'T'HH:mm:ssXXX", .simpleDateFormat)
}
