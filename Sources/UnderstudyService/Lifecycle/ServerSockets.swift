internal import Glibc
internal import HTTPMessage
internal import MicroHTTPD
internal import TLS

/// The listening sockets of a server, by name: those that the service manager passed, or new ones.
struct ServerSockets: Sendable {
    private let configuration: Configuration
    private var opened: [SocketName: [ListeningSocket]] = [:]

    /// - Parameter tls: what speaks TLS; nil when no listener does.
    /// - Throws: `StartFailure` with 69 when a port is taken or an address is not available, 64 when an address on the command line is
    ///   not valid, 78 for one from elsewhere and when an inherited descriptor is no listening socket.
    init(_ configuration: Configuration, _ tls: TLSSetup?, inherited: InheritedSockets) throws(StartFailure) {
        self.configuration = configuration
        for name in [SocketName.http, .s3, .admin, .https, .s3HTTPS] {
            if name.listener == .s3, !configuration.servesS3 { continue }
            if name.isSecure, tls == nil { continue }
            opened[name] = try open(name, inherited.sockets.filter { $0.name == name.rawValue }.map(\.descriptor))
            if name.isSecure, let tls { for socket in self[name] { socket.speakTLS(tls.relay) } }
        }
    }

    /// The sockets of this name; empty when the server has none.
    subscript(_ name: SocketName) -> [ListeningSocket] { opened[name] ?? [] }

    private func open(_ name: SocketName, _ inherited: [Int32]) throws(StartFailure) -> [ListeningSocket] {
        if inherited.isEmpty { return try name == .admin ? openAdmin() : open(name) }
        var sockets: [ListeningSocket] = []
        do throws(WireError) {
            for descriptor in inherited { sockets.append(try ListeningSocket.inherited(descriptor: descriptor)) }
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
        return sockets
    }

    private func open(_ name: SocketName) throws(StartFailure) -> [ListeningSocket] {
        guard var port = configuration.port(of: name) else { return [] }
        let (addresses, othersAreOptional) = configuration.addresses(port: port, name: name.rawValue)
        var sockets: [ListeningSocket] = []
        for address in addresses {
            do throws(WireError) {
                let socket =
                    switch address {
                    case .internet(let host, _): try ListeningSocket.tcp(host: host, port: port)
                    case .unix(let path): try ListeningSocket.unix(path: path)
                    }
                // With port 0, all addresses of a listener get the port of the first one.
                if case .tcp(_, let bound) = socket.address { port = bound }
                sockets.append(socket)
            } catch {
                if sockets.isEmpty || !othersAreOptional { throw failure(error, name, address, beside: sockets) }
            }
        }
        return sockets
    }

    /// Without a path there is no such listener.
    private func openAdmin() throws(StartFailure) -> [ListeningSocket] {
        guard let path = configuration.adminSocket else { return [] }
        do throws(WireError) {
            return [try ListeningSocket.unix(path: path, isPrivate: true)]
        } catch {
            let isOwn = owner(of: .unix(path: path)).map { " This server's \($0.listenerWords) has it." } ?? ""
            throw Self.missingFolder(error, of: path, "admin-socket")
                ?? failure(error, "\(isOwn) Choose another path with --admin-socket.", of: "admin-socket")
        }
    }

    /// Nil when the folder of a Unix socket is not what is missing.
    /// - Parameter setting: the name of the setting with the path.
    private static func missingFolder(_ error: WireError, of path: String, _ setting: String) -> StartFailure? {
        guard error.systemError == ENOENT, let folder = folder(of: path) else { return nil }
        return StartFailure(
            ["--\(setting): there is no folder \"\(folder)\" for the socket \"\(path)\". Make it, or choose another path."],
            exit: .cannotCreate)
    }

    /// The folder of a path; nil for a name alone.
    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// - Parameter setting: the name of the setting with the address.
    private func failure(_ error: WireError, _ repair: String, of setting: String) -> StartFailure {
        StartFailure(["\(error)\(repair)"], exit: error.systemError == 0 ? configuration.exit(forAddressIn: setting) : .unavailable)
    }

    /// - Parameter others: the sockets that the same listener has opened already.
    private func failure(
        _ error: WireError, _ name: SocketName, _ address: ListenAddress, beside others: [ListeningSocket]
    ) -> StartFailure {
        if case .unix(let path) = address, let missing = Self.missingFolder(error, of: path, "host") { return missing }
        guard error.systemError == EADDRINUSE else { return failure(error, "", of: "host") }
        return failure(error, " " + (overlap(address, others) ?? wayAround(name, address)), of: "host")
    }

    /// For two addresses of one listener of which one stands for all of the machine: a sentence.
    private func overlap(_ address: ListenAddress, _ others: [ListeningSocket]) -> String? {
        guard case .internet(let host, let port) = address else { return nil }
        for other in others {
            guard case .tcp(let otherHost, let otherPort) = other.address, port == otherPort || port == 0 else { continue }
            let wildcards = ["0.0.0.0", "::"]
            if wildcards.contains(otherHost) { return "\(otherHost) contains \(host). Leave one of them out." }
            if wildcards.contains(host) { return "\(host) contains \(otherHost). Leave one of them out." }
        }
        return nil
    }

    /// What to do about an address that is taken.
    private func wayAround(_ name: SocketName, _ address: ListenAddress) -> String {
        let owner = owner(of: address)
        switch address {
        case .internet(_, let port):
            if let owner {
                return "It is this server's \(owner.listenerWords), and its \(name.listenerWords) cannot have the same port."
                    + " Change \(owner.portFlag) or \(name.portFlag)."
            }
            let program = PortOwner.find(port: port).map { "The port is taken by \($0.description). " } ?? ""
            let variable = Setting.variable(of: String(name.portFlag.dropFirst(2)))
            let unit =
                configuration.isInUnit
                ? " A unit gets the port from its socket unit, or else from \(variable) (systemctl edit)." : ""
            return program + "End its program, or choose another port: \(name.portFlag) N, or \(name.portFlag) 0 for any free one."
                + unit
        case .unix:
            if let owner {
                return "It is this server's \(owner.listenerWords), and its \(name.listenerWords) cannot have the same path. Change --host."
            }
            return "End its program, or choose another path: --host unix:PATH."
        }
    }

    /// The listener of this server that has a port or path.
    private func owner(of address: ListenAddress) -> SocketName? {
        SocketName.allCases.first { name in
            self[name].contains { socket in
                switch (socket.address, address) {
                case (.tcp(_, let port), .internet(_, let other)): port == other
                case (.unix(let path), .unix(let other)): path == other
                default: false
                }
            }
        }
    }
}

extension Configuration {
    /// The settings that say where the listeners are.
    static let addressSettings = ["host", "port", "s3-port", "https-port", "s3-https-port", "admin-socket"]
    /// The settings that name files of certificates and keys.
    static let certificateSettings = ["https-certificate", "https-key", "https-client-ca"]

