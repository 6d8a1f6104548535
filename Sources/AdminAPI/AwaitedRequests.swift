internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What `requests/await` waits for: a request pattern, with `count` and `timeoutMilliseconds` beside its fields.
struct AwaitedRequests {
    /// The most entries that a call keeps.
    private static let mostRequests = 100_000

    let condition: JournalCondition
    /// The pattern as it was written.
    let pattern: JSONValue
    let count: Int
    let timeout: Duration

    /// Nil when it is invalid; the report then has every mistake.
    init?(_ node: JSONNode, _ report: ProblemReport, _ matchers: MatcherRegistry) {
        guard var fields = FieldReader(node, report) else { return nil }
        count = fields.exactNumber("count", in: 1...Self.mostRequests) ?? 1
        timeout = fields.timeout()
        let pattern = RequestPattern(&fields)
        fields.finishPattern()
        var object = node.value.object ?? [:]
        for name in ["count", "timeoutMilliseconds"] { object[name] = nil }
        self.pattern = .object(object)
        guard let condition = JournalCondition(pattern, matchers, report) else { return nil }
        self.condition = condition
    }
}
