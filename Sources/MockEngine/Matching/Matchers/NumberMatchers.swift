public import JSONDocument

/// `{"equalToNumber": 5}`: the value is that number, however it is written.
public struct EqualToNumberMatcher: ValueMatcher {
    public static let key = "equalToNumber"
    public var expectation: String { "== \(bound.text)" }
    private let bound: NumberBound

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    public func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 == $1 } }
}

/// `{"greaterThanEqualNumber": 5}`: the value is that number or a larger one.
public struct GreaterThanEqualNumberMatcher: ValueMatcher {
    public static let key = "greaterThanEqualNumber"
    public var expectation: String { ">= \(bound.text)" }
    private let bound: NumberBound

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    public func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 >= $1 } }
}

/// `{"greaterThanNumber": 5}`: the value is a larger number.
public struct GreaterThanNumberMatcher: ValueMatcher {
    public static let key = "greaterThanNumber"
    public var expectation: String { "> \(bound.text)" }
    private let bound: NumberBound

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    public func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 > $1 } }
}

/// `{"lessThanEqualNumber": 5}`: the value is that number or a smaller one.
public struct LessThanEqualNumberMatcher: ValueMatcher {
    public static let key = "lessThanEqualNumber"
    public var expectation: String { "<= \(bound.text)" }
    private let bound: NumberBound

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    public func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 <= $1 } }
}

/// `{"lessThanNumber": 5}`: the value is a smaller number.
public struct LessThanNumberMatcher: ValueMatcher {
    public static let key = "lessThanNumber"
    public var expectation: String { "< \(bound.text)" }
    private let bound: NumberBound

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.bound = bound
    }

    public func matches(_ subject: MatchSubject) -> Bool { bound.holds(subject) { $0 < $1 } }
}
