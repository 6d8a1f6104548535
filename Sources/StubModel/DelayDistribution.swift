public import JSONDocument

/// A delay that is drawn anew for each answer. All times in milliseconds.
public enum DelayDistribution: Sendable, Hashable {
    /// Half of all draws are below the median; sigma is the standard deviation of the logarithm. A draw above `maximum` is repeated up to
    /// ten times, then cut to it.
    case lognormal(median: Double, sigma: Double, maximum: Double?)
    /// Whole milliseconds, both bounds included.
    case uniform(lower: Int, upper: Int)
    case fixed(milliseconds: Int)

    /// Reads `{"type": "lognormal" | "uniform" | "fixed", …}`; also the `delayDistribution` of the settings and of a webhook.
    public static func decode(_ node: JSONNode, _ report: ProblemReport) -> DelayDistribution? {
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let result: DelayDistribution?
        switch fields.string("type") {
        case "lognormal":
            let median = fields.nonNegative("median")
            let sigma = fields.nonNegative("sigma")
            let maximum = fields.nonNegative("maxValue", required: false)
            result = median.flatMap { median in sigma.map { .lognormal(median: median, sigma: $0, maximum: maximum) } }
        case "uniform":
            let lower = fields.wholeMilliseconds("lower")
            let upper = fields.wholeMilliseconds("upper")
            if let lower, let upper, lower > upper {
                report.add("\"lower\" is \(lower), above \"upper\", which is \(upper)", at: node)
            }
            result = lower.flatMap { lower in upper.map { .uniform(lower: lower, upper: $0) } }
        case "fixed": result = fields.wholeMilliseconds("milliseconds").map { .fixed(milliseconds: $0) }
        case let type?:
            report.add(
                "unknown delay distribution \"\(type)\"", at: fields.take("type") ?? node,
                repair: "Known are \"lognormal\", \"uniform\" and \"fixed\".")
            return nil
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

/// The body in equal parts, each after an equal share of the time.
public struct ChunkedDribble: Sendable, Hashable {
    public var numberOfChunks: Int
    public var totalDuration: Duration

    public init(numberOfChunks: Int, totalDuration: Duration) {
        self.numberOfChunks = numberOfChunks
        self.totalDuration = totalDuration
    }

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> ChunkedDribble? {
        guard var fields = FieldReader(node, report) else { return nil }
        let chunks = fields.wholeNumber("numberOfChunks", in: 1...Int.max)
        if !fields.contains("numberOfChunks") { report.add("\"numberOfChunks\" is missing", at: node) }
        let duration = fields.wholeMilliseconds("totalDuration")
        fields.finish()
        guard let chunks, let duration else { return nil }
        return ChunkedDribble(numberOfChunks: chunks, totalDuration: .milliseconds(duration))
    }
}

extension FieldReader {
    fileprivate mutating func wholeMilliseconds(_ name: String) -> Int? {
        if take(name) == nil {
            report.add("\"\(name)\" is missing", at: node)
            return nil
        }
        return wholeNumber(name, in: 0...Int.max)
    }

    fileprivate mutating func nonNegative(_ name: String, required: Bool = true) -> Double? {
        guard let field = take(name) else {
            if required { report.add("\"\(name)\" is missing", at: node) }
            return nil
        }
        guard let value = field.scalarText.flatMap({ Double($0) }), value.isFinite else {
            report.add("\"\(name)\" must be a number, found \(field.kind)", at: field)
            return nil
        }
        guard value >= 0 else {
            report.add("\"\(name)\" is \(value), but must be at least 0", at: field)
            return nil
        }
        if case .string = field.content { report.take(field, for: .number(JSONNumber(value))) }
        return value
    }
}
