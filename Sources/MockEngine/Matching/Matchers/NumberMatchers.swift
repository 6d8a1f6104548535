internal import JSONDocument

/// `{"equalToNumber": 5}`: the value is that number, however it is written.
struct EqualToNumberMatcher: ValueMatcher {
    static let key = "equalToNumber"
    var expectation: String { "== \(bound.text)" }
    private let bound: NumberBound

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 == $1 } }
}

/// `{"greaterThanEqualNumber": 5}`: the value is that number or a larger one.
struct GreaterThanEqualNumberMatcher: ValueMatcher {
    static let key = "greaterThanEqualNumber"
    var expectation: String { ">= \(bound.text)" }
    private let bound: NumberBound

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 >= $1 } }
}

/// `{"greaterThanNumber": 5}`: the value is a larger number.
struct GreaterThanNumberMatcher: ValueMatcher {
    static let key = "greaterThanNumber"
    var expectation: String { "> \(bound.text)" }
    private let bound: NumberBound

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 > $1 } }
}

/// `{"lessThanEqualNumber": 5}`: the value is that number or a smaller one.
struct LessThanEqualNumberMatcher: ValueMatcher {
    static let key = "lessThanEqualNumber"
    var expectation: String { "<= \(bound.text)" }
    private let bound: NumberBound

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 <= $1 } }
}

/// `{"lessThanNumber": 5}`: the value is a smaller number.
struct LessThanNumberMatcher: ValueMatcher {
    static let key = "lessThanNumber"
    var expectation: String { "< \(bound.text)" }
    private let bound: NumberBound

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 < $1 } }
}
