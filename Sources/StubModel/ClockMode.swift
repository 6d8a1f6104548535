package import JSONDocument

/// How the virtual time of a session passes.
package enum ClockMode: Sendable, Hashable {
    /// The machine's time.
    case real
    /// The machine's time, with scripted latency multiplied: 0.1 is a tenth, 0 is no latency.
    case scaled(Double)
    /// It moves only on request.
    case manual

    /// The largest scale that is accepted.
    static let maximumScale = 1000.0

    /// Reads `"real"`, `"manual"` or `{"scale": 0.1}`.
    /// - Returns: nil for anything else, which is reported.
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

    /// The mode as it is written in JSON.
    package var json: JSONValue {
        switch self {
        case .real: "real"
        case .scaled(let scale): ["scale": JSONValue(scale)]
        case .manual: "manual"
        }
    }
}
