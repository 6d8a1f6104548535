internal import HTTPMessage

/// The other names by which clients know the server: a link for `minio:9000` is used by a phone at 192.168.1.20:9000.
package struct HostAliases: Sendable, Hashable {
    /// As clients send Hosts: in lower case, with or without a port.
    package let names: [String]

    package init(_ names: [String] = []) { self.names = names.map { $0.lowercased() } }

    /// The Hosts that a client may have signed in place of the request's: each name, also with the port of the request, and with
    /// the bucket in front where the request has it there.
    /// - Parameter bucket: of a virtual-hosted request; nil for path style.
    func candidates(for host: String, bucket: String?) -> [String] {
        let port = Authority(host).port
        var candidates: [String] = []
        for name in names {
            for prefix in bucket == nil ? [""] : ["", "\(bucket ?? "")."] {
                candidates.append(prefix + name)
                if let port, Authority(name).port == nil { candidates.append("\(prefix)\(name):\(port)") }
            }
        }
        return candidates.filter { $0 != host }
    }
}
