package import JSONDocument

/// `{"after": "now +3 days"}`: a date and time that is later than the moment (`DateTimeCondition`).
package struct AfterMatcher: ValueMatcher {
    package static let key = "after"
    package var expectation: String { condition.text }
    private let condition: DateTimeCondition

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    package func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual > $0.expected } ?? false }

    package func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"before": "now +3 days"}`: a date and time that is earlier than the moment (`DateTimeCondition`).
package struct BeforeMatcher: ValueMatcher {
    package static let key = "before"
    package var expectation: String { condition.text }
    private let condition: DateTimeCondition

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    package func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual < $0.expected } ?? false }

    package func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"equalToDateTime": "2026-11-21T10:15:30Z"}`: a date and time that is that moment (`DateTimeCondition`).
package struct EqualToDateTimeMatcher: ValueMatcher {
    package static let key = "equalToDateTime"
    package var expectation: String { condition.text }
    private let condition: DateTimeCondition

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.condition = condition
    }

    package func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { $0.actual == $0.expected } ?? false }

    package func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}
