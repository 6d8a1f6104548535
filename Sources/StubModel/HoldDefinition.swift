package import JSONDocument

/// Where a response is held until a test releases it.
package struct HoldDefinition: Sendable, Hashable {
    /// How long a response is held if the mapping says nothing, in real time.
    package static let defaultTimeout = Duration.seconds(30)
    /// The longest allowed name of a gate, in characters.
    package static let longestName = 200

    /// Where in the response it is held.
    package enum Moment: Sendable, Hashable {
        case beforeHeaders
        case afterHeaders
        /// After this many bytes of the body.
        case bodyBytes(Int)
        /// After this part of the body, 0…1.
        case bodyFraction(Double)
        /// Before the last byte of the body.
        case end
    }

    /// The name of the gate that releases the response.
    package var gate: String
    /// Where the response is held.
    package var moment: Moment

    package init(_ gate: String, at moment: Moment = .beforeHeaders) {
        self.gate = gate
        self.moment = moment
    }

    /// Reads the name of a gate, or `{"gate": name, "at": moment}`. Nil when something is wrong, which is reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> HoldDefinition? {
        switch node.content {
        case .string(let text): return name(text, node, report).map { HoldDefinition($0) }
        case .object: break
        default:
            report.add(
                "\"hold\" cannot be \(node.found)", at: node,
                repair: "Write the name of a gate, or {\"gate\": \"name\", \"at\": \"beforeHeaders\"}.")
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        let written = fields.text("gate")
        if fields.take("gate") == nil, !fields.hasOthers(than: ["gate", "at"]) {
            report.add("\"gate\" is missing", at: node, repair: "Write {\"gate\": \"name\"}.")
        }
        let gate = written.flatMap { name($0, fields.place(of: "gate"), report) }
        let place = fields.take("at")
        let moment = place.map { self.moment($0, report) } ?? .beforeHeaders
        fields.finish { $0 == "name" ? "Write \"gate\"." : nil }
        guard let gate, let moment else { return nil }
        return HoldDefinition(gate, at: moment)
    }

    private static func name(_ text: String, _ node: JSONNode, _ report: ProblemReport) -> String? {
        if text.isEmpty {
            report.add("a gate's name is empty", at: node, repair: "Write a name that a test can release it by, such as \"page-1\".")
            return nil
        }
        if text.count > longestName {
            report.add("a gate's name has \(text.count) characters, but at most \(longestName) are allowed", at: node)
            return nil
        }
        report.warnOfTemplate(
            in: text, "the gate's name is \"\(text)\"", at: node,
            repair: "Write the name; for several gates write several stubs.")
        return text
    }

    private static func moment(_ node: JSONNode, _ report: ProblemReport) -> Moment? {
        switch FaultDefinition.decodeMoment(node, report, isUpload: false) {
        case .beforeHeaders: .beforeHeaders
        case .afterHeaders: .afterHeaders
        case .bodyBytes(let count): .bodyBytes(count)
        case .bodyFraction(let fraction): .bodyFraction(fraction)
        case .end: .end
        case .requestBody, nil: nil
        }
    }
}

extension HoldDefinition.Moment: CustomStringConvertible {
    /// As the journal writes it: `beforeHeaders`, `bodyBytes 512`.
    package var description: String {
        switch self {
        case .beforeHeaders: "beforeHeaders"
        case .afterHeaders: "afterHeaders"
        case .bodyBytes(let count): "bodyBytes \(count)"
        case .bodyFraction(let fraction): "bodyFraction \(fraction)"
        case .end: "end"
        }
    }
}