    /// The exit code for an address that is not valid.
    fileprivate func exit(forAddressIn setting: String) -> SystemExit {
        switch addressOrigins[setting] {
        case .variable, .file, .credential: .badConfiguration
        case .flag, .commandDefault, nil: .usage
        }
    }

    /// Sentences about addresses in flags and variables that are not used, because the service manager passes the listener's socket.
    /// - Parameter address: of the socket that it passes.
    func unusedAddresses(of name: SocketName, at address: BoundAddress) -> [String] {
        differences(of: name, from: address).compactMap { setting -> SettingOrigin? in
            switch addressOrigins[setting] {
            case .flag, .variable: addressOrigins[setting]
            case .file, .credential, .commandDefault, nil: nil
            }
        }.map { origin in
            "\(origin) is not used for the \(name.listenerWords): the service manager passes its socket, \(address)."
                + " Change the address in the socket's unit (systemctl edit)."
        }
    }

    /// The settings that would open the listener somewhere else.
    private func differences(of name: SocketName, from bound: BoundAddress) -> [String] {
        if name == .admin { return adminSocket.map { "unix:\($0)" } == bound.description ? [] : ["admin-socket"] }
        let wanted = port(of: name) ?? 0
        let hasHost = addresses(port: wanted, name: name.rawValue).addresses.contains { address in
            switch (address, bound) {
            case (.internet(let host, _), .tcp(let boundHost, _)): host == boundHost
            case (.unix(let path), .unix(let boundPath)): path == boundPath
            default: false
            }
        }
        let hasPort = if case .tcp(_, let port) = bound { port == wanted } else { hasHost }
        return (hasHost ? [] : ["host"]) + (hasPort ? [] : [String(name.portFlag.dropFirst(2))])
    }

    /// The port of a listener; nil when it has none.
    fileprivate func port(of name: SocketName) -> Int? {
        switch name {
        case .http: port
        case .https: httpsPort
        case .s3: s3Port
        case .s3HTTPS: s3HTTPSPort
        case .admin: nil
        }
    }
}
