package import HTTPMessage
package import JSONDocument

extension StubMapping {
    /// Every literal target of the mapping's proxied responses and webhooks, with its place.
    package var literalTargets: [(authority: TargetAuthority, place: JSONNode)] {
        (proxyTargets + webhookTargets).compactMap { node in
            guard case .string(let text) = node.content else { return nil }
            return TargetAuthority(literalIn: text).map { ($0, node) }
        }
    }

    /// The URLs of webhooks whose host a template makes.
    package var webhooksToMadeHosts: [JSONNode] { webhookTargets.filter(Self.hasMadeHost) }

    /// The URLs of proxied responses whose host a template makes.
    package var proxiesToMadeHosts: [JSONNode] { proxyTargets.filter(Self.hasMadeHost) }

    private var proxyTargets: [JSONNode] {
        responses.responses.compactMap { $0.proxy == nil ? nil : $0.node.member("proxyBaseUrl") }
    }

    private var webhookTargets: [JSONNode] {
        serveEventListeners.compactMap { $0.name == "webhook" ? $0.parameters?.member("url") : nil }
    }

    private static func hasMadeHost(_ node: JSONNode) -> Bool {
        guard case .string(let url) = node.content else { return false }
        let scheme = ["http://", "https://"].first { url.lowercased().hasPrefix($0) } ?? ""
        return url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.contains("{{")
    }
}
