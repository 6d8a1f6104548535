package import JSONDocument

/// `{"contains": "dance"}`: the text is somewhere in the value.
package struct ContainsMatcher: ValueMatcher {
    package static let key = "contains"
    package let expectation: String

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    package func matches(_ subject: MatchSubject) -> Bool { subject.text?.containsExactly(expectation) ?? false }
}

extension String {
    /// Whether the other text is part of this one, scalar by scalar.
    func containsExactly(_ other: String) -> Bool { ByteSearch.contains(utf8Span.span, other.utf8Span.span) }
}

/// `{"doesNotContain": "dance"}`: the text is nowhere in the value. Met by an absent value.
package struct DoesNotContainMatcher: ValueMatcher {
    package static let key = "doesNotContain"
    package let expectation: String

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    package func matches(_ subject: MatchSubject) -> Bool { !(subject.text?.containsExactly(expectation) ?? false) }
}
