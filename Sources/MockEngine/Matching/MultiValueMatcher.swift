package import JSONDocument
package import StubModel

/// Compares all values of one name: of a header field, a query parameter, a form field.
package enum MultiValueMatcher: Sendable {
    /// At least one value must match; if there is none, an absent value must.
    case any(any ValueMatcher)
    /// There are as many values as matchers, and each matcher matches some value. As in WireMock, a value may serve several matchers.
    case hasExactly([any ValueMatcher])
    /// There is a value, and each matcher matches some value; additional values are allowed.
    case includes([any ValueMatcher])

    static let keys = ["hasExactly", "includes"]

    /// - Returns: nil if the pattern is invalid, which is then in the report.
    package init?(_ pattern: ValuePattern, _ registry: MatcherRegistry, _ report: ProblemReport) {
        guard case .object(let members) = pattern.node.content, members.contains(where: { Self.keys.contains($0.name) }) else {
            guard let matcher = registry.compile(pattern, report) else { return nil }
            self = .any(matcher)
            return
        }
        guard var fields = FieldReader(pattern.node, report) else { return nil }
        let before = report.problems.count
        let exact = fields.array("hasExactly")
        let some = fields.array("includes")
        if exact != nil { fields.warnOfIdle(["includes"], "beside \"hasExactly\"") }
        fields.finish()
        guard let nodes = exact ?? some else {
            if report.problems.count == before, let key = Self.keys.first(where: { fields.contains($0) }) {
                report.add("\"\(key)\" cannot be null", at: fields.place(of: key))
            }
            return nil
        }
        if nodes.isEmpty {
            let (key, effect) = exact == nil ? ("includes", "any value matches") : ("hasExactly", "no request matches")
            report.warn(
                "\"\(key)\" is empty, so \(effect)", at: fields.place(of: key), repair: "Write the matchers, such as {\"equalTo\": \"1\"}.")
        }
        guard let matchers = report.owning(pattern.node, { registry.compile(nodes, report) }) else { return nil }
        self = exact != nil ? .hasExactly(matchers) : .includes(matchers)
    }

    /// Whether the values match.
    /// - Parameter values: all values of the name; empty if the request has none.
    package func matches(_ values: [MatchSubject]) -> Bool {
        switch self {
        case .any(let matcher): values.isEmpty ? matcher.matches(.absent) : values.contains { matcher.matches($0) }
        case .includes(let matchers): Self.matchesEach(matchers, values)
        case .hasExactly(let matchers): matchers.count == values.count && Self.matchesEach(matchers, values)
        }
    }

    /// As in WireMock, a cookie is only compared if it exists: a missing one matches `absent` only.
    func matches(cookies values: [MatchSubject]) -> Bool {
        guard values.isEmpty, case .any(let matcher) = self else { return matches(values) }
        return matcher is AbsentMatcher
    }

    /// 0 for a match, at most 1.
    package func distance(_ values: [MatchSubject]) -> Double {
        switch self {
        case .any(let matcher): return Self.least(matcher, values)
        case .includes(let matchers), .hasExactly(let matchers):
            if matches(values) { return 0 }
            let sum = matchers.reduce(0) { $0 + Self.least($1, values) }
            let surplus = if case .hasExactly = self { max(0, values.count - matchers.count) } else { 0 }
            return min(1, max((sum + Double(surplus)) / Double(max(1, matchers.count + surplus)), 0.01))
        }
    }

    /// Whether a matcher in it matches because something is not met (`ValueMatcher.denies`).
    var denies: Bool {
        switch self {
        case .any(let matcher): matcher.denies
        case .hasExactly(let matchers), .includes(let matchers): matchers.contains { $0.denies }
        }
    }

    /// The matcher's key and expectation, for a diff.
    package var description: (key: String, expectation: String) {
        switch self {
        case .any(let matcher): (type(of: matcher).key, matcher.expectation)
        case .hasExactly(let matchers): ("hasExactly", Self.list(matchers))
        case .includes(let matchers): ("includes", Self.list(matchers))
        }
    }

    private static func matchesEach(_ matchers: [any ValueMatcher], _ values: [MatchSubject]) -> Bool {
        !values.isEmpty && matchers.allSatisfy { matcher in values.contains { matcher.matches($0) } }
    }

    private static func least(_ matcher: any ValueMatcher, _ values: [MatchSubject]) -> Double {
        values.map { matcher.distance($0) }.min() ?? matcher.distance(.absent)
    }

    private static func list(_ matchers: [any ValueMatcher]) -> String {
        "[" + matchers.map { $0.phrase }.joined(separator: " AND ") + "]"
    }
}

extension ValueMatcher {
    /// Key and expectation: `contains dance`.
    var phrase: String { "\(Self.key) \(expectation)" }
}
