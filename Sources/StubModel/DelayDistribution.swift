package import JSONDocument

/// A random delay, drawn for each response. All times in milliseconds.
package enum DelayDistribution: Sendable, Hashable {
    /// Half of all draws are below the median; sigma is the standard deviation of the logarithm. A draw above `maximum` is repeated up to
    /// ten times, then `maximum` is used.
    case lognormal(median: Double, sigma: Double, maximum: Double?)
    /// Whole milliseconds, both bounds included.
    case uniform(lower: Int, upper: Int)
    case fixed(milliseconds: Int)

    /// With a larger one, a sixth of the delays is more than a hundred times the median.
    private static let mostUsualSigma = 5.0

    private enum Kind: String, CaseIterable {
        case lognormal, uniform, fixed
    }

    /// Reads `{"type": "lognormal" | "uniform" | "fixed", …}`, also from the settings' `delayDistribution` and from a webhook. As in
    /// WireMock, a number that is missing or negative is 0, which is a warning. Nil when something is wrong, which is reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> DelayDistribution? {
        let fixed = node.scalarText.map { text in
            "Write {\"type\": \"fixed\", \"milliseconds\": \(WrittenUnit.milliseconds(in: text) ?? Int(text) ?? 100)}."
        }
        guard var fields = FieldReader(node, report, repair: fixed) else { return nil }
        let before = report.problems.count
        let result: DelayDistribution?
        let kind: Kind? = fields.word("type")
        switch kind {
        case .lognormal:
            let median = fields.orZero("median") { $0.number($1) }
            // The distribution is the same with the other sign.
            let sigma = fields.orZero("sigma", countsAs: { $0.magnitude }) { $0.number($1) }
            let maximum = fields.nonNegative("maxValue")
            if sigma > mostUsualSigma, maximum == nil {
                report.warn(
                    "\"sigma\" is \(fields.place(of: "sigma").found), so most delays are next to nothing or longer than any request",
                    at: fields.place(of: "sigma"),
                    repair: "It is no time: 0.1 varies little, 1 much.")
            }
            if let maximum, maximum < median {
                let (most, half) = (fields.place(of: "maxValue"), fields.place(of: "median"))
                report.add("\"maxValue\" is \(most.found), below \"median\", which is \(half.found)", at: most)
            }
            result = .lognormal(median: median, sigma: sigma, maximum: maximum)
        case .uniform:
            let lower = fields.orZero("lower") { $0.milliseconds($1) }
            let upper = fields.orZero("upper") { $0.milliseconds($1) }
            if lower > upper {
                report.add("\"lower\" is \(lower), above \"upper\", which is \(upper)", at: node, repair: "Exchange them.")
            }
            result = .uniform(lower: lower, upper: upper)
        case .fixed:
            result = .fixed(milliseconds: fields.orZero("milliseconds") { $0.wholeNumber($1) })
        case nil:
            if report.problems.count == before {
                report.add(
                    "\"type\" is missing", at: node, repair: "Delay distributions are \"lognormal\", \"uniform\" and \"fixed\".")
            }
            return nil
        }
        fields.finish { FieldReader.delayField($0, of: kind?.rawValue ?? "") }
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
        var chunks = fields.required("numberOfChunks") { $0.wholeNumber($1) }
        let duration = fields.required("totalDuration") { $0.milliseconds($1, from: 0) }
        fields.finish { FieldReader.delayField($0, of: "dribble") }
        if let written = chunks, written < 1 {
            chunks = 1
            report.warn("\"numberOfChunks\" is \(written), so the body is sent in one", at: fields.place(of: "numberOfChunks"))
        }
        guard let chunks, let duration else { return nil }
        return ChunkedDribble(numberOfChunks: chunks, totalDuration: .milliseconds(duration))
    }
}

extension FieldReader {
    /// The fields of all delays. With any other, that one is the mistake, and not what is missing because of it.
    private static let delayFields = [
        "type", "median", "sigma", "maxValue", "lower", "upper", "milliseconds", "numberOfChunks", "totalDuration",
    ]

    /// What to write for a field that other tools have, as a whole sentence; nil for any other.
    fileprivate static func delayField(_ name: String, of kind: String) -> String? {
        let known = [
            "uniform": ["min": "lower", "max": "upper", "minimum": "lower", "maximum": "upper"],
            "lognormal": ["mean": "median", "stddev": "sigma", "standardDeviation": "sigma", "max": "maxValue"],
            "fixed": ["delay": "milliseconds", "ms": "milliseconds", "value": "milliseconds"],
            "dribble": ["chunks": "numberOfChunks", "duration": "totalDuration"],
        ]
        return known[kind]?[name].map { "Write \"\($0)\"." }
    }

    /// A number of a delay: 0, with a warning, if it is missing.
    /// - Parameter countsAs: what a negative one counts as, which is a warning, too.
    fileprivate mutating func orZero<Number: SignedNumeric & Comparable>(
        _ name: String, countsAs: (Number) -> Number = { _ in 0 }, _ read: (inout FieldReader, String) -> Number?
    ) -> Number {
        let before = report.problems.count
        guard let value = read(&self, name) else {
            if report.problems.count == before, !hasOthers(than: Self.delayFields) {
                report.warn("\"\(name)\" is missing, so it is 0", at: node)
            }
            return 0
        }
        guard value < 0 else { return value }
        let counted = countsAs(value)
        report.warn("\"\(name)\" is \(value), which counts as \(counted)", at: place(of: name))
        return counted
    }

    /// The value of a required field. Reports the field when it is missing.
    fileprivate mutating func required<Value>(_ name: String, _ read: (inout FieldReader, String) -> Value?) -> Value? {
        let before = report.problems.count
        let value = read(&self, name)
        if value == nil, report.problems.count == before, !hasOthers(than: Self.delayFields) {
            report.add("\"\(name)\" is missing", at: node)
        }
        return value
    }
}
