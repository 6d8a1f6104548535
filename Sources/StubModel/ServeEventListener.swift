public import JSONDocument

/// Something to do when a stub has answered: a webhook. WireMock 3's `serveEventListeners`, and 2's `postServeActions`.
public struct ServeEventListener: Sendable {
    public var name: String
    /// In WireMock's spelling; `AFTER_COMPLETE` for a post-serve action. Empty for the listener's own default.
    public var phases: [String]
    public var parameters: JSONObject
    /// Where it is written.
    public let node: JSONNode

    static func decode(_ fields: inout FieldReader) -> [ServeEventListener] {
        let report = fields.report
        let listeners = (fields.array("serveEventListeners") ?? []).compactMap { decode($0, report, phases: nil) }
        guard let node = fields.take("postServeActions") else { return listeners }
        switch node.content {
        case .array(let nodes):
            return listeners + nodes.compactMap { decode($0, report, phases: ["AFTER_COMPLETE"]) }
        case .object(let members):
            return listeners
                + members.map {
                    ServeEventListener(name: $0.name, phases: ["AFTER_COMPLETE"], parameters: $0.value.value.object ?? [:], node: $0.value)
                }
        default:
            report.add("\"postServeActions\" must be a list or an object, found \(node.kind)", at: node)
            return listeners
        }
    }

    private static func decode(_ node: JSONNode, _ report: ProblemReport, phases: [String]?) -> ServeEventListener? {
        guard var fields = FieldReader(node, report) else { return nil }
        guard let name = fields.text("name") else {
            report.add("a listener needs a \"name\"", at: node, repair: "\"webhook\" is the built-in one.")
            return nil
        }
        var written: [String] = []
        if phases == nil { written = (fields.array("requestPhases") ?? []).compactMap { $0.value.string } }
        let parameters = fields.take("parameters")
        fields.finish()
        return ServeEventListener(name: name, phases: phases ?? written, parameters: parameters?.value.object ?? [:], node: node)
    }
}
