public import JSONDocument

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
