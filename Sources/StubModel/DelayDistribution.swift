package import JSONDocument

/// A random delay, drawn for each response. All times in milliseconds.
package enum DelayDistribution: Sendable, Hashable {
    /// Half of all draws are below the median; sigma is the standard deviation of the logarithm. A draw above `maximum` is repeated up to
    /// ten times, then `maximum` is used.
    case lognormal(median: Double, sigma: Double, maximum: Double?)
    /// Whole milliseconds, both bounds included.
    case uniform(lower: Int, upper: Int)
    case fixed(milliseconds: Int)

    private enum Kind: String, CaseIterable {
        case lognormal, uniform, fixed
    }

    /// Reads `{"type": "lognormal" | "uniform" | "fixed", …}`, also from the settings' `delayDistribution` and from a webhook. Nil when
    /// something is wrong, which is reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> DelayDistribution? {
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let result: DelayDistribution?
        let kind: Kind? = fields.word("type")
        switch kind {
        case .lognormal:
            let median = fields.required("median") { $0.nonNegative($1) }
            let sigma = fields.required("sigma") { $0.nonNegative($1) }
            let maximum = fields.nonNegative("maxValue")
            result = median.flatMap { median in sigma.map { .lognormal(median: median, sigma: $0, maximum: maximum) } }
        case .uniform:
            let lower = fields.required("lower") { $0.wholeNumber($1, in: 0...Int.max) }
            let upper = fields.required("upper") { $0.wholeNumber($1, in: 0...Int.max) }
            if let lower, let upper, lower > upper {
                report.add("\"lower\" is \(lower), above \"upper\", which is \(upper)", at: node)
            }
            result = lower.flatMap { lower in upper.map { .uniform(lower: lower, upper: $0) } }
        case .fixed:
            result = fields.required("milliseconds") { $0.wholeNumber($1, in: 0...Int.max) }.map { .fixed(milliseconds: $0) }
        case nil:
            if report.problems.count == before {
                report.add(
                    "\"type\" is missing", at: node, repair: "Delay distributions are \"lognormal\", \"uniform\" and \"fixed\".")
            }
            return nil
        }
        fields.finish()
        return report.problems.count == before ? result : nil
    }
}

/// A body in equal parts, each after an equal share of the time (`chunkedDribbleDelay`).
package struct ChunkedDribble: Sendable, Hashable {
    /// Number of parts, at least 1.
    package var numberOfChunks: Int
    /// Time from the head to the last part.
    package var totalDuration: Duration

    package init(numberOfChunks: Int, totalDuration: Duration) {
        self.numberOfChunks = numberOfChunks
        self.totalDuration = totalDuration
    }

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> ChunkedDribble? {
        guard var fields = FieldReader(node, report) else { return nil }
        let chunks = fields.required("numberOfChunks") { $0.wholeNumber($1, in: 1...Int.max) }
        let duration = fields.required("totalDuration") { $0.wholeNumber($1, in: 0...Int.max) }
        fields.finish()
        guard let chunks, let duration else { return nil }
        return ChunkedDribble(numberOfChunks: chunks, totalDuration: .milliseconds(duration))
    }
}

extension FieldReader {
    /// The value of a required field. Reports the field when it is missing.
    fileprivate mutating func required<Value>(_ name: String, _ read: (inout FieldReader, String) -> Value?) -> Value? {
        let before = report.problems.count
        let value = read(&self, name)
        if value == nil, report.problems.count == before { report.add("\"\(name)\" is missing", at: node) }
        return value
    }
}
