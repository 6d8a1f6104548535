public import JSONDocument

/// `{"absent": true}`: there is no such value; for a body, it is empty. What is written behind the key does not matter, as in
/// WireMock.
public struct AbsentMatcher: ValueMatcher {
    public static let key = "absent"
    public var expectation: String { "(absent)" }

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    public func matches(_ subject: MatchSubject) -> Bool { subject.isAbsent }
}

/// `{"anything": "(always)"}`: met by every value, and by none.
public struct AnythingMatcher: ValueMatcher {
    public static let key = "anything"
    public var expectation: String { "anything" }

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    public func matches(_ subject: MatchSubject) -> Bool { true }
}
