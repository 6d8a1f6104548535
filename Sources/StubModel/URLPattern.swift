package import JSONDocument

/// What a request's URL must be like.
package struct URLPattern: Sendable {
    /// In the order in which WireMock looks at them: if several are written, the first of this order counts.
    package enum Kind: String, Sendable, CaseIterable {
        /// Path and query, byte for byte.
        case url
        /// A regular expression over path and query, as a whole.
        case urlPattern
        /// The path, byte for byte, not decoded; any query.
        case urlPath
        /// A regular expression over the path, as a whole.
        case urlPathPattern
        /// `/things/{id}`: one segment a variable, `**` for the rest.
        case urlPathTemplate
    }

    package let kind: Kind
    package let text: String
    /// Where it stands, for what is found wrong in it later.
    package let node: JSONNode
    /// The request pattern that it belongs to: refused as a whole when the text is no good.
    package let owner: JSONNode

    /// Takes the URL fields; nil when none is written, which is met by every URL.
    static func decode(_ fields: inout FieldReader) -> URLPattern? {
        var pattern: URLPattern?
        for kind in Kind.allCases {
            guard let node = fields.take(kind.rawValue) else { continue }
            guard let text = node.text(fields.report) else {
                fields.report.add("\"\(kind.rawValue)\" must be a string, found \(node.kind)", at: node)
                continue
            }
            if let pattern {
                fields.report.warn(
                    "\"\(kind.rawValue)\" means nothing beside \"\(pattern.kind.rawValue)\"", at: node, repair: "Keep one of them.")
            } else {
                pattern = URLPattern(kind: kind, text: text, node: node, owner: fields.node)
            }
        }
        pattern?.warn(fields.report)
        return pattern
    }

    /// For what every URL that is meant begins with.
    package func warnOfMissingSlash(_ report: ProblemReport) {
        report.warn(
            "\"\(kind.rawValue)\" does not begin with \"/\", so that no request meets it", at: node, repair: "Write the path alone.")
    }

    /// Of a `*` that is meant as in file names.
    private func warnOfRepeatedSlash(_ report: ProblemReport) {
        // In `[^/]*` and `\\/*` something else is repeated, or written on purpose.
        guard text.hasSuffix("/*"), !text.hasSuffix("\\/*") else { return }
        report.warn(
            "\"/*\" at the end of \"\(kind.rawValue)\" repeats the slash", at: node,
            repair: "Any path below is \"\(text.dropLast())\(".*")\".")
    }

    /// Of what no request's URL is like.
    private func warn(_ report: ProblemReport) {
        if kind == .urlPattern || kind == .urlPathPattern { warnOfRepeatedSlash(report) }
        let isText = kind == .url || kind == .urlPath || kind == .urlPathTemplate
        guard isText, text != "*" else { return }
        if !text.hasPrefix("/") {
            warnOfMissingSlash(report)
        } else if kind != .url, text.contains("?") {
            report.warn(
                "\"\(kind.rawValue)\" has a \"?\", so that no request meets it", at: node,
                repair: "Use \"queryParameters\", or \"url\" for path and query.")
        } else if kind == .urlPathTemplate, text.count(where: { $0 == "{" }) != text.count(where: { $0 == "}" }) {
            report.warn("a variable without both of its braces in \"urlPathTemplate\"", at: node, repair: "Write \"/things/{id}\".")
        }
    }
}
