internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import StubModel

/// A compiled `"s3"` pattern. All its values must match.
struct S3Condition: Sendable {
    /// What a form has in its body comes last.
    private let values: [(value: S3Facts.Value, matcher: any ValueMatcher)]
    private let baseDomains: [String]
    /// Whether it leaves the question that a browser asks before its request to S3.
    private let leavesPreflights: Bool

    /// Mistakes are in the report: names of operations that S3 does not have. Values that no request of the operation has, and ways to sign
    /// that S3 does not have, are warnings.
    /// - Parameter method: that of the request pattern. Without one, the pattern is about other requests than preflights unless it names
    ///   their operation.
    init(_ pattern: borrowing S3Pattern, of method: MethodPattern?, _ registry: MatcherRegistry, _ report: ProblemReport) {
        leavesPreflights = method == nil && pattern.operation == nil
        let operation = Self.operation(pattern, report)
        if let operation, let node = pattern.operation?.node, let name = operation.method, let method, !Optional(method).covers(.one(name))
        {
            report.warn(
                "requests for \"\(operation.rawValue)\" have the method \(name), so none matches \(method.words)", at: node,
                repair: "Write \"method\": \"\(name)\", or leave \"method\" out.")
        }
        Self.checkSignature(pattern, report)
        let written: [(S3Facts.Value, ValuePattern?)] = [
            (.operation, pattern.operation), (.bucket, pattern.bucket), (.uploadID, pattern.uploadID),
            (.partNumber, pattern.partNumber), (.key, pattern.key), (.accessKey, pattern.accessKey), (.signature, pattern.signature),
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
        guard let node = pattern.operation?.node else { return nil }
        for text in WantedText.all(in: node) where operation(text) == nil {
            let names = S3OperationName.allCases.map(\.rawValue)
            report.add(
                "S3 has no operation \"\(text.text)\"", at: text.node,
                repair: Spelling.suggestion(for: text.text, among: names) ?? "Write S3's own name, such as \"GetObject\".")
        }
        return WantedText(node).flatMap { operation($0) }
    }

    private static func operation(_ wanted: WantedText) -> S3OperationName? {
        S3OperationName(rawValue: wanted.text) ?? S3OperationName.allCases.first { wanted.isMet(by: $0.rawValue) }
    }

    /// Warns of ways to sign that S3 does not have.
    private static func checkSignature(_ pattern: borrowing S3Pattern, _ report: ProblemReport) {
        guard let node = pattern.signature?.node else { return }
        let ways = SignedRequest.Way.allCases.map(\.rawValue)
        for text in WantedText.all(in: node) where !ways.contains(where: { text.isMet(by: $0) }) {
            report.warn(
                "no request is signed in the way \"\(text.text)\", so none matches it", at: text.node,
                repair: "Write \(Spelling.alternatives(ways.map { "\"\($0)\"" })).")
        }
    }

    /// What to do about a value that requests of an operation do not have; nil if they may have it.
    private static func repair(of value: S3Facts.Value, in operation: S3OperationName) -> String? {
        switch value {
        case .operation, .accessKey, .signature: return nil
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

    /// A condition on what an upload form says is taken as met if nobody knows that (`RequestFacts.assumesForm`).
    func isMet(by facts: RequestFacts) -> Bool {
        if leavesPreflights, facts.request.methodBytes.elementsEqual("OPTIONS".utf8), CORSPreflight.isAsked(by: facts.request) {
            return false
        }
        let own = facts.s3(baseDomains: baseDomains)
        return values.allSatisfy { value, matcher in
            if own.isUnknown(value, facts) {
                facts.assumeForm()
                return true
            }
            return facts.noting([own.subject(value, facts)]) { matcher.matches($0[0]) }
        }
    }

    /// Each value that the pattern names, with what the request has.
    func compared(with facts: RequestFacts) -> [(name: String, matcher: any ValueMatcher, subject: MatchSubject)] {
        let own = facts.s3(baseDomains: baseDomains)
        return values.map { ($0.value.rawValue, $0.matcher, own.subject($0.value, facts)) }
    }
}

/// A text that a value pattern wants a value to be equal to.
private struct WantedText {
    let text: String
    let node: JSONNode
    private let ignoresCase: Bool

    /// - Returns: nil for a pattern that wants something else.
    init?(_ pattern: JSONNode) {
        guard let node = pattern.member("equalTo"), case .string(let text) = node.content else { return nil }
        self.text = text
        self.node = node
        let option = pattern.member("caseInsensitive")?.scalarText?.lowercased()
        ignoresCase = option == "true" || option == "1"
    }

    func isMet(by value: String) -> Bool { ignoresCase ? value.lowercased() == text.lowercased() : value == text }

    /// The text of a pattern, or those of the patterns in its `or` or `and`.
    static func all(in pattern: JSONNode) -> [WantedText] {
        if let text = WantedText(pattern) { return [text] }
        guard let node = pattern.member("or") ?? pattern.member("and"), case .array(let patterns) = node.content else { return [] }
        return patterns.flatMap { all(in: $0) }
    }
}
