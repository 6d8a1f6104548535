public import JSONDocument

/// `{"doesNotContain": "dance"}`: the text is nowhere in the value. Met by an absent value.
public struct DoesNotContainMatcher: ValueMatcher {
    public static let key = "doesNotContain"
    public let expectation: String

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    public func matches(_ subject: MatchSubject) -> Bool { !(subject.text?.containsExactly(expectation) ?? false) }
}
