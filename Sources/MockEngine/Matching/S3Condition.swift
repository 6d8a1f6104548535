internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import StubModel

/// A compiled `"s3"` pattern. All its values must match.
struct S3Condition: Sendable {
    /// The key comes last, because that of a form is in its body.
    private let values: [(value: S3Facts.Value, matcher: any ValueMatcher)]
    private let baseDomains: [String]
    /// Whether it leaves the question that a browser asks before its request to S3.
    private let leavesPreflights: Bool

    /// Mistakes are in the report: names of operations that S3 does not have. Values that no request of the operation has are warnings.
    /// - Parameter leavesPreflights: whether the pattern is about other requests than preflights unless it names their operation.
    init(_ pattern: borrowing S3Pattern, leavesPreflights: Bool, _ registry: MatcherRegistry, _ report: ProblemReport) {
        self.leavesPreflights = leavesPreflights && pattern.operation == nil
        let operation = Self.operation(pattern, report)
        let written: [(S3Facts.Value, ValuePattern?)] = [
            (.operation, pattern.operation), (.bucket, pattern.bucket), (.uploadID, pattern.uploadID),
            (.partNumber, pattern.partNumber), (.key, pattern.key),
        ]
        values = written.compactMap { value, pattern in
            guard let pattern, let matcher = registry.compile(pattern, report) else { return nil }
            if let operation, let repair = Self.repair(of: value, in: operation), !matcher.matches(.absent) {
                report.warn(
                    "requests for \"\(operation.rawValue)\" have no \"\(value.rawValue)\", so none matches", at: pattern.node,
                    repair: repair)
            }
            return (value, matcher)
        }
        baseDomains = registry.s3BaseDomains
    }

    /// The one operation that the pattern names; nil for none, and for several.
    private static func operation(_ pattern: borrowing S3Pattern, _ report: ProblemReport) -> S3OperationName? {
        guard let node = pattern.operation?.node.member("equalTo"), case .string(let name) = node.content else { return nil }
        if let operation = S3OperationName(rawValue: name) { return operation }
        let names = S3OperationName.allCases.map(\.rawValue)
        report.add(
            "S3 has no operation \"\(name)\"", at: node,
            repair: Spelling.suggestion(for: name, among: names) ?? "Write S3's own name, such as \"GetObject\".")
        return nil
    }

    /// What to do about a value that requests of an operation do not have; nil if they may have it.
    private static func repair(of value: S3Facts.Value, in operation: S3OperationName) -> String? {
        switch value {
        case .operation: return nil
        case .bucket: return operation.resource == .service ? "Leave \"bucket\" out." : nil
        case .key:
            // The key of a form is in its body.
            let hasKey = operation.resource == .object || operation == .postObject || operation == .optionsObject
            return hasKey ? nil : "Leave \"key\" out."
        case .uploadID: return withUploadID.contains(operation) ? nil : place(withUploadID)
        case .partNumber: return withPartNumber.contains(operation) ? nil : place(withPartNumber)
        }
    }

    private static let withUploadID: [S3OperationName] = [
        .abortMultipartUpload, .completeMultipartUpload, .listParts, .uploadPart, .uploadPartCopy,
    ]
    private static let withPartNumber: [S3OperationName] = [.getObject, .headObject, .uploadPart, .uploadPartCopy]

    private static func place(_ operations: [S3OperationName]) -> String {
        "Use it with \(Spelling.alternatives(operations.map(\.rawValue))), or leave it out."
    }

    func isMet(by facts: RequestFacts) -> Bool {
        if leavesPreflights, facts.request.methodBytes.elementsEqual("OPTIONS".utf8), CORSPreflight.isAsked(by: facts.request) {
            return false
        }
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
