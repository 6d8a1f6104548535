package import HTTPMessage

/// Which servers may be proxied to, recorded from and called by webhooks.
///
/// The rules are checked against the resolved address just before the connection to that same address is opened, so a name that resolves
/// differently a moment later gains nothing. Nothing is allowed unless a rule, a flag or the operator's own mapping file allows it. A rule
/// that denies takes precedence. 0.0.0.0/8 and `::` are this machine.
package struct TargetRules: Sendable {
    /// The rules of `--allow-proxy-targets`.
    package let allowed: [TargetRule]
    /// The rules of `--deny-proxy-targets`.
    package let denied: [TargetRule]
    /// Targets that a flag or a setting names (`--proxy-all`); naming a target allows it.
    package let named: Set<TargetAuthority>

    package init(allowed: [TargetRule] = [], denied: [TargetRule] = [], named: Set<TargetAuthority> = []) {
        self.allowed = allowed
        self.denied = denied
        self.named = named
    }

    /// - Parameters:
    ///   - host: the host in the URL.
    ///   - address: what the host was resolved to.
    ///   - isOperators: whether the operator wrote the target into a mapping file. Such a target needs no rule unless its address is
    ///     link-local.
    package func permits(host: String, port: Int, address: IPAddress, isOperators: Bool = false) -> Bool {
        let host = host.lowercased()
        if isDenied(host: host, port: port, address: address) { return false }
        let destination = address.destination
        if allowed.contains(where: { $0.covers(host, port, destination) }) { return true }
        return !destination.isLinkLocal && (isOperators || isNamed(host, port))
    }

    /// Whether a rule denies the target. `localhost` is denied when one of its addresses is, whichever one is connected to: a server mostly
    /// listens on both.
    package func isDenied(host: String, port: Int, address: IPAddress) -> Bool {
        let host = host.lowercased()
        let addresses = (Self.isLocal(host) ? Self.loopback : []) + [address, address.destination]
        return addresses.contains { address in denied.contains { $0.covers(host, port, address) } }
    }

    private static let loopback = [IPAddress("127.0.0.1"), IPAddress("::1")].compactMap { $0 }

    /// Whether a name is of this machine without being resolved (RFC 6761 6.3).
    private static func isLocal(_ host: String) -> Bool {
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        return host == "localhost" || host.hasSuffix(".localhost")
    }

    private func isNamed(_ host: String, _ port: Int) -> Bool { named.contains { $0.host == host && $0.port == port } }

    /// Why a target may not be called, as far as it is known before its name is resolved.
    package func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError? {
        let known = Self.isLocal(target.host) ? Self.loopback : [IPAddress(target.host)].compactMap { $0 }
        if !known.isEmpty {
            let isPermitted = known.contains { permits(host: target.host, port: target.port, address: $0, isOperators: isOperators) }
            if isPermitted { return nil }
            let isByRule = known.allSatisfy { isDenied(host: target.host, port: target.port, address: $0) }
            return isByRule ? .deniedByRule(target.description) : .denied(target.description)
        }
        if denied.contains(where: { $0.coversName(target.host, target.port) == true }) { return .deniedByRule(target.description) }
        if isOperators || isNamed(target.host, target.port) { return nil }
        return allowed.contains { $0.coversName(target.host, target.port) != false } ? nil : .denied(target.description)
    }
}
