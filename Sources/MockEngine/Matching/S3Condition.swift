internal import JSONDocument
internal import S3Dialect
internal import StubModel

/// A compiled `"s3"` pattern. All its values must match.
struct S3Condition: Sendable {
    /// The key comes last, because that of a form is in its body.
    private let values: [(value: S3Facts.Value, matcher: any ValueMatcher)]
    private let baseDomains: [String]

    /// Mistakes are in the report, and names of operations that S3 does not have.
    init(_ pattern: borrowing S3Pattern, _ registry: MatcherRegistry, _ report: ProblemReport) {
        if let node = pattern.operation?.node.member("equalTo"), case .string(let name) = node.content {
            Self.check(name, at: node, report)
        }
        let written: [(S3Facts.Value, ValuePattern?)] = [
            (.operation, pattern.operation), (.bucket, pattern.bucket), (.uploadID, pattern.uploadID),
            (.partNumber, pattern.partNumber), (.key, pattern.key),
        ]
        values = written.compactMap { value, pattern in
            pattern.flatMap { registry.compile($0, report) }.map { (value, $0) }
        }
        baseDomains = registry.s3BaseDomains
    }

    private static func check(_ name: String, at node: JSONNode, _ report: ProblemReport) {
        guard S3OperationName(rawValue: name) == nil else { return }
        let names = S3OperationName.allCases.map(\.rawValue)
        report.add(
            "S3 has no operation \"\(name)\"", at: node,
            repair: Spelling.suggestion(for: name, among: names) ?? "Write S3's own name, such as \"GetObject\".")
    }

    func isMet(by facts: RequestFacts) -> Bool {
        let own = facts.s3(baseDomains: baseDomains)
        return values.allSatisfy { value, matcher in
            facts.noting([own.subject(value, facts)]) { matcher.matches($0[0]) }
        }
    }

    /// Each value that the pattern names, with what the request has.
    func compared(with facts: RequestFacts) -> [(name: String, matcher: any ValueMatcher, subject: MatchSubject)] {
        let own = facts.s3(baseDomains: baseDomains)
        return values.map { ($0.value.rawValue, $0.matcher, own.subject($0.value, facts)) }
    }
}
