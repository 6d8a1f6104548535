/// One rule: `api.example.com`, `*.example.com`, `dev-*.example.com`, `localhost:9090`, `10.0.0.0/8`, `192.168.0.1-192.168.0.9`,
/// `[::1]:80`, or `*` for everything.
package struct TargetRule: Sendable, Hashable {
    private enum Range: Sendable, Hashable {
        case everything
        case host(String)
        /// All hosts whose names have these parts, and between two of them at least one character: a name that was divided at each `*`.
        case names([String])
        case network(IPAddress, prefixLength: Int)
        case addresses(IPAddress, IPAddress)
    }

    /// The rule as it was written.
    package let text: String
    private let range: Range
    private let port: Int?

    /// - Throws: `TargetRuleError` for a text of another form.
    package init(_ text: String) throws(TargetRuleError) {
        self.text = text
        var (host, port) = try Self.split(text)
        host = host.lowercased()
        self.port = port
        if host == "*" {
            range = .everything
        } else if let slash = host.firstIndex(of: "/") {
            guard let address = IPAddress(String(host[..<slash])), let length = Int(host[host.index(after: slash)...]),
                (0...address.bytes.count * 8).contains(length)
            else { throw TargetRuleError(text, "is not a network such as \"10.0.0.0/8\"") }
            range = .network(address, prefixLength: length)
        } else if let dash = host.firstIndex(of: "-"), let first = IPAddress(String(host[..<dash])) {
            guard let last = IPAddress(String(host[host.index(after: dash)...])), last.bytes.count == first.bytes.count else {
                throw TargetRuleError(text, "is not a range such as \"10.0.0.1-10.0.0.9\"")
            }
            range = .addresses(first, last)
        } else if let address = IPAddress(host) {
            range = .addresses(address, address)
        } else {
            let parts = host.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
            guard !host.isEmpty, parts.allSatisfy(Self.isName) else {
                throw TargetRuleError(text, "is not a host name, an address or a network")
            }
            // It would cover names with such a beginning, and no name that is resolved to such an address.
            let isAddress = host.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2A } && host.utf8.contains { $0 &- 0x30 < 10 }
            guard parts.count == 1 || !isAddress else {
                throw TargetRuleError(text, "has a \"*\" in an address, where it can only be a network such as \"10.0.0.0/8\"")
            }
            range = parts.count == 1 ? .host(host) : .names(parts)
        }
    }

    /// Whether all letters may be in a name.
    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte >= 0x80
        }
    }

    /// Whether a host's name has the parts, in their order, from its beginning to its end.
    private static func has(_ host: String, _ parts: [String]) -> Bool {
        guard let first = parts.first?.utf8, let last = parts.last?.utf8, host.utf8.starts(with: first) else { return false }
        var rest = host.utf8.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard !rest.isEmpty, let found = rest.dropFirst().firstRange(of: part.utf8) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count > last.count && rest.suffix(last.count).elementsEqual(last)
    }

    private static func split(_ text: String) throws(TargetRuleError) -> (String, Int?) {
        var host = text[...]
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw TargetRuleError(text, "has no closing \"]\"") }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw TargetRuleError(text, "has no port after the \"]\"") }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard let port else { return (String(host), nil) }
        guard let number = Int(port), (1...65535).contains(number) else { throw TargetRuleError(text, "has no port from 1 to 65535") }
        return (String(host), number)
    }

    /// The same for a name alone; nil when the address decides.
    func coversName(_ host: String, _ port: Int) -> Bool? {
        if let wanted = self.port, wanted != port { return false }
        switch range {
        case .everything: return true
        case .host(let name): return name == host ? true : name == "localhost" ? nil : false
        case .names(let parts): return Self.has(host, parts)
        case .network, .addresses: return nil
        }
    }

    func covers(_ host: String, _ port: Int, _ address: IPAddress) -> Bool {
        if let wanted = self.port, wanted != port { return false }
        switch range {
        case .everything: return true
        case .host(let name): return name == host || name == "localhost" && address.isLoopback
        case .names(let parts): return Self.has(host, parts)
        case .addresses(let first, let last):
            return address.bytes.count == first.bytes.count && !address.bytes.lexicographicallyPrecedes(first.bytes)
                && !last.bytes.lexicographicallyPrecedes(address.bytes)
        case .network(let network, let length):
            guard address.bytes.count == network.bytes.count else { return false }
            return (0..<length).allSatisfy { bit in (address.bytes[bit / 8] ^ network.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0 }
        }
    }
}

/// A rule that is not valid.
package struct TargetRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ text: String, _ reason: String) {
        description =
            "target rule \"\(text)\" \(reason). Rules are like \"api.example.com\", \"*.example.com\", \"localhost:9090\" or \"10.0.0.0/8\"."
    }
}
