internal import JSONDocument
internal import StubModel

/// `{"and": [{…}, {…}]}`: all of them accept the value. At least two.
struct AndMatcher: ValueMatcher {
    static let key = "and"
    var expectation: String { matchers.map { $0.phrase }.joined(separator: " AND ") }
    var denies: Bool { matchers.contains { $0.denies } }
    private let matchers: [any ValueMatcher]

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let matchers = fields.matchers(Self.key, registry) else { return nil }
        self.matchers = matchers
    }

    func matches(_ subject: MatchSubject) -> Bool { matchers.allSatisfy { $0.matches(subject) } }

    func distance(_ subject: MatchSubject) -> Double {
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
struct NotMatcher: ValueMatcher {
    static let key = "not"
    var expectation: String { matcher.phrase }
    var denies: Bool { true }
    private let matcher: any ValueMatcher

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let node = fields.take(Self.key), let matcher = registry.compile(ValuePattern(node), fields.report) else { return nil }
        self.matcher = matcher
    }

    func matches(_ subject: MatchSubject) -> Bool { !matcher.matches(subject) }
}

/// `{"or": [{…}, {…}]}`: at least one of them accepts the value. At least two.
struct OrMatcher: ValueMatcher {
    static let key = "or"
    var expectation: String { matchers.map { $0.phrase }.joined(separator: " OR ") }
    var denies: Bool { matchers.contains { $0.denies } }
    private let matchers: [any ValueMatcher]

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let matchers = fields.matchers(Self.key, registry) else { return nil }
        self.matchers = matchers
    }

    func matches(_ subject: MatchSubject) -> Bool { matchers.contains { $0.matches(subject) } }

    func distance(_ subject: MatchSubject) -> Double {
        matchers.map { $0.distance(subject) }.min() ?? 1
    }
}
