public import JSONDocument

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
