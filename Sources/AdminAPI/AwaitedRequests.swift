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
        guard case .object(let members) = node.content else {
            report.add("expected an object, found \(node.kind)", at: node)
            return nil
        }
        let isOurs = { (member: JSONMember) in ["count", "timeoutMilliseconds"].contains(member.name) }
        func part(_ members: [JSONMember]) -> JSONNode {
            JSONNode(content: .object(members), offset: node.offset, endOffset: node.endOffset)
        }
        guard var fields = FieldReader(part(members.filter(isOurs)), report) else { return nil }
        count = fields.wholeNumber("count", in: 1...Self.mostRequests) ?? 1
        timeout = fields.timeout()
        let pattern = part(members.filter { !isOurs($0) })
        self.pattern = pattern.value
        guard let condition = RequestPattern.decode(pattern, report).flatMap({ JournalCondition($0, matchers, report) }) else { return nil }
        self.condition = condition
    }
}
