public import JSONDocument
internal import RegularExpression

/// `{"matches": "d[a-z]+"}`: a regular expression that fits the whole value; a dot also stands for a line end.
public struct MatchesMatcher: ValueMatcher {
    public static let key = "matches"
    public var expectation: String { expression.pattern }
    private let expression: RegularExpression

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    public func matches(_ subject: MatchSubject) -> Bool { expression.fits(subject) }
}

/// `{"doesNotMatch": "d[a-z]+"}`: the regular expression does not fit the whole value. Met by an absent value.
public struct DoesNotMatchMatcher: ValueMatcher {
    public static let key = "doesNotMatch"
    public var expectation: String { expression.pattern }
    private let expression: RegularExpression

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let expression = fields.expression(Self.key, registry.limits.patterns) else { return nil }
        self.expression = expression
    }

    public func matches(_ subject: MatchSubject) -> Bool { !expression.fits(subject) }
}
