public import JSONDocument

/// `{"contains": "dance"}`: the text is somewhere in the value.
public struct ContainsMatcher: ValueMatcher {
    public static let key = "contains"
    public let expectation: String

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    public func matches(_ subject: MatchSubject) -> Bool { subject.text?.containsExactly(expectation) ?? false }
}

extension String {
    /// Whether the other text is part of this one, scalar by scalar.
    func containsExactly(_ other: String) -> Bool { ByteSearch.contains(utf8Span.span, other.utf8Span.span) }
}

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
