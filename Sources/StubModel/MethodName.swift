internal import JSONDocument

/// The `method` of a request pattern.
enum MethodName {
    /// Any request's.
    private static let any = "ANY"
    /// GET or HEAD.
    private static let reading = "GET_OR_HEAD"
    /// Those that people mean; others, such as `PROPFIND`, are taken as they are.
    private static let usual = [any, "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", reading]
    /// Registered with IANA, or in wide use, and near to a usual one in spelling.
    private static let others: Set<String> = [
        "TRACE", "CONNECT", "COPY", "LOCK", "MOVE", "BIND", "LINK", "PURGE", "SEARCH", "REPORT", "QUERY", "PRI",
    ]

    /// The method's exact spelling; nil for `ANY`, and when there is none. Everything else than a string is a problem; a spelling that no
    /// client sends is a warning.
    static func read(_ fields: inout FieldReader) -> String? {
        guard let node = fields.take("method") else { return nil }
        guard case .string(let method) = node.content else {
            let isList = if case .array = node.content { true } else { false }
            fields.report.add(
                "\"method\" must be a string, found \(isList ? "an array" : node.found)", at: node,
                repair: isList ? "Write two stubs, or \"ANY\"." : "Write \"GET\", for example, or \"ANY\".")
            return nil
        }
        warn(method, node, fields.report)
        return method == any ? nil : method
    }

    private static func warn(_ method: String, _ node: JSONNode, _ report: ProblemReport) {
        guard !usual.contains(method), !others.contains(method) else { return }
        if let meant = usual.first(where: { $0 == method.uppercased() }) {
            report.warn("\"method\" is \"\(method)\", but clients send \"\(meant)\"", at: node, repair: "Write \"\(meant)\".")
        } else if let nearest = Spelling.nearest(to: method, among: usual) {
            report.warn("\"method\" is \"\(method)\", which no client sends", at: node, repair: "Did you mean \"\(nearest)\"?")
        }
    }
}
