package import JSONDocument

/// What the scripted time of a session follows.
package enum ClockMode: Sendable, Hashable {
    /// The machine's time.
    case real
    /// The machine's time; scripted latency takes this many times as long. 0.1 is a tenth, 0 is none at all.
    case scaled(Double)
    /// Nothing: it moves when it is told to.
    case manual

    /// The largest scale.
    static let maximumScale = 1000.0

    /// Reads `"real"`, `"manual"` or `{"scale": 0.1}`.
    /// - Returns: nil when it is something else, which is then reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> ClockMode? {
        switch node.content {
        case .string("real"): return .real
        case .string("manual"): return .manual
        case .object: break
        default:
            report.add("\"clock\" cannot be \(node.found)", at: node, repair: "Write \"real\", \"manual\" or {\"scale\": 0.1}.")
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let scale = fields.nonNegative("scale")
        if scale == nil, report.problems.count == before {
            report.add("\"scale\" is missing", at: node, repair: "Write {\"scale\": 0.1}, \"real\" or \"manual\".")
        }
        if let scale, scale > maximumScale {
            report.add("\"scale\" is \(scale), but must be in 0…1000", at: fields.place(of: "scale"))
        }
        fields.finish()
        return report.problems.count == before ? scale.map { .scaled($0) } : nil
    }

    /// As it is written.
    package var json: JSONValue {
        switch self {
        case .real: "real"
        case .scaled(let scale): ["scale": JSONValue(scale)]
        case .manual: "manual"
        }
    }
}
