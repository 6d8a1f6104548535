public import JSONDocument

/// `{"after": "now +3 days"}`: a date and time that is later than the moment (`DateTimeCondition`).
public struct AfterMatcher: ValueMatcher {
    public static let key = "after"
    public var expectation: String { condition.text }
    private let condition: DateTimeCondition

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    public func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual > $0.expected } ?? false }

    public func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"before": "now +3 days"}`: a date and time that is earlier than the moment (`DateTimeCondition`).
public struct BeforeMatcher: ValueMatcher {
    public static let key = "before"
    public var expectation: String { condition.text }
    private let condition: DateTimeCondition

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    public func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual < $0.expected } ?? false }

    public func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"equalToDateTime": "2026-11-21T10:15:30Z"}`: a date and time that is that moment (`DateTimeCondition`).
public struct EqualToDateTimeMatcher: ValueMatcher {
    public static let key = "equalToDateTime"
    public var expectation: String { condition.text }
    private let condition: DateTimeCondition

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    public func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual == $0.expected } ?? false }

    public func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}
