/// An address to listen on.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A numeric address, without brackets.
    case internet(String, port: Int)
    case unix(path: String)

    /// A host without the brackets that an IPv6 address has in URLs.
    static func literal(_ host: String) -> String { host.filter { $0 != "[" && $0 != "]" } }

    package var description: String {
        switch self {
        case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension Configuration {
    /// The addresses of one listener, and whether all but the first are optional.
    ///
    /// Without a host these are both loopbacks, because clients that resolve `localhost` try ::1 first. On a machine without IPv6,
    /// 127.0.0.1 is enough.
    func addresses(port: Int, name: String) -> (addresses: [ListenAddress], othersAreOptional: Bool) {
        func both() -> [ListenAddress] { [.internet("127.0.0.1", port: port), .internet("::1", port: port)] }
        if hosts.isEmpty { return (both(), true) }
        let addresses = hosts.flatMap { host -> [ListenAddress] in
            if host == "localhost" { return both() }
            // A path can be only one socket, so the S3 listener's path gets a suffix.
            if host.hasPrefix("unix:") { return [.unix(path: host.dropFirst(5) + (name == "http" ? "" : ".\(name)"))] }
            return [.internet(ListenAddress.literal(host), port: port)]
        }
        // An address that is named twice is one socket.
        var seen: Set<ListenAddress> = []
        return (addresses.filter { seen.insert($0).inserted }, hosts == ["localhost"])
    }
}
