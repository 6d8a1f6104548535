public import JSONDocument

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
