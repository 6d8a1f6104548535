extension JavaDateFormat {
    /// Reads a text written after the pattern: `DateTimeFormatter` exactly as its letters say, `SimpleDateFormat` in many forms.
    /// - Parameters:
    ///   - zones: the database of named zones; without it only UTC, offsets and RFC 822's zones are known.
    ///   - isLenient: whether `DateTimeFormatter` reads as Java does for RFC 1123: letters in either case, months and weekdays also by
    ///     number, and numbers of one to nine digits.
    /// - Returns: nil if the text does not fit, or is no date.
    package func read(_ text: String, zones: (any TimeZoneDatabase)? = nil, isLenient: Bool = false) -> ReadDateTime? {
        let bytes = Array(text.utf8)
        switch dialect {
        case .simpleDateFormat:
            var reader = SimpleDateReader(bytes: bytes, zones: zones)
            return reader.read(pieces) ? reader.resolved : nil
        case .dateTimeFormatter:
            var reader = FormatterReader(bytes: bytes, zones: zones, isLenient: isLenient)
            return reader.read(pieces) && reader.isAtEnd ? reader.resolved : nil
        }
    }
}
