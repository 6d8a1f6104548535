internal import JSONDocument
internal import JavaText

/// Compares the date and time that the value is with a moment (`DateTimeCondition`).
protocol DateTimeMatcher: ValueMatcher {
    static func holds(_ actual: LocalDateTime, _ expected: LocalDateTime) -> Bool
    var condition: DateTimeCondition { get }
    init(condition: DateTimeCondition)
}

extension DateTimeMatcher {
    var expectation: String { condition.text }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let condition = DateTimeCondition(&fields, Self.key, registry) else { return nil }
        self.init(condition: condition)
    }

    func matches(_ subject: MatchSubject) -> Bool { condition.compare(subject).map { Self.holds($0.actual, $0.expected) } ?? false }

    func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : condition.distance(subject) }
}

/// `{"after": "now +3 days"}`: a date and time that is later than the moment.
struct AfterMatcher: DateTimeMatcher {
    static let key = "after"
    let condition: DateTimeCondition

    static func holds(_ actual: LocalDateTime, _ expected: LocalDateTime) -> Bool { actual > expected }
}

/// `{"before": "now +3 days"}`: a date and time that is earlier than the moment.
struct BeforeMatcher: DateTimeMatcher {
    static let key = "before"
    let condition: DateTimeCondition

    static func holds(_ actual: LocalDateTime, _ expected: LocalDateTime) -> Bool { actual < expected }
}

/// `{"equalToDateTime": "2026-11-21T10:15:30Z"}`: a date and time that is that moment.
struct EqualToDateTimeMatcher: DateTimeMatcher {
    static let key = "equalToDateTime"
    let condition: DateTimeCondition

    static func holds(_ actual: LocalDateTime, _ expected: LocalDateTime) -> Bool { actual == expected }
}
