internal import JSONDocument

/// Which methods a request may have: the `method` of a request pattern. Names are compared in their exact spelling.
package enum MethodPattern: Sendable, Hashable {
    /// This one; `GET_OR_HEAD` stands for either of the two. HEAD does not match GET.
    case one(String)
    /// Any of these: `{"oneOf": ["GET", "PUT"]}`.
    case oneOf([String])
    /// Any but these: `{"noneOf": ["DELETE"]}`.
    case noneOf([String])

    /// Whether no other method than HEAD matches.
    var isHeadOnly: Bool { self == .one("HEAD") || self == .oneOf(["HEAD"]) }

    /// As a sentence says it: `GET`, `GET or PUT`, `any method but DELETE`.
    package var words: String {
        switch self {
        case .one(let name): name
        case .oneOf(let names): names.joined(separator: " or ")
        case .noneOf(let names): "any method but \(names.joined(separator: " and "))"
        }
    }
}

extension MethodPattern? {
    /// Whether it matches every method that the other matches; nil matches every method.
    package func covers(_ other: MethodPattern?) -> Bool {
        guard let pattern = self else { return true }
        guard let other else { return false }
        let (own, others) = (pattern.names, other.names)
        switch (pattern.isExclusion, other.isExclusion) {
        case (false, false): return others.isSubset(of: own)
        case (false, true): return false
        case (true, false): return others.isDisjoint(with: own)
        case (true, true): return own.isSubset(of: others)
        }
    }
}

extension MethodPattern {
    /// The methods that it matches, or, of `noneOf`, those that it does not.
    fileprivate var names: Set<String> {
        switch self {
        case .one(let name): name == Self.reading ? ["GET", "HEAD"] : [name]
        case .oneOf(let names), .noneOf(let names): Set(names)
        }
    }

    fileprivate var isExclusion: Bool { if case .noneOf = self { true } else { false } }

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

    /// Reads `method`. Nil for `ANY`, when it is absent, and, with a problem reported, when it has another form; a spelling that no client
    /// sends is a warning.
    static func read(_ fields: inout FieldReader) -> MethodPattern? {
        guard let node = fields.take("method") else { return nil }
        switch node.content {
        case .string(let method):
            warn(method, node, fields.report)
            return method == any ? nil : .one(method)
        case .object: return readLists(node, fields.report)
        case .array(let elements):
            let names = elements.compactMap { if case .string(let name) = $0.content { name } else { nil } }
            fields.report.add(
                "\"method\" must be a string, found an array", at: node,
                repair: "Write \(repair(names.isEmpty ? ["GET", "PUT"] : names)).")
            return nil
        default:
            fields.report.add(
                "\"method\" must be a string, found \(node.found)", at: node, repair: "Write \"GET\", for example, or \"ANY\".")
            return nil
        }
    }

    private static func readLists(_ node: JSONNode, _ report: ProblemReport) -> MethodPattern? {
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let (oneOf, noneOf) = (names("oneOf", &fields), names("noneOf", &fields))
        fields.finish()
        switch (oneOf, noneOf) {
        case (let names?, nil): return .oneOf(names)
        case (nil, let names?): return .noneOf(names)
        case (.some, .some): report.add("\"method\" has both \"oneOf\" and \"noneOf\"", at: node, repair: "Keep one of them.")
        case (nil, nil) where report.problems.count == before:
            report.add(
                "\"method\" has neither \"oneOf\" nor \"noneOf\"", at: node,
                repair: "Write {\"oneOf\": [\"GET\", \"PUT\"]}, for example, or \"ANY\".")
        case (nil, nil): break
        }
        return nil
    }

    /// The methods in a list; what is no method is reported.
    private static func names(_ list: String, _ fields: inout FieldReader) -> [String]? {
        guard let nodes = fields.array(list) else { return nil }
        let report = fields.report
        if nodes.isEmpty {
            report.add("\"\(list)\" has no method", at: fields.place(of: list), repair: "Write [\"GET\", \"PUT\"], for example.")
        }
        return nodes.compactMap { node in
            guard case .string(let name) = node.content else {
                report.add("each of \"\(list)\" must be a string, found \(node.found)", at: node, repair: "Write \"GET\", for example.")
                return nil
            }
            if name == any, list == "noneOf" {
                report.warn("no request has a method that is not \"ANY\"", at: node, repair: "Remove it, or the stub.")
            } else if name == any || name == reading {
                report.warn(
                    "\"\(name)\" in a list is a method that no client sends", at: node,
                    repair: name == any ? "Write \"method\": \"ANY\"." : "Write \"GET\", \"HEAD\".")
            } else {
                warn(name, node, report)
            }
            return name
        }
    }

    private static func warn(_ method: String, _ node: JSONNode, _ report: ProblemReport) {
        guard !usual.contains(method), !others.contains(method) else { return }
        let names = method.split { "|,/ +&".contains($0) }.map { String($0) }
        // A request line.
        let words = method.split(separator: " ")
        if words.count > 1, words[1].hasPrefix("/"), let meant = usual.first(where: { $0 == words[0].uppercased() }) {
            report.warn(
                "\"method\" is \"\(method)\", which no client sends", at: node,
                repair: "Write \"method\": \"\(meant)\" and \"url\": \"\(words[1])\".")
        } else if names.count > 1 {
            report.warn(
                "\"method\" is \"\(method)\", which no client sends", at: node, repair: "Write \(repair(names)).")
        } else if method.contains("*") || method.isEmpty || method == "ALL" {
            report.warn("\"method\" is \"\(method)\", which no client sends", at: node, repair: "Write \"ANY\" for all methods.")
        } else if let meant = usual.first(where: { $0 == method.uppercased() }) {
            report.warn("\"method\" is \"\(method)\", but clients send \"\(meant)\"", at: node, repair: "Write \"\(meant)\".")
        } else if let nearest = Spelling.nearest(to: method, among: usual) {
            report.warn("\"method\" is \"\(method)\", which no client sends", at: node, repair: "Did you mean \"\(nearest)\"?")
        }
    }

    /// What to write for a list of names: `{"oneOf": ["GET", "PUT"]}, or "ANY"`.
    private static func repair(_ names: [String]) -> String {
        let names = names.map { usual.contains($0.uppercased()) ? $0.uppercased() : $0 }
        if names.contains(any) { return "\"ANY\"" }
        return "{\"oneOf\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]}, or \"ANY\""
    }
}
