internal import JSONDocument

/// A stub's answers, one after the other. `response` is a sequence of one.
public struct ResponseSequence: Sendable {
    /// What comes after the last one.
    public enum Continuation: String, Sendable, CaseIterable {
        /// The last one, again and again.
        case last
        /// The first one.
        case cycle
        /// Nothing: the stub matches no more.
        case once
    }

    /// Never empty.
    public let responses: [ResponseDefinition]
    public let continuation: Continuation

    public init(_ first: ResponseDefinition, _ others: [ResponseDefinition] = [], continuation: Continuation = .last) {
        responses = [first] + others
        self.continuation = continuation
    }

    /// Which answer the request gets before which `position` others were given; nil when the sequence is over.
    public func index(at position: Int) -> Int? {
        if position < responses.count { return position }
        return switch continuation {
        case .last: responses.count - 1
        case .cycle: position % responses.count
        case .once: nil
        }
    }

    /// Reads `response`, or `responses` and `repeat`. Neither is an empty 200.
    static func decode(_ fields: inout FieldReader) -> ResponseSequence? {
        let report = fields.report
        let single = fields.take("response")
        let list = fields.take("responses")
        let continuation = Continuation.decode(&fields)
        guard let list else {
            if let node = continuation?.node {
                report.add("\"repeat\" without \"responses\"", at: node, repair: "Write the answers as \"responses\": [ … ].")
            }
            guard let single else { return ResponseSequence(ResponseDefinition()) }
            return ResponseDefinition.decode(single, report).map { ResponseSequence($0) }
        }
        if single != nil {
            report.add("both \"response\" and \"responses\"", at: list, repair: "Keep one of them.")
        }
        guard case .array(let nodes) = list.content, !nodes.isEmpty else {
            report.add("\"responses\" must be a list with at least one response", at: list)
            return nil
        }
        let responses = nodes.compactMap { ResponseDefinition.decode($0, report) }
        guard responses.count == nodes.count else { return nil }
        return ResponseSequence(
            responses[0], Array(responses.dropFirst()), continuation: continuation?.value ?? .last)
    }
}

extension ResponseSequence.Continuation {
    fileprivate static func decode(_ fields: inout FieldReader) -> (value: Self, node: JSONNode)? {
        guard let node = fields.take("repeat") else { return nil }
        if case .string(let text) = node.content, let value = Self(rawValue: text) { return (value, node) }
        fields.report.add("\"repeat\" must be \"last\", \"cycle\" or \"once\"", at: node)
        return nil
    }
}
