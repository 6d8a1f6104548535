package import JSONDocument

/// Something that runs after a stub's response: a webhook. WireMock 3's `serveEventListeners` and 2's `postServeActions`.
package struct ServeEventListener: Sendable {
    /// When it runs, in WireMock's spelling.
    package enum Phase: String, Sendable, CaseIterable {
        case beforeMatch = "BEFORE_MATCH"
        case afterMatch = "AFTER_MATCH"
        case beforeResponseSent = "BEFORE_RESPONSE_SENT"
        case afterComplete = "AFTER_COMPLETE"
    }

    /// The listener's name; `webhook` is built in.
    package let name: String
    /// `afterComplete` for a post-serve action. Empty for the default of the listener.
    package let phases: [Phase]
    /// The listener's parameters, of any form; nil when none are written.
    package let parameters: JSONNode?
    /// The node that it was read from.
    package let node: JSONNode

    static func decode(_ fields: inout FieldReader) -> [ServeEventListener] {
        let report = fields.report
        let listeners = (fields.array("serveEventListeners") ?? []).compactMap { decode($0, report, phases: nil) }
        guard let node = fields.take("postServeActions") else { return listeners }
        switch node.content {
        case .array(let nodes):
            return listeners + nodes.compactMap { decode($0, report, phases: [.afterComplete]) }
        case .object(let members):
            return listeners
                + members.map { ServeEventListener(name: $0.name, phases: [.afterComplete], parameters: $0.value, node: $0.value) }
        default:
            report.add("\"postServeActions\" must be a list or an object, found \(node.kind)", at: node)
            return listeners
        }
    }

    /// The parameters of a webhook, which are often written beside `parameters`.
    private static let parameterNames: Set = ["method", "url", "headers", "body", "base64Body", "s3Event", "delay"]

    private static func decode(_ node: JSONNode, _ report: ProblemReport, phases: [Phase]?) -> ServeEventListener? {
        guard var fields = FieldReader(node, report) else { return nil }
        let name = fields.text("name")
        if fields.take("name") == nil { report.add("a listener needs a \"name\"", at: node, repair: "\"webhook\" is the built-in one.") }
        let written: [Phase]? = phases == nil ? fields.words("requestPhases") : nil
        let parameters = fields.take("parameters")
        fields.finish { parameterNames.contains($0) ? "It belongs in \"parameters\"." : nil }
        return name.map { ServeEventListener(name: $0, phases: phases ?? written ?? [], parameters: parameters, node: node) }
    }
}
