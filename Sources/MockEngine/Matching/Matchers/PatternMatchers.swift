internal import JSONDocument
internal import RegularExpression

/// `{"matches": "d[a-z]+"}`: a regular expression that fits the whole value; a dot also stands for a line end.
struct MatchesMatcher: ValueMatcher {
    static let key = "matches"
    var expectation: String { expression.pattern }
    private let expression: RegularExpression

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    func matches(_ subject: MatchSubject) -> Bool { expression.fits(subject) }
}

/// `{"doesNotMatch": "d[a-z]+"}`: the regular expression does not fit the whole value. Matches an absent value.
struct DoesNotMatchMatcher: ValueMatcher {
    static let key = "doesNotMatch"
    var expectation: String { expression.pattern }
    var denies: Bool { true }
    private let expression: RegularExpression

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    func matches(_ subject: MatchSubject) -> Bool { !expression.fits(subject) }
}
