internal import HTTPMessage
package import JSONDocument

/// Host and port of a literal URL: what proxying and webhooks may be allowed to call.
package struct TargetAuthority: Sendable, Hashable, CustomStringConvertible {
    /// In lower case; an IPv6 address without brackets.
    package let host: String
    /// The written port, or the default port of the scheme.
    package let port: Int

    /// Nil unless the text begins with `http://` or `https://` and a literal host: no template, no user, nothing that two URL parsers could
    /// read as different hosts. After the first `/`, `?` or `#` a template is allowed.
    package init?(literalIn url: String) {
        let lowercased = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else { return nil }
        let text = lowercased.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x30 < 10 || ".-_:[]".utf8.contains(byte)
        }
        guard !text.isEmpty, isPlain else { return nil }
        let authority = Authority(text)
        let isName = authority.host == authority.address && !authority.host.contains(":")
        guard !authority.address.isEmpty, authority.host.hasPrefix("[") || isName, !authority.address.contains(where: "[]".contains)
        else { return nil }
        host = authority.address
        port = authority.port ?? (scheme == "https://" ? 443 : 80)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension StubMapping {
    /// Every literal target of the mapping's proxied responses and webhooks, with its place.
    package var literalTargets: [(authority: TargetAuthority, place: JSONNode)] {
        var nodes: [JSONNode] = []
        for response in responses.responses where response.proxy != nil {
            if let node = response.node.member("proxyBaseUrl") { nodes.append(node) }
        }
        for listener in serveEventListeners where listener.name == "webhook" {
            if let node = listener.parameters?.member("url") { nodes.append(node) }
        }
        return nodes.compactMap { node in
            guard case .string(let text) = node.content else { return nil }
            return TargetAuthority(literalIn: text).map { ($0, node) }
        }
    }

    /// The URLs of webhooks whose host a template makes.
    package var webhooksToMadeHosts: [JSONNode] {
        serveEventListeners.compactMap { listener in
            guard listener.name == "webhook", let node = listener.parameters?.member("url"), case .string(let url) = node.content else {
                return nil
            }
            let scheme = ["http://", "https://"].first { url.lowercased().hasPrefix($0) } ?? ""
            return url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.contains("{{") ? node : nil
        }
    }
}
