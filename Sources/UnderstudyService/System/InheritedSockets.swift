internal import MicroHTTPD
internal import Upstream

/// Listening sockets from the service manager: `LISTEN_PID`, `LISTEN_FDS`, `LISTEN_FDNAMES` (sd_listen_fds(3)).
package struct InheritedSockets: Sendable {
    /// The descriptor and name of each; the name is empty when there was none. A single socket without a name of its own is `http`.
    package var sockets: [(descriptor: Int32, name: String)] = []
    /// `LISTEN_FDS` for this process, when it is no number of sockets.
    private var wrongCount: String?
    /// Names that no listener has.
    var unknownNames: [String] { sockets.map(\.name).filter { SocketName(rawValue: $0) == nil } }
    /// Whether one of them is for clients that speak TLS.
    package var wantTLS: Bool { sockets.contains { Self.isSecure($0.name) } }
    /// Whether the clients of a socket with this name speak TLS.
    package static func isSecure(_ name: String) -> Bool { SocketName(rawValue: name)?.isSecure ?? false }
    /// Whether other machines reach one of them. Descriptors that are not sockets are ignored here; `start` refuses them.
    package var reachBeyondLoopback: Bool {
        sockets.contains { socket in
            guard let host = ListeningSocket.address(of: socket.descriptor)?.host else { return false }
            return IPAddress(host)?.isLoopback != true
        }
    }
    /// Whether a listener with the admin API has none of these sockets, and opens its own.
    package func leaveOpen(_ configuration: Configuration) -> Bool {
        let names = sockets.map(\.name)
        if !names.contains(SocketName.http.rawValue) { return true }
        return configuration.httpsPort != nil && !names.contains(SocketName.https.rawValue)
    }
    /// Sentences about addresses in flags and variables that are not used, because these sockets are.
    package func warnings(_ configuration: Configuration) -> [String] {
        sockets.flatMap { socket -> [String] in
            guard let name = SocketName(rawValue: socket.name), let address = ListeningSocket.address(of: socket.descriptor) else {
                return []
            }
            return configuration.unusedAddresses(of: name, at: address)
        }
    }
    /// - Throws: `StartFailure` with 78 when a socket has a name that no listener has, or `LISTEN_FDS` is no number of sockets.
    func refuseUnknownNames() throws(StartFailure) {
        if let wrongCount {
            throw StartFailure(
                [
                    "Taking inherited sockets — LISTEN_FDS=\"\(wrongCount)\": expected how many sockets there are, from 1 to 1023."
                        + " Remove LISTEN_PID and LISTEN_FDS if there are none."
                ], exit: .badConfiguration)
        }
        guard let name = unknownNames.first else { return }
        throw StartFailure(
            [
                "Taking inherited sockets — name \"\(name)\": no listener has this name."
                    + " Write FileDescriptorName=http, https, s3, s3-https or admin into the socket's unit."
            ], exit: .badConfiguration)
    }
    /// The first descriptor that can be passed.
    private static let first: Int32 = 3

    /// No sockets.
    package init() {}

    /// The sockets that the variables `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` announce (sd_listen_fds(3)).
    /// - Parameter process: the id of this process; sockets for another one are not taken.
    package init(environment: Environment, process: Int32) {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == process, let written = environment["LISTEN_FDS"] else { return }
        guard let count = Int32(written), count >= 0, count < 1024 else {
            wrongCount = written
            return
        }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        for index in 0..<count {
            sockets.append((Self.first + index, names.indices.contains(Int(index)) ? names[Int(index)] : ""))
        }
        if count == 1, Self.isUnnamed(sockets[0].name) { sockets[0].name = SocketName.http.rawValue }
    }

    /// Whether systemd gives this name to a socket whose unit has none: the unit's, or `unknown`.
    private static func isUnnamed(_ name: String) -> Bool { name.isEmpty || name == "unknown" || name.hasSuffix(".socket") }
}
