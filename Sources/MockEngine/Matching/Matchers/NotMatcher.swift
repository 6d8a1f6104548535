public import JSONDocument
internal import StubModel

/// `{"not": {…}}`: the matcher does not accept the value.
public struct NotMatcher: ValueMatcher {
    public static let key = "not"
    public var expectation: String { matcher.phrase }
    private let matcher: any ValueMatcher

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let node = fields.take(Self.key), let matcher = registry.compile(ValuePattern(node), fields.report) else { return nil }
        self.matcher = matcher
    }

    public func matches(_ subject: MatchSubject) -> Bool { !matcher.matches(subject) }
}
