public import JSONDocument

/// `{"or": [{…}, {…}]}`: at least one of them accepts the value. At least two.
public struct OrMatcher: ValueMatcher {
    public static let key = "or"
    public var expectation: String { matchers.map { $0.phrase }.joined(separator: " OR ") }
    private let matchers: [any ValueMatcher]

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let matchers = fields.matchers(Self.key, registry) else { return nil }
        self.matchers = matchers
    }

    public func matches(_ subject: MatchSubject) -> Bool { matchers.contains { $0.matches(subject) } }

    public func distance(_ subject: MatchSubject) -> Double {
        matchers.map { $0.distance(subject) }.min() ?? 1
    }
}
