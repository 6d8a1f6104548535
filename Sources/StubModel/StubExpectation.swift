internal import JSONDocument

/// How often a stub is expected to respond: `"expect": {"count": 2}`. Checked when its session ends.
package struct StubExpectation: Sendable, Equatable {
    /// The allowed numbers of responses.
    package var range: ClosedRange<Int>

    package init(_ range: ClosedRange<Int>) { self.range = range }

    /// For messages: `exactly 2 times`.
    package var text: String {
        func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
        if range.lowerBound == range.upperBound { return range.lowerBound == 0 ? "never" : "exactly " + times(range.lowerBound) }
        if range.upperBound == .max { return "at least " + times(range.lowerBound) }
        if range.lowerBound == 0 { return "at most " + times(range.upperBound) }
        return "\(range.lowerBound) to \(range.upperBound) times"
    }

    /// What bounds are called elsewhere.
    private static let otherNames = [
        "min": "atLeast", "max": "atMost", "minimum": "atLeast", "maximum": "atMost", "exactly": "count", "times": "count",
    ]

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> StubExpectation? {
        if case .number(let number) = node.content {
            report.add("\"expect\" must be an object, found a number", at: node, repair: "Write {\"count\": \(number.text)}.")
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let count = fields.exactNumber("count", in: 0...Int.max)
        let least = fields.exactNumber("atLeast", in: 0...Int.max)
        let most = fields.exactNumber("atMost", in: 0...Int.max)
        fields.finish { otherNames[$0].map { "Write \"\($0)\"." } }
        if let count {
            if least != nil || most != nil {
                report.add("\"count\" leaves nothing for \"atLeast\" and \"atMost\"", at: node, repair: "Keep one of them.")
            }
            return StubExpectation(count...count)
        }
        guard least != nil || most != nil else {
            if report.problems.count > before { return nil }
            report.add("\"expect\" says nothing", at: node, repair: "Write \"count\", \"atLeast\" or \"atMost\".")
            return nil
        }
        guard (least ?? 0) <= (most ?? Int.max) else {
            report.add("\"atLeast\" is more than \"atMost\"", at: node)
            return nil
        }
        return StubExpectation((least ?? 0)...(most ?? Int.max))
    }
}
