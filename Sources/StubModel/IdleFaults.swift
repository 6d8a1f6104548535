internal import HTTPMessage
internal import JSONDocument

/// Faults that never happen, or that clients cannot see: a test of errors with one of them passes, and tests nothing.
enum IdleFaults {
    /// Warns about the faults of a response that do nothing.
    /// - Parameter method: the stub's method. No client sends a body with GET or HEAD.
    static func warn(of response: ResponseDefinition, of method: MethodPattern?, _ report: ProblemReport) {
        guard let node = response.fieldsNode.member("fault") else { return }
        let nodes: [JSONNode] = if case .array(let list) = node.content { list } else { [node] }
        if nodes.isEmpty { return report.warn("\"fault\" is an empty list, so nothing happens", at: node, repair: "Leave it out.") }
        // With another number of faults one of them is wrong, which is reported.
        guard nodes.count == response.faults.count else { return }
        let hasUpload = !Optional(MethodPattern.oneOf(["GET", "HEAD"])).covers(method)
        for (fault, node) in zip(response.faults, nodes) {
            if fault.moment == .requestBody, !hasUpload {
                report.warn(
                    "\"requestBody\" breaks an upload, and clients send no body with \(method?.words ?? "")",
                    at: node.member("at") ?? node, repair: "Use \"beforeHeaders\".")
            }
            if fault.effect == .truncate, lacksBody(response, method) {
                report.warn(
                    "\"truncate\" needs a body, and this response has none", at: node.member("effect") ?? node,
                    repair: "Give it a body, or write {\"effect\": \"reset\"}.")
            }
            for (name, isZero) in [("count", fault.count == 0), ("probability", fault.probability == 0)] where isZero {
                report.warn("\"\(name)\" is 0, so the fault never happens", at: node.member(name) ?? node)
            }
        }
    }

    /// Whether it is known that no body is sent. A length that is written for HEAD stands for a body.
    private static func lacksBody(_ response: ResponseDefinition, _ method: MethodPattern?) -> Bool {
        guard response.proxy == nil, response.modifier == nil, response.s3Error == nil else { return false }
        if FramingFields.sendsLength(of: response, to: method), response.headers.contentLength != nil { return false }
        if response.status == 204 || response.status == 304 { return true }
        return switch response.body {
        case .none: true
        case .text(let text): text.isEmpty
        case .bytes(let bytes): bytes.isEmpty
        case .json, .file: false
        }
    }
}
