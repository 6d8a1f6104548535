internal import HTTPMessage

/// Listening sockets from the service manager: `LISTEN_PID`, `LISTEN_FDS`, `LISTEN_FDNAMES` (sd_listen_fds(3)).
package struct InheritedSockets: Sendable {
    /// The descriptor and name of each; the name is empty when there was none. A single socket without a known name is `http`.
    package var sockets: [(descriptor: Int32, name: String)] = []
    /// Names that no listener has.
    var strangers: [String] {
        let known = [ListenerName.http.rawValue, ListenerName.s3.rawValue]
        return sockets.map(\.name).filter { !known.contains($0) }
    }
    /// The first descriptor that can be passed.
    private static let first: Int32 = 3

    /// No sockets.
    package init() {}

    package init(environment: Environment, process: Int32) {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == process,
            let count = environment["LISTEN_FDS"].flatMap(Int32.init), count > 0, count < 1024
        else { return }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        for index in 0..<count {
            sockets.append((Self.first + index, names.indices.contains(Int(index)) ? names[Int(index)] : ""))
        }
        if count == 1, ListenerName(rawValue: sockets[0].name) == nil { sockets[0].name = ListenerName.http.rawValue }
    }
}
