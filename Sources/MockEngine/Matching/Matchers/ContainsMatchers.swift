internal import JSONDocument

/// `{"contains": "dance"}`: the value contains the text.
struct ContainsMatcher: ValueMatcher {
    static let key = "contains"
    let expectation: String

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    func matches(_ subject: MatchSubject) -> Bool { subject.text?.containsExactly(expectation) ?? false }
}

extension String {
    /// Whether the other text is part of this one, compared scalar by scalar.
    func containsExactly(_ other: String) -> Bool { ByteSearch.contains(utf8Span.span, other.utf8Span.span) }
}

/// `{"doesNotContain": "dance"}`: the value does not contain the text. Matches an absent value.
struct DoesNotContainMatcher: ValueMatcher {
    static let key = "doesNotContain"
    let expectation: String
    var denies: Bool { true }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        expectation = text
    }

    func matches(_ subject: MatchSubject) -> Bool { !(subject.text?.containsExactly(expectation) ?? false) }
}
