package import HTTPMessage
internal import StubModel

/// Where a request was passed on to, which tells the URLs of the target that are paths of this server.
package struct ProxiedAddress: Sendable {
    /// The target's, and this server's if the target was told it.
    private let authorities: [TargetAuthority]
    /// The target's, with the colon.
    private let scheme: String
    /// The target's; nil if it is not written plainly.
    private let host: String?
    /// Whether the client comes without TLS to a target with it.
    private let endsTLS: Bool
    /// The path at the target of this server's `root`, without a slash at its end.
    private let basePath: String
    /// The path at this server that is `basePath` at the target, without a slash at its end.
    private let root: String

    init(_ proxy: ProxyDefinition, _ request: Request, _ settings: ProxySettings) {
        let target = TargetAuthority(literalIn: proxy.baseURL)
        scheme = String(proxy.baseURL.lowercased().prefix { $0 != "/" })
        host = target?.host
        endsTLS = scheme == "https:" && request.receivedScheme == "http"
        var authorities = [target]
        // A server behind one that ends TLS may take its own URLs for those of http.
        if let target, scheme == "https:", target.port == 443 {
            authorities.append(TargetAuthority(literalIn: "http://\(target)".replacing(":443", with: ":80")))
        }
        if settings.preservesHostHeader { authorities.append(TargetAuthority(literalIn: RequestAddress(request).baseURL)) }
        self.authorities = authorities.compactMap(\.self)
        basePath = Self.withoutSlash(Self.path(of: proxy.baseURL).prefix { $0 != "?" && $0 != "#" })
        let prefix = proxy.pathPrefixToRemove.flatMap { request.target.hasPrefix($0) ? $0 : nil } ?? ""
        root = Self.withoutSlash(prefix[...])
    }

    /// The fields in which the target's own URLs are paths of this server, and its cookies those of this server.
    package func localizing(_ headers: HeaderFields) -> HeaderFields {
        let fields = HeaderFields(
            headers.map { field in
                ASCII.equalsIgnoringCase(field.name, "Set-Cookie") ? HeaderFields.Field(field.name, localizing(cookie: field.value)) : field
            })
        return fields.replacingReferences(path) ?? fields
    }

    /// The origin of the first URL in a text that this server would pass on, as the text has it, but for escapes of JSON.
    /// - Returns: nil if the text has none.
    package func origin(namedIn text: String) -> String? {
        let bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
            var front = bytes[..<index]
            Self.dropEscape(of: &front)
            guard front.popLast() == UInt8(ascii: "/") else { continue }
            Self.dropEscape(of: &front)
            if let scheme = self.scheme(before: front), let name = name(in: bytes[(index + 1)...]) { return scheme + "//" + name }
        }
        return nil
    }

    /// JSON may escape a slash.
    private static func dropEscape(of bytes: inout ArraySlice<UInt8>) { if bytes.last == UInt8(ascii: "\\") { bytes.removeLast() } }

    /// The scheme of a URL that begins before two slashes; the target's if it has none. Nil for another one than those of HTTP, and if the
    /// slashes are within a URL.
    private func scheme(before slashes: ArraySlice<UInt8>) -> String? {
        let end = String(decoding: slashes.suffix(6), as: UTF8.self).lowercased()
        if let written = ["https:", "http:"].first(where: end.hasSuffix) { return written }
        return slashes.last.map { Self.isOfAuthority($0) || $0 == UInt8(ascii: "/") } == true ? nil : scheme
    }

    /// The target's host and port, if the rest of a URL begins with them.
    private func name(in rest: ArraySlice<UInt8>) -> String? {
        var written = rest.prefix(while: Self.isOfAuthority)
        guard !rest[written.endIndex...].starts(with: "@".utf8) else { return nil }
        // A sentence may end here.
        while let last = written.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") { written.removeLast() }
        let name = String(decoding: written, as: UTF8.self)
        let isOwn = ["http://", "https://"].contains { TargetAuthority(literalIn: $0 + name).map(authorities.contains) == true }
        return isOwn ? name : nil
    }

    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || ".-_:[]".utf8.contains(byte)
    }

    /// The origin of a URL of the same host with another scheme or port, as of a redirection to TLS.
    /// - Returns: nil for another URL.
    package func sibling(_ url: String) -> String? {
        guard let authority = TargetAuthority(literalIn: url), authority.host == host, path(of: url) == nil else { return nil }
        guard !authorities.contains(authority), let scheme = url.firstRange(of: "://") else { return nil }
        return String(url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// The path, query and fragment at this server of a URL of the target.
    /// - Parameter reference: an absolute URL, or a path at the target.
    /// - Returns: nil for what this server does not pass on to the target, and for anything else.
    func path(of reference: String) -> String? {
        let url = reference.hasPrefix("//") ? scheme + reference : reference
        let isPath = url.hasPrefix("/")
        guard isPath || TargetAuthority(literalIn: url).map(authorities.contains) == true else { return nil }
        let path = isPath ? url[...] : Self.path(of: url)
        guard path.hasPrefix(basePath) else { return nil }
        let rest = path.dropFirst(basePath.count)
        guard basePath.isEmpty || rest.isEmpty || "/?#".contains(rest.first!) else { return nil }
        let result = root + rest
        // To browsers, both are the beginning of another host.
        if result.hasPrefix("//") || result.hasPrefix("/\\") { return nil }
        return result.hasPrefix("/") ? result : "/" + result
    }

    /// A cookie without what would keep a client from sending it to this server (RFC 6265, section 5.3): the target's domain, and
    /// `Secure`, with `SameSite=None` and `Partitioned` that need it, where the target has TLS and the client comes without it.
    private func localizing(cookie value: String) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).enumerated().filter { index, part in
            let pair = part.split(separator: "=", maxSplits: 1).map { FieldText.trimmingBlanks($0).lowercased() }
            switch (index == 0 ? "" : pair.first ?? "", pair.count > 1 ? pair[1] : "") {
            case ("domain", let domain): return !isOfTarget(domain: domain)
            case ("secure", _), ("samesite", "none"), ("partitioned", _): return !endsTLS
            default: return true
            }
        }.map(\.element).joined(separator: ";")
    }

    private func isOfTarget(domain: String) -> Bool {
        guard let host else { return false }
        let name = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        return host == name || host.hasSuffix("." + name)
    }

    /// What follows the host and port of an absolute URL.
    private static func path(of url: String) -> Substring {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        return url[scheme.upperBound...].drop { !"/?#".contains($0) }
    }

    private static func withoutSlash(_ path: Substring) -> String { String(path.hasSuffix("/") ? path.dropLast() : path) }
}
