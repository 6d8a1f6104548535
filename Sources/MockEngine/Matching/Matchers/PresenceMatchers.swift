package import JSONDocument

/// `{"absent": true}`: there is no such value; for a body, it is empty. What is written behind the key does not matter, as in
/// WireMock.
package struct AbsentMatcher: ValueMatcher {
    package static let key = "absent"
    package var expectation: String { "(absent)" }

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    package func matches(_ subject: MatchSubject) -> Bool { subject.isAbsent }
}

/// `{"anything": "(always)"}`: met by every value, and by none.
package struct AnythingMatcher: ValueMatcher {
    package static let key = "anything"
    package var expectation: String { "anything" }

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    package func matches(_ subject: MatchSubject) -> Bool { true }
}
