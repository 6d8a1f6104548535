internal import Budget
internal import JavaText
internal import RegularExpression

/// XMLUnit's placeholders for a text or an attribute's value in an expected document:
/// `${xmlunit.ignore}`, `${xmlunit.isNumber}`, `${xmlunit.isDateTime}`, `${xmlunit.isDateTime(dd.MM.yyyy)}`, `${xmlunit.matchesRegex(…)}`.
struct XMLPlaceholders: Sendable {
    /// The text between the delimiters.
    enum Placeholder: Sendable {
        case ignore
        case number
        case dateTime(pattern: String?)
        case expression(RegularExpression)
    }

    private let shape: RegularExpression
    private let limits: MatchLimits

    /// - Parameters:
    ///   - opening: a regular expression for the opening delimiter; nil for `${`.
    ///   - closing: one for the closing delimiter; nil for `}`.
    /// - Throws: if one of them cannot be compiled.
    init(opening: String?, closing: String?, _ limits: MatchLimits) throws(RegularExpressionError) {
        self.limits = limits
        let keyword = #"\s*xmlunit\.([A-Za-z0-9]+)(?:\((.*)\))?\s*"#
        // Each is compiled alone first, so that a mistake is reported for the delimiter that has it.
        if let opening { _ = try RegularExpression(opening, limits: limits) }
        if let closing { _ = try RegularExpression(closing, limits: limits) }
        shape = try RegularExpression("(?:\(opening ?? #"\$\{"#))(?<placeholder>\(keyword))(?:\(closing ?? #"\}"#))", limits: limits)
    }

    /// Whether the expected text is a placeholder that accepts the actual text. False if it is not a placeholder.
    /// - Parameter subject: the value that the actual text is part of; notes it if a limit stops a pattern.
    func accepts(_ expected: String, _ actual: String, of subject: MatchSubject) -> Bool {
        switch subject.noting({ try placeholder(expected, subject.context.budget) }) {
        case .ignore: true
        case .number: Self.number?.fits(actual, of: subject) ?? false
        case .dateTime(let pattern): Self.isDateTime(actual, pattern: pattern, of: subject)
        case .expression(let expression): expression.occurs(in: actual, of: subject)
        case nil: false
        }
    }

    /// Whether the expected text is a placeholder for something that may be missing: only `ignore` is, whatever another one's pattern is.
    func acceptsAbsence(_ expected: String, of subject: MatchSubject) -> Bool {
        if case .ignore? = subject.noting({ try placeholder(expected, subject.context.budget) }) { true } else { false }
    }

    private func placeholder(_ text: String, _ budget: WorkBudget?) throws -> Placeholder? {
        guard let match = try shape.firstMatch(in: text, within: budget), match.range == 0..<text.utf8.count,
            let whole = shape.groupNames.first?.number, let keyword = match.text(whole + 1, in: text)
        else { return nil }
        let argument = match.text(whole + 2, in: text)
        switch keyword {
        case "ignore": return .ignore
        case "isNumber": return .number
        case "isDateTime": return .dateTime(pattern: argument?.isEmpty == false ? argument : nil)
        case "matchesRegex":
            guard let argument, !argument.isEmpty, let expression = try? RegularExpression(argument, options: [], limits: limits) else {
                return nil
            }
            return .expression(expression)
        default: return nil
        }
    }

    private static let number = try? RegularExpression(#"[+-]?(\d+|\d*\.\d+)([eE][+-]?\d+)?"#)
    /// ISO 8601 dates with or without a time, and the short American form.
    private static let dateTime = try? RegularExpression(
        #"\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}.*)?|\d{1,2}/\d{1,2}/(\d{2}|\d{4})( .*)?"#)

    private static func isDateTime(_ text: String, pattern: String?, of subject: MatchSubject) -> Bool {
        guard let pattern else { return dateTime?.fits(text, of: subject) ?? false }
        return (try? JavaDateFormat(pattern, .simpleDateFormat))?.read(text) != nil
    }
}
