internal import JSONDocument
internal import StubModel

/// An Authorization field with these credentials (RFC 7617): the scheme in any case, the rest exactly. Implements `basicAuth`, and has no
/// key of its own in patterns.
struct BasicAuthorization: ValueMatcher {
    static let key = EqualToMatcher.key
    private static let scheme = "Basic "
    let expectation: String

    init(_ credentials: BasicCredentials) {
        let code: String = Base64.encode(Array("\(credentials.username):\(credentials.password)".utf8))
        expectation = Self.scheme + code
    }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { nil }

    func matches(_ subject: MatchSubject) -> Bool {
        guard let text = subject.text else { return false }
        let length = Self.scheme.count
        return text.prefix(length).lowercased() == Self.scheme.lowercased()
            && String(text.dropFirst(length)).isSame(as: String(expectation.dropFirst(length)))
    }

    func distance(_ subject: MatchSubject) -> Double {
        matches(subject) ? 0 : subject.text.map { TextDistance.normalized($0, expectation, within: subject.context.budget) } ?? 1
    }
}
