package import JSONDocument

/// A fault on the wire: one of WireMock's four faults by name, or an effect at a moment.
package struct FaultDefinition: Sendable, Hashable {
    /// What happens.
    package enum Effect: String, Sendable, CaseIterable {
        /// The connection is reset (RST).
        case reset
        /// The connection is closed in an orderly way (FIN).
        case close
        /// The connection is closed inside the body, with the full length announced.
        case truncate
        /// Silence until the client gives up or the stall limit is over.
        case stall
        /// Bytes from the seed in place of the rest, then the connection is closed.
        case garbage
    }

    /// When it happens.
    package enum Moment: Sendable, Hashable {
        /// During an upload.
        case requestBody
        case beforeHeaders
        case afterHeaders
        /// After this many bytes of the body.
        case bodyBytes(Int)
        /// After this part of the body, 0…1.
        case bodyFraction(Double)
        /// After the whole body.
        case end
    }

    /// WireMock's faults. With one of them, all other fields of the response except delays are ignored.
    package enum WireMockName: String, Sendable, CaseIterable {
        case emptyResponse = "EMPTY_RESPONSE"
        case connectionResetByPeer = "CONNECTION_RESET_BY_PEER"
        case malformedResponseChunk = "MALFORMED_RESPONSE_CHUNK"
        case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    }

    /// What happens.
    package var effect: Effect
    /// When it happens.
    package var moment: Moment
    /// Drawn for each response; the response is normal when the draw fails. Nil for always.
    package var probability: Double?
    /// How many times the fault happens; nil for no limit.
    package var count: Int?
    /// Set when the fault is written by WireMock's name.
    package var wireMockName: WireMockName?

    package init(_ effect: Effect, at moment: Moment, probability: Double? = nil, count: Int? = nil) {
        self.effect = effect
        self.moment = moment
        self.probability = probability
        self.count = count
    }

    package init(_ name: WireMockName) {
        switch name {
        case .emptyResponse: self.init(.close, at: .beforeHeaders)
        case .connectionResetByPeer: self.init(.reset, at: .beforeHeaders)
        case .malformedResponseChunk: self.init(.garbage, at: .afterHeaders)
        case .randomDataThenClose: self.init(.garbage, at: .beforeHeaders)
        }
        wireMockName = name
    }

    /// Reads one fault or a list of them. What is wrong is reported and left out.
    package static func decodeAll(_ node: JSONNode, _ report: ProblemReport) -> [FaultDefinition] {
        if case .array(let nodes) = node.content { return nodes.compactMap { decode($0, report) } }
        return decode(node, report).map { [$0] } ?? []
    }

    private static func decode(_ node: JSONNode, _ report: ProblemReport) -> FaultDefinition? {
        if case .string(let text) = node.content {
            if let name = WireMockName(rawValue: text) { return FaultDefinition(name) }
            report.add("\"fault\" cannot be \(node.found)", at: node, repair: meant(by: text))
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        let effect: Effect? = fields.word("effect")
        if fields.take("effect") == nil {
            report.add(
                "\"effect\" is missing", at: node, repair: "Effects are \(Effect.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let written = fields.take("at")
        let moment = written.map { decodeMoment($0, report) } ?? (effect == .truncate ? .bodyFraction(0.5) : .beforeHeaders)
        let probability = fields.fraction("probability")
        let count = fields.exactNumber("count", in: 0...Int.max)
        fields.finish()
        guard let effect, let moment else { return nil }
        if effect == .truncate, [.requestBody, .beforeHeaders, .end].contains(moment) {
            report.add(
                "\"truncate\" closes inside the body", at: written ?? node,
                repair: "Use \"afterHeaders\", {\"bodyBytes\": n} or {\"bodyFraction\": 0.5}; or the effect \"close\".")
        }
        return FaultDefinition(effect, at: moment, probability: probability, count: count)
    }

    /// What to write in place of a text that names no fault.
    private static func meant(by text: String) -> String {
        let effects = Effect.allCases.map(\.rawValue)
        let names = WireMockName.allCases.map(\.rawValue)
        let effect = effects.contains(text) ? text : Spelling.nearest(to: text, among: effects)
        if let effect { return "Write {\"effect\": \"\(effect)\"}." }
        if let name = Spelling.nearest(to: text, among: names) { return "Did you mean \"\(name)\"?" }
        return "Write {\"effect\": …} with \(Spelling.alternatives(effects)), or one of \(names.joined(separator: ", "))."
    }

    /// Reads a moment. Nil for anything else, which is reported.
    /// - Parameter isUpload: whether `requestBody` is allowed.
    static func decodeMoment(_ node: JSONNode, _ report: ProblemReport, isUpload: Bool = true) -> Moment? {
        switch node.content {
        case .string("requestBody") where isUpload: return .requestBody
        case .string("beforeHeaders"): return .beforeHeaders
        case .string("afterHeaders"): return .afterHeaders
        case .string("end"): return .end
        case .object(let members) where members.count == 1 && ["bodyBytes", "bodyFraction"].contains(members[0].name):
            guard var fields = FieldReader(node, report) else { return nil }
            if members[0].name == "bodyBytes" { return fields.exactNumber("bodyBytes", in: 0...Int.max).map { .bodyBytes($0) } }
            return fields.fraction("bodyFraction").map { .bodyFraction($0) }
        default:
            report.add(
                "\"at\" cannot be \(node.found)", at: node,
                repair: "Moments are \(isUpload ? "requestBody, " : "")beforeHeaders, afterHeaders, {\"bodyBytes\": n},"
                    + " {\"bodyFraction\": 0.5} and end.")
            return nil
        }
    }
}
