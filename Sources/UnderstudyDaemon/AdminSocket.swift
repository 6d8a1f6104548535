internal import Glibc
internal import SystemCalls
package import UnderstudyService

/// The admin API of a running service, on the Unix socket of `--admin-socket` or of the service manager.
package struct AdminSocket: Sendable {
    /// The longest response, in bytes.
    private static let maximumBytes = 64 << 20

    private static let machineSocket = "/run/understudy/admin.sock"

    private let path: String
    private let patience: Duration

    /// - Parameters:
    ///   - path: nil takes the socket of `UNDERSTUDY_ADMIN_SOCKET`. Without that it takes the socket of the user's service, or else that of
    ///     the machine's.
    ///   - patience: how long a reload may take. That of 60,000 mappings takes a few seconds.
    /// - Throws: `StartFailure` with 64 for an empty path, with 69 when no socket is named and none is found.
    package init(path: String?, environment: Environment = .process, patience: Duration = .seconds(30)) throws(StartFailure) {
        self.patience = patience
        let variable = environment["UNDERSTUDY_ADMIN_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        if let named = path ?? variable {
            guard !named.isEmpty else {
                throw StartFailure(["--socket: the path is empty. Name the service's admin socket, or leave the option out."], exit: .usage)
            }
            self.path = named
            return
        }
        let own = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : "\($0)/understudy/admin.sock" }
        let places = [own, Self.machineSocket].compactMap(\.self)
        // What may not be seen is another user's, and the call says so.
        guard let found = places.first(where: { [nil, EACCES].contains(SystemCalls.reasonNotToFind($0)) }) else {
            throw StartFailure(
                [
                    "no running service was found: there is no \(places.joined(separator: ", and no "))."
                        + " Name its socket with --socket PATH, or start one with --admin-socket PATH."
                ], exit: .unavailable)
        }
        self.path = found
    }

    /// Asks the service to read its fixtures again, and waits for it.
    /// - Returns: the problems and the number of stubs in force.
    /// - Throws: `StartFailure` with 69 when the service cannot be reached or responds something else, 77 when it may not be called.
    package func reload() throws(StartFailure) -> ReloadResponse {
        let request = "POST /__admin/reload HTTP/1.0\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        let response: [UInt8]
        do {
            response = try call(Array(request.utf8))
        } catch {
            // A queue of connections that is full is not emptied either.
            if error.code == ETIMEDOUT || error.code == EAGAIN {
                throw StartFailure(
                    [
                        "the service at \"\(path)\" does not respond: it is stopped or stuck, or the reload takes longer than "
                            + "\(patience.components.seconds) s. Its log says more: journalctl --unit=understudy"
                    ],
                    exit: .unavailable)
            }
            let isAnothers = error.code == EACCES
            let repair = isAnothers ? "It is another user's service: call it as that user, or with sudo." : "Does it run, and is it yours?"
            throw StartFailure(
                ["\(SystemError("calling the service at \"\(path)\"", error.code)). \(repair)"],
                exit: isAnothers ? .noPermission : .unavailable)
        }
        return try result(of: response)
    }

    /// What the service has responded.
    /// - Throws: as `reload`.
    func result(of response: [UInt8]) throws(StartFailure) -> ReloadResponse {
        if response.isEmpty {
            throw StartFailure(
                ["the service at \"\(path)\" ended the connection without a response. Its log says why: journalctl --unit=understudy"],
                exit: .unavailable)
        }
        guard let result = ReloadResponse(response) else {
            let line = Self.line(response)
            // A service that cannot start, or has too much to do, says so in its body.
            if line.hasPrefix("HTTP/1.1 503"), let end = response.firstRange(of: Array("\r\n\r\n".utf8)) {
                throw StartFailure(
                    ["the service at \"\(path)\" does not reload: \(Self.line(response[end.upperBound...]))"], exit: .unavailable)
            }
            throw StartFailure(
                ["\"\(path)\" is not the admin socket of a service that can reload: it said \"\(line)\"."], exit: .unavailable)
        }
        return result
    }

    /// The first line of what the service has said, or the beginning of it.
    private static func line(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 13 && $0 != 10 }.prefix(200), as: UTF8.self)
    }

    /// Sends the request, and reads to the end of the connection.
    private func call(_ request: [UInt8]) throws(SystemCalls.Failure) -> [UInt8] {
        guard let address = UnixAddress(path) else { throw SystemCalls.Failure(code: ENAMETOOLONG) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw SystemCalls.Failure(code: errno) }
        defer { close(descriptor) }
        signal(SIGPIPE, SIG_IGN)
        let status = unsafe address.withSocketAddress { unsafe connect(descriptor, $0, $1) }
        guard status == 0 else { throw SystemCalls.Failure(code: errno) }
        if let code = SystemCalls.writeAll(request.span, to: descriptor) { throw SystemCalls.Failure(code: code) }
        return try SystemCalls.contents(of: descriptor, limit: Self.maximumBytes, patience: Int(patience / .milliseconds(1)))
    }
}
