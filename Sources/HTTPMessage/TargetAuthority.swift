/// Host and port of a literal URL: what proxying and webhooks may be allowed to call.
package struct TargetAuthority: Sendable, Hashable, CustomStringConvertible {
    /// In lower case; an IPv6 address without brackets.
    package let host: String
    /// The written port, or the default port of the scheme.
    package let port: Int

    /// Nil unless the text begins with `http://` or `https://` and a literal host: no template, no user, nothing that two URL parsers could
    /// read as different hosts, no port that there is not. After the first `/`, `?` or `#` a template is allowed.
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
        let port = authority.port ?? (scheme == "https://" ? 443 : 80)
        guard port <= 65_535 else { return nil }
        host = authority.address
        self.port = port
    }

    /// What is written as the port of a URL, or of a host with a port, if there is no such port; nil if that is not what is wrong.
    /// - Parameter least: the first port that may be given.
    package static func wrongPort(in url: String, least: Int = 0) -> String? {
        let scheme = url.firstRange(of: "://")
        let authority = url[(scheme?.upperBound ?? url.startIndex)...].prefix { !"/?#".contains($0) }
        guard let mark = authority.lastIndex(of: ":") else { return nil }
        let (host, port) = (authority[..<mark].split(separator: "@").last ?? "", authority[mark...].dropFirst())
        let isHost = !host.isEmpty && (host.hasSuffix("]") || !host.contains(":"))
        guard isHost, !port.isEmpty, !port.contains(where: { "]@".contains($0) }) else { return nil }
        // Without a scheme, letters behind a colon are no port: mailto:me.
        let isNumber = port.utf8.allSatisfy { $0 &- 0x30 < 10 }
        guard scheme != nil || isNumber else { return nil }
        return isNumber && Int(port).map { (least...65_535).contains($0) } == true ? nil : String(port)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
