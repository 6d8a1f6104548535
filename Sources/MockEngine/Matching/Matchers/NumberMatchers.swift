package import JSONDocument

/// `{"equalToNumber": 5}`: the value is that number, however it is written.
package struct EqualToNumberMatcher: ValueMatcher {
    package static let key = "equalToNumber"
    package var expectation: String { "== \(bound.text)" }
    private let bound: NumberBound

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    package func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 == $1 } }
}

/// `{"greaterThanEqualNumber": 5}`: the value is that number or a larger one.
package struct GreaterThanEqualNumberMatcher: ValueMatcher {
    package static let key = "greaterThanEqualNumber"
    package var expectation: String { ">= \(bound.text)" }
    private let bound: NumberBound

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    package func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 >= $1 } }
}

/// `{"greaterThanNumber": 5}`: the value is a larger number.
package struct GreaterThanNumberMatcher: ValueMatcher {
    package static let key = "greaterThanNumber"
    package var expectation: String { "> \(bound.text)" }
    private let bound: NumberBound

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    package func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 > $1 } }
}

/// `{"lessThanEqualNumber": 5}`: the value is that number or a smaller one.
package struct LessThanEqualNumberMatcher: ValueMatcher {
    package static let key = "lessThanEqualNumber"
    package var expectation: String { "<= \(bound.text)" }
    private let bound: NumberBound

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    package func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 <= $1 } }
}

/// `{"lessThanNumber": 5}`: the value is a smaller number.
package struct LessThanNumberMatcher: ValueMatcher {
    package static let key = "lessThanNumber"
    package var expectation: String { "< \(bound.text)" }
    private let bound: NumberBound

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    package func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 < $1 } }
}
