internal import JSONDocument

/// `{"after": "now +3 days"}`: a date and time that is later than the moment (`DateTimeCondition`).
struct AfterMatcher: ValueMatcher {
    static let key = "after"
    var expectation: String { condition.text }
    private let condition: DateTimeCondition

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual > $0.expected } ?? false }

    func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"before": "now +3 days"}`: a date and time that is earlier than the moment (`DateTimeCondition`).
struct BeforeMatcher: ValueMatcher {
    static let key = "before"
    var expectation: String { condition.text }
    private let condition: DateTimeCondition

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual < $0.expected } ?? false }

    func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"equalToDateTime": "2026-11-21T10:15:30Z"}`: a date and time that is that moment (`DateTimeCondition`).
struct EqualToDateTimeMatcher: ValueMatcher {
    static let key = "equalToDateTime"
    var expectation: String { condition.text }
    private let condition: DateTimeCondition

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual == $0.expected } ?? false }

    func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}
