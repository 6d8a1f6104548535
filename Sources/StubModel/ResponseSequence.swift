internal import JSONDocument

/// The responses of a stub, one after the other. `response` is a sequence of one.
package struct ResponseSequence: Sendable {
    /// What follows the last one.
    package enum Continuation: String, Sendable, CaseIterable {
        /// The last one is repeated.
        case last
        /// The sequence starts again.
        case cycle
        /// The stub does not match any more.
        case once
    }

    /// At least one.
    package let responses: [ResponseDefinition]
    /// What follows the last one.
    package let continuation: Continuation

    /// The first response, then the others.
    package init(_ first: ResponseDefinition, _ others: [ResponseDefinition] = [], continuation: Continuation = .last) {
        var responses = [first]
        responses += others
        self.responses = responses
        self.continuation = continuation
    }

    /// Whether it has both modifiers and other responses, so that whether the stub responds depends on the position.
    package var mixesModifiers: Bool { responses.contains { $0.modifier != nil } && responses.contains { $0.modifier == nil } }

    /// The node of a modifier that changes nothing, in a sequence that has nothing else; nil when something changes. Beside others it says
    /// that this one response stays as it is.
    var idleModifier: JSONNode? {
        responses.allSatisfy(\.isIdleModifier) ? responses[0].fieldsNode : nil
    }

    /// Index of the response after `position` others; nil when the sequence is over.
    package func index(at position: Int) -> Int? {
        if position < responses.count { return position }
        return switch continuation {
        case .last: responses.count - 1
        case .cycle: position % responses.count
        case .once: nil
        }
    }

    /// Reads `response`, or `responses` and `repeat`. An empty 200 without either. Nil when something is wrong, which is reported.
    static func decode(_ fields: inout FieldReader) -> ResponseSequence? {
        let report = fields.report
        let single = fields.take("response")
        let list = fields.take("responses")
        let continuation: Continuation? = fields.word("repeat")
        guard let list else {
            if continuation != nil {
                report.add(
                    "\"repeat\" without \"responses\"", at: fields.place(of: "repeat"),
                    repair: "Write the responses as \"responses\": [ … ]."
                )
            }
            guard let single else { return ResponseSequence(ResponseDefinition()) }
            return ResponseDefinition.decode(single, report).map { ResponseSequence($0) }
        }
        if single != nil {
            report.add("both \"response\" and \"responses\"", at: list, repair: "Keep one of them.")
        }
        guard case .array(let nodes) = list.content, !nodes.isEmpty else {
            let found = if case .array = list.content { "an empty one" } else { list.found }
            report.add(
                "\"responses\" must be a list with at least one response, found \(found)", at: list,
                repair: list.kind == "an object" ? "One alone is \"response\"." : nil)
            return nil
        }
        var responses: [ResponseDefinition] = []
        var other: JSONNode?
        for node in nodes {
            if node.kind != "an object" {
                // Each further one is the same mistake.
                if other != nil { continue }
                other = node
            }
            ResponseDefinition.decode(node, report).map { responses.append($0) }
        }
        guard responses.count == nodes.count else { return nil }
        return ResponseSequence(responses[0], Array(responses.dropFirst()), continuation: continuation ?? .last)
    }
}
