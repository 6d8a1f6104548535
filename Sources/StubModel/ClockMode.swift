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
        case .object(let members):
            // What `PUT /__admin/clock` takes and gives, in the place of the mode.
            if let inner = members.first(where: { $0.name == "clock" || $0.name == "mode" }) {
                report.add(
                    "\"clock\" cannot be an object with \"\(inner.name)\"", at: node,
                    repair: "Write the mode itself: \"clock\": \"manual\", \"real\" or {\"scale\": 0.1}.")
                return nil
            }
        case .string(let text):
            let meant = Spelling.nearest(to: text, among: ["real", "manual"]).map { "Did you mean \"\($0)\"? " } ?? ""
            report.add("\"clock\" cannot be \(node.found)", at: node, repair: "\(meant)Write \"real\", \"manual\" or {\"scale\": 0.1}.")
            return nil
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
