internal import HTTPMessage
internal import JSONDocument

/// Patterns that no request can match.
extension RequestPattern {
    /// Warns about names that no request has.
    func warnOfNames(_ report: ProblemReport) {
        for header in headers where header.name.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") }) {
            let name = header.name.drop { $0 == " " }.replacing(":", with: "").split(separator: " ").joined(separator: "-")
            report.warn(
                "no header field can have the name \"\(header.name)\"", at: header.pattern.node, repair: "Did you mean \"\(name)\"?")
        }
        for header in headers {
            guard let doubt = HeaderDoubts.about(name: header.name) else { continue }
            report.warn(doubt.message, at: header.pattern.node, repair: doubt.repair)
        }
        for (kind, patterns) in [("query parameter", queryParameters), ("form field", formParameters)] {
            for item in patterns where item.name.hasPrefix(" ") || item.name.hasSuffix(" ") {
                let name = item.name.split(separator: " ").joined(separator: " ")
                report.warn(
                    "the name of the \(kind) \"\(item.name)\" has a space at its \(item.name.hasPrefix(" ") ? "beginning" : "end")",
                    at: item.pattern.node, repair: "Did you mean \"\(name)\"?")
            }
        }
    }

    /// Warns about a host with a port, and about a client that is no address.
    func warnOfAddresses(_ report: ProblemReport) {
        if let host, let text = host.node.member("equalTo")?.scalarText, let colon = text.lastIndex(of: ":"), !text.hasSuffix("]"),
            text.hasPrefix("[") || text.firstIndex(of: ":") == colon,
            let port = Int(text[text.index(after: colon)...])
        {
            report.warn(
                "\"host\" is compared without the port, so no request matches \"\(text)\"", at: host.node,
                repair: "Write \"\(text[..<colon])\", and \"port\": \(port).")
        }
        if let clientIP, let text = clientIP.node.member("equalTo")?.scalarText, text.contains(where: { $0.isLetter && !$0.isHexDigit }) {
            report.warn(
                "\"clientIp\" is compared with an address, so no request matches \"\(text)\"", at: clientIP.node,
                repair: "Write an address, such as \"127.0.0.1\".")
        }
    }

    /// Matchers that a missing value does not meet.
    private static let matchersOfPresence: Set<String> = [
        "equalTo", "contains", "matches", "equalToJson", "equalToXml", "matchesJsonPath", "matchesXPath", "binaryEqualTo",
        "equalToDateTime", "before", "after", "hasExactly", "includes",
    ]

    /// Warns about conditions on a query that the URL pattern excludes, and about encoded values, which are compared decoded.
    func warnOfQuery(_ report: ProblemReport) {
        for item in queryParameters {
            guard case .string(let value)? = item.pattern.node.member("equalTo")?.content, value.utf8.contains(UInt8(ascii: "%")) else {
                continue
            }
            let decoded = PercentCoding.decodeForm(Array(value.utf8)[...])
            // Other texts may be meant as they are: `50%25`, or one that is in letters of its own.
            if decoded.utf8.allSatisfy({ $0 < 0x80 }) || !value.utf8.allSatisfy({ $0 < 0x80 }) { continue }
            report.warn(
                "the query parameter \"\(item.name)\" is compared decoded, and this text is percent-encoded", at: item.pattern.node,
                repair: "Write \"\(decoded)\".")
        }
        guard let url, url.kind == .url, let first = queryParameters.first(where: { isExcluded($0, by: url.text) }) else { return }
        report.warn(
            "\"url\" is compared with the whole path and query, which here has no \"\(first.name)\", so no request matches it",
            at: first.pattern.node, repair: "Use \"urlPath\", which leaves the query to \"queryParameters\".")
    }

    /// Whether the URL has no such parameter, and the pattern requires it.
    private func isExcluded(_ item: NamedPattern, by url: String) -> Bool {
        guard case .object(let members) = item.pattern.node.content,
            members.contains(where: { Self.matchersOfPresence.contains($0.name) })
        else { return false }
        let query = url.drop { $0 != "?" }.dropFirst()
        return !query.split(separator: "&").contains { parameter in
            let name = Array(parameter.utf8.prefix { $0 != UInt8(ascii: "=") })
            return PercentCoding.decodeForm(name[...]) == item.name
        }
    }
}
