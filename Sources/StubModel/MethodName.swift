internal import JSONDocument

/// The `method` of a request pattern.
enum MethodName {
    /// Matches every method.
    private static let any = "ANY"
    /// Matches GET and HEAD.
    private static let reading = "GET_OR_HEAD"
    /// The usual names; others, such as `PROPFIND`, are accepted as they are.
    private static let usual = [any, "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", reading]
    /// Names that are registered with IANA or in wide use and look like a usual one.
    private static let others: Set<String> = [
        "TRACE", "CONNECT", "COPY", "LOCK", "MOVE", "BIND", "LINK", "PURGE", "SEARCH", "REPORT", "QUERY", "PRI",
    ]

    /// The method in its exact spelling; nil for `ANY` and when it is absent. Anything but a string is a problem; a spelling that no client
    /// sends is a warning.
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
        if method.contains(where: { "|,/ +&".contains($0) }) {
            report.warn(
                "\"method\" is \"\(method)\", which no client sends", at: node, repair: "Write a stub for each method, or \"ANY\".")
        } else if method.contains("*") || method.isEmpty || method == "ALL" {
            report.warn("\"method\" is \"\(method)\", which no client sends", at: node, repair: "Write \"ANY\" for all methods.")
        } else if let meant = usual.first(where: { $0 == method.uppercased() }) {
            report.warn("\"method\" is \"\(method)\", but clients send \"\(meant)\"", at: node, repair: "Write \"\(meant)\".")
        } else if let nearest = Spelling.nearest(to: method, among: usual) {
            report.warn("\"method\" is \"\(method)\", which no client sends", at: node, repair: "Did you mean \"\(nearest)\"?")
        }
    }
}
