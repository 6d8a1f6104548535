internal import Glibc
internal import SystemCalls
package import UnderstudyService

/// The admin API of a running service, on the Unix socket of `--admin-socket` or of the service manager.
package struct AdminSocket: Sendable {
    /// The longest response, in bytes.
    private static let maximumBytes = 64 << 20

    private let path: String

    /// - Parameter path: nil tries the socket of `UNDERSTUDY_ADMIN_SOCKET`, then that of the user's service, then that of the machine's.
    /// - Throws: `StartFailure` with 69 when there is none.
    package init(path: String?, environment: Environment = .process) throws(StartFailure) {
        if let path {
            self.path = path
            return
        }
        var places = [environment["UNDERSTUDY_ADMIN_SOCKET"], environment["XDG_RUNTIME_DIR"].map { "\($0)/understudy/admin.sock" }]
            .compactMap(\.self)
        places.append("/run/understudy/admin.sock")
        guard let found = places.first(where: { !$0.isEmpty && SystemCalls.exists($0) }) else {
            throw StartFailure(
                [
                    "no running service was found: there is no \(places.joined(separator: ", and no "))."
                        + " Name its socket with --socket PATH, or start one with --admin-socket PATH."
                ], exit: .unavailable)
        }
        self.path = found
    }

    /// Asks the service to read its fixtures again, and waits for it.
    /// - Returns: the problems, one line each, and the number of stubs in force.
    /// - Throws: `StartFailure` with 69 when the service cannot be reached or responds something else, 77 when it may not be called.
    package func reload() throws(StartFailure) -> (problems: [String], stubs: Int) {
        let request = "POST /__admin/reload HTTP/1.0\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        let response: [UInt8]
        do {
            response = try call(Array(request.utf8))
        } catch {
            throw StartFailure(
                ["\(SystemError("calling the service at \"\(path)\"", error.code)). Does it run, and is it yours?"],
                exit: error.code == EACCES ? .noPermission : .unavailable)
        }
        if response.isEmpty {
            throw StartFailure(
                ["the service at \"\(path)\" ended the connection without a response. Its log says why: journalctl --unit=understudy"],
                exit: .unavailable)
        }
        guard let result = ReloadResponse(response) else {
            let line = String(decoding: response.prefix { $0 != 13 && $0 != 10 }.prefix(200), as: UTF8.self)
            throw StartFailure(
                ["\"\(path)\" is not the admin socket of a service that can reload: it said \"\(line)\"."], exit: .unavailable)
        }
        return (result.problems, result.stubs)
    }

    /// Sends the request, and reads to the end of the connection.
    private func call(_ request: [UInt8]) throws(SystemCalls.Failure) -> [UInt8] {
        guard let address = UnixAddress(path) else { throw SystemCalls.Failure(code: ENAMETOOLONG) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemCalls.Failure(code: errno) }
        defer { close(descriptor) }
        signal(SIGPIPE, SIG_IGN)
        let status = unsafe address.withSocketAddress { unsafe connect(descriptor, $0, $1) }
        guard status == 0 else { throw SystemCalls.Failure(code: errno) }
        if let code = SystemCalls.writeAll(request.span, to: descriptor) { throw SystemCalls.Failure(code: code) }
        return try SystemCalls.contents(of: descriptor, limit: Self.maximumBytes)
    }
}
