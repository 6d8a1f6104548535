package import JSONDocument
internal import RegularExpression

/// `{"matches": "d[a-z]+"}`: a regular expression that fits the whole value; a dot also stands for a line end.
package struct MatchesMatcher: ValueMatcher {
    package static let key = "matches"
    package var expectation: String { expression.pattern }
    private let expression: RegularExpression

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    package func matches(_ subject: MatchSubject) -> Bool { expression.fits(subject) }
}

/// `{"doesNotMatch": "d[a-z]+"}`: the regular expression does not fit the whole value. Met by an absent value.
package struct DoesNotMatchMatcher: ValueMatcher {
    package static let key = "doesNotMatch"
    package var expectation: String { expression.pattern }
    private let expression: RegularExpression

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    package func matches(_ subject: MatchSubject) -> Bool { !expression.fits(subject) }
}
