internal import JSONDocument
internal import JSONPath

/// `{"matchesJsonPath": "$.poses[?(@.id == 7)]"}`: the path finds something other than null or an empty list or object.
/// `{"matchesJsonPath": {"expression": "$.name", "contains": "x"}}`: the matcher accepts one of the results; `absent` matches if there is
/// none. As in WireMock, a bare word counts as a JSON string here; null and incomplete JSON are never accepted.
struct MatchesJSONPathMatcher: ValueMatcher {
    static let key = "matchesJsonPath"
    let expectation: String
    /// Nil for one with an unknown function, which never matches.
    private let path: JSONPath?
    private let inner: (any ValueMatcher)?

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let lookup = fields.lookup(Self.key, registry) else { return nil }
        do { path = try JSONPath.compile(lookup.expression, limits: registry.limits.jsonPath) } catch {
            guard error.isUnknownFunction else {
                fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: lookup.place)
                return nil
            }
            fields.report.warn("\"\(Self.key)\" never matches: \(error)", at: lookup.place)
            path = nil
        }
        inner = lookup.inner
        expectation = lookup.expectation
    }

    func matches(_ subject: MatchSubject) -> Bool {
        guard let inner else { return found(subject).map { !$0.isEmptyContainer } ?? false }
        return candidates(subject, for: inner).contains { inner.matches($0) }
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let inner else { return matches(subject) ? 0 : 1 }
        let candidates = candidates(subject, for: inner)
        if candidates.contains(where: { inner.matches($0) }) { return 0 }
        return candidates.prefix(MissLimits.elements).map { inner.distance($0) }.min() ?? 1
    }

    func shown(_ subject: MatchSubject) -> String? {
        inner.flatMap { candidates(subject, for: $0).first?.text } ?? subject.text
    }

    /// Nil if the path finds nothing, or null.
    private func found(_ subject: MatchSubject) -> JSONValue? {
        guard let path, let json = document(subject) else { return nil }
        let value = subject.noting { try path.evaluate(json, within: subject.context.budget).value }
        return value?.isNull == true ? nil : value
    }

    private func document(_ subject: MatchSubject) -> JSONValue? {
        if let json = subject.json(for: .search) { return json.isNull ? nil : json }
        guard let text = subject.text, let first = text.first(where: { !$0.isWhitespace }), !"{[<".contains(first) else { return nil }
        return .string(text)
    }

    /// What the inner matcher is tried on, in order. Each is made when it is its turn: the texts of nested values together are much longer
    /// than the document.
    private func candidates(_ subject: MatchSubject, for inner: any ValueMatcher) -> LazyMapSequence<[JSONValue], MatchSubject> {
        let comparesTrees = inner is EqualToJSONMatcher
        return results(subject, for: inner).lazy.map { comparesTrees ? subject.found(document: $0) : subject.found(result: $0) }
    }

    /// The elements of a list, but the list itself for a comparison with JSON. Null stands for an absent value.
    private func results(_ subject: MatchSubject, for inner: any ValueMatcher) -> [JSONValue] {
        guard path != nil, subject.isAbsent || document(subject) != nil else { return [] }
        guard let found = found(subject), !(found.array?.isEmpty == true && inner is AbsentMatcher) else {
            return inner is AbsentMatcher ? [.null] : []
        }
        return inner is EqualToJSONMatcher ? [found] : found.array ?? [found]
    }
}

extension JSONValue {
    fileprivate var isEmptyContainer: Bool { array?.isEmpty ?? object?.isEmpty ?? false }
}
