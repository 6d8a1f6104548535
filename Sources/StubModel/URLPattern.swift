package import JSONDocument

/// A pattern for a request's URL.
package struct URLPattern: Sendable {
    /// In WireMock's order of precedence: if several are written, the first of this order is used.
    package enum Kind: String, Sendable, CaseIterable {
        /// Path and query, byte for byte.
        case url
        /// A regular expression that matches all of path and query.
        case urlPattern
        /// The path, byte for byte, not decoded; any query.
        case urlPath
        /// A regular expression that matches all of the path.
        case urlPathPattern
        /// `/things/{id}`: each variable is one segment; `**` matches the rest.
        case urlPathTemplate
    }

    /// Which of the URL fields it is.
    package let kind: Kind
    /// The URL, expression or template as written.
    package let text: String
    /// The node of the text, for later messages.
    package let node: JSONNode
    /// The request pattern that it belongs to, which is refused as a whole if the text is wrong.
    package let owner: JSONNode

    /// Reads the URL fields. Nil when none is written, which matches every URL.
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

    /// Whether an ASCII character is in the text. Much faster than a search for a `Character`, and there may be thousands of stubs.
    func has(_ sign: Unicode.Scalar) -> Bool { text.utf8.contains(UInt8(ascii: sign)) }

    /// Whether the first `?` is the last character.
    private var hasEmptyQuery: Bool { text.utf8.last == UInt8(ascii: "?") && !text.utf8.dropLast().contains(UInt8(ascii: "?")) }

    /// Warns about a path that does not begin with a slash.
    package func warnOfMissingSlash(_ report: ProblemReport) {
        report.warn(
            "\"\(kind.rawValue)\" does not begin with \"/\", so no request matches it", at: node, repair: "Write the path alone.")
    }

    /// Warns about a path of the admin API, which no stub gets.
    private func warnOfAdminPath(_ report: ProblemReport) {
        guard text.hasPrefix("/__admin/") || text == "/__admin" else { return }
        report.warn(
            "the admin API responds to \"/__admin\", so no request for this \"\(kind.rawValue)\" gets here", at: node,
            repair: "Choose another path.")
    }

    /// Warns about a `*` that is used as in file names.
    private func warnOfRepeatedSlash(_ report: ProblemReport) {
        // In `[^/]*` and `\\/*` the `*` repeats something else or is intended.
        guard text.hasSuffix("/*"), !text.hasSuffix("\\/*") else { return }
        report.warn(
            "\"/*\" at the end of \"\(kind.rawValue)\" repeats the slash", at: node,
            repair: "Any path below is \"\(text.dropLast())\(".*")\".")
    }

    /// Warns about a `?` that begins a query in a URL, but in an expression makes the character before it optional: `/feed?page=1`; and
    /// about one that stands for itself in an expression for a path.
    private func warnOfOptionalCharacter(_ report: ProblemReport) {
        // Behind anything but plain text, it may be what it says.
        let plain = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/_.~%-".contains($0)) }
        let rest = text[plain.endIndex...]
        // One alternative of an expression may match.
        if kind == .urlPathPattern, has("?"), !has("|"), rest.hasPrefix("\\?") || hasOwnQuestionMark {
            return report.warn(
                "\"urlPathPattern\" has a \"?\" of its own, and a path has no query, so no request matches it", at: node,
                repair: "Use \"queryParameters\".")
        }
        guard rest.first == "?", let last = plain.last, last != "." else { return }
        let parameter = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
        guard !parameter.isEmpty, rest[parameter.endIndex...].first == "=" else { return }
        let message = "the \"?\" makes the character before it optional"
        if kind == .urlPathPattern {
            report.warn("\(message), and a path has no query", at: node, repair: "Use \"queryParameters\".")
        } else {
            report.warn(
                message, at: node,
                repair: "Write it as \"\\\\?\" before a query, or use \"urlPathPattern\" and \"queryParameters\".")
        }
    }

    /// For a regular expression that is no valid one because it has a variable of a template or a wildcard, as in `/things/{id}` and
    /// `/things/**`: what was meant.
    package var repairOfExpression: String? {
        guard kind == .urlPathPattern || kind == .urlPattern else { return nil }
        if let wildcard = text.firstRange(of: "/**") { return "Any path below is \"\(text[..<wildcard.lowerBound])/.*\"." }
        let isTemplate = text.split(separator: "/").contains { segment in
            guard segment.first == "{", segment.last == "}", let second = segment.dropFirst().first else { return false }
            return second.isLetter || second == "_"
        }
        return isTemplate ? "Did you mean \"urlPathTemplate\"?" : nil
    }

    /// Warns about a segment that stands for any text in a template or a file name, and for itself here.
    private func warnOfPlaceholder(_ report: ProblemReport) {
        guard has("*") || has("{") else { return }
        for segment in text.prefix(while: { $0 != "?" }).split(separator: "/") {
            let message = "\"\(segment)\" in \"\(kind.rawValue)\" stands for itself"
            if segment == "*" || segment == "**" {
                return report.warn(message, at: node, repair: "Use \"urlPathPattern\", where any text is \".*\".")
            }
            if segment.count > 2, segment.first == "{", segment.last == "}" {
                return report.warn(message, at: node, repair: "Use \"urlPathTemplate\" for any segment.")
            }
        }
    }

    /// Warns about a variable as routers of other languages write it: `/users/:id`.
    private func warnOfColon(_ report: ProblemReport) {
        guard has(":") else { return }
        let segments = text.prefix { $0 != "?" }.split(separator: "/")
        guard let segment = segments.first(where: { $0.count > 1 && $0.first == ":" && !$0.contains("{") }) else { return }
        let variable = "{\(segment.dropFirst())}"
        report.warn(
            "\"\(segment)\" in \"\(kind.rawValue)\" stands for itself", at: node,
            repair: kind == .urlPathTemplate ? "Write \"\(variable)\"." : "Use \"urlPathTemplate\" with \"\(variable)\".")
    }

    /// Warns about characters that are never as they are in the URL of a request.
    private func warnOfCharacters(_ report: ProblemReport) {
        let isExpression = kind == .urlPattern || kind == .urlPathPattern
        if !isExpression, has("#") {
            report.warn(
                "\"\(kind.rawValue)\" has a \"#\", and clients do not send what follows it, so no request matches it", at: node,
                repair: "Leave it out, or write \"%23\" for the character itself.")
        }
        if !isExpression, has(" ") {
            report.warn(
                "\"\(kind.rawValue)\" contains a space, so no request matches it", at: node,
                repair: "Write \"\(text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20"))\".")
        }
        // `url` and `urlPath` match the encoded form as well. One alternative of an expression may match.
        guard isExpression || kind == .urlPathTemplate, !text.utf8.allSatisfy({ $0 < 0x80 }),
            !isExpression || !text.contains(where: "|[".contains)
        else { return }
        let encoded = text.utf8.reduce(into: "") { result, byte in
            if byte < 0x80 {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + String(byte, radix: 16, uppercase: true)
            }
        }
        report.warn(
            "\"\(kind.rawValue)\" contains characters that are percent-encoded in requests, so no request matches it", at: node,
            repair: "Write \"\(encoded)\".")
    }

    /// Warns about a pattern that no URL can match.
    private func warn(_ report: ProblemReport) {
        if kind == .urlPattern || kind == .urlPathPattern {
            if warnOfSlashesAround(report) { return }
            warnOfRepeatedSlash(report)
            warnOfWildcard(report)
            warnOfDoubledBackslash(report)
            warnOfOptionalCharacter(report)
        } else {
            // A "?" in a path has a message of its own.
            if kind == .url || !has("?"), warnOfExpression(report) { return }
            warnOfForeignVariable(report)
        }
        // The target of OPTIONS for the whole server is "*".
        if kind == .url || kind == .urlPath, text != "*" { warnOfPlaceholder(report) }
        warnOfCharacters(report)
        if kind != .urlPattern, kind != .urlPathPattern { warnOfColon(report) }
        let isText = kind == .url || kind == .urlPath || kind == .urlPathTemplate
        guard isText, text != "*" else { return }
        warnOfAdminPath(report)
        if !text.hasPrefix("/") {
            warnOfMissingSlash(report)
        } else if hasEmptyQuery {
            report.warn(
                "\"\(kind.rawValue)\" ends in a \"?\", and requests lose an empty query, so no request matches it", at: node,
                repair: "Write \"\(text.dropLast())\"\(kind == .url ? ", or \"urlPath\" for any query" : "").")
        } else if kind != .url, has("?") {
            report.warn(
                "\"\(kind.rawValue)\" has a \"?\", so no request matches it", at: node,
                repair: "Use \"queryParameters\", or \"url\" for path and query.")
        } else if kind == .urlPathTemplate, text.count(where: { $0 == "{" }) != text.count(where: { $0 == "}" }) {
            report.warn("a variable without both of its braces in \"urlPathTemplate\"", at: node, repair: "Write \"/things/{id}\".")
        }
    }
}
