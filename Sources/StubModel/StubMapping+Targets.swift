package import HTTPMessage
package import JSONDocument

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
