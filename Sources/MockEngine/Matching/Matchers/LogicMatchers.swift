package import JSONDocument
internal import StubModel

/// `{"and": [{…}, {…}]}`: all of them accept the value. At least two.
package struct AndMatcher: ValueMatcher {
    package static let key = "and"
    package var expectation: String { matchers.map { $0.phrase }.joined(separator: " AND ") }
    private let matchers: [any ValueMatcher]

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let matchers = fields.matchers(Self.key, registry) else { return nil }
        self.matchers = matchers
    }

    package func matches(_ subject: MatchSubject) -> Bool { matchers.allSatisfy { $0.matches(subject) } }

    package func distance(_ subject: MatchSubject) -> Double {
        matchers.reduce(0) { $0 + $1.distance(subject) } / Double(matchers.count)
    }
}

extension FieldReader {
    /// The operands of a logical matcher: two or more.
    mutating func matchers(_ name: String, _ registry: MatcherRegistry) -> [any ValueMatcher]? {
        guard let nodes = array(name) else { return nil }
        guard nodes.count >= 2 else {
            report.add("\"\(name)\" needs at least two matchers", at: place(of: name))
            return nil
        }
        return registry.compile(nodes, report)
    }
}

/// `{"not": {…}}`: the matcher does not accept the value.
package struct NotMatcher: ValueMatcher {
    package static let key = "not"
    package var expectation: String { matcher.phrase }
    private let matcher: any ValueMatcher

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let node = fields.take(Self.key), let matcher = registry.compile(ValuePattern(node), fields.report) else { return nil }
        self.matcher = matcher
    }

    package func matches(_ subject: MatchSubject) -> Bool { !matcher.matches(subject) }
}

/// `{"or": [{…}, {…}]}`: at least one of them accepts the value. At least two.
package struct OrMatcher: ValueMatcher {
    package static let key = "or"
    package var expectation: String { matchers.map { $0.phrase }.joined(separator: " OR ") }
    private let matchers: [any ValueMatcher]

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let matchers = fields.matchers(Self.key, registry) else { return nil }
        self.matchers = matchers
    }

    package func matches(_ subject: MatchSubject) -> Bool { matchers.contains { $0.matches(subject) } }

    package func distance(_ subject: MatchSubject) -> Double {
        matchers.map { $0.distance(subject) }.min() ?? 1
    }
}
