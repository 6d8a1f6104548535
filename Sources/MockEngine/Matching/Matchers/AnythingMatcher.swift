public import JSONDocument

/// `{"anything": "(always)"}`: met by every value, and by none.
public struct AnythingMatcher: ValueMatcher {
    public static let key = "anything"
    public var expectation: String { "anything" }

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    public func matches(_ subject: MatchSubject) -> Bool { true }
}
