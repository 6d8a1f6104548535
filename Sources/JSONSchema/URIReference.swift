/// A URI or a relative reference, split into its parts (RFC 3986, appendix B). Any text is valid.
struct URIReference: Hashable {
    var scheme: String?
    var authority: String?
    var path = ""
    var query: String?
    var fragment: String?

    init(_ text: String) {
        var rest = text.utf8[...]
        func take(upTo ends: String) -> String {
            let part = rest.prefix { !ends.utf8.contains($0) }
            rest = rest[part.endIndex...]
            return String(Substring(part))
        }
        if let colon = rest.firstIndex(where: { ":/?#".utf8.contains($0) }), rest[colon] == UInt8(ascii: ":"), colon > rest.startIndex {
            scheme = String(Substring(rest[..<colon]))
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            authority = take(upTo: "/?#")
        }
        path = take(upTo: "?#")
        if rest.first == UInt8(ascii: "?") {
            rest = rest.dropFirst()
            query = take(upTo: "#")
        }
        if rest.first == UInt8(ascii: "#") { fragment = String(Substring(rest.dropFirst())) }
    }

    var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The reference resolved against a base (section 5.2).
    func resolved(against base: URIReference) -> URIReference {
        var result = self
        if scheme != nil {
            result.path = Self.withoutDots(path)
            return result
        }
        result.scheme = base.scheme
        if authority != nil {
            result.path = Self.withoutDots(path)
            return result
        }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            if query == nil { result.query = base.query }
        } else if path.hasPrefix("/") {
            result.path = Self.withoutDots(path)
        } else if base.authority != nil, base.path.isEmpty {
            result.path = Self.withoutDots("/" + path)
        } else {
            let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? ""
            result.path = Self.withoutDots(folder + path)
        }
        return result
    }

    /// Section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let isAbsolute = path.hasPrefix("/")
        var kept: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}
