internal import HTTPMessage
internal import JSONDocument

/// Who may use the admin API.
package struct AdminAccess: Sendable {
    /// Host names beyond the local ones (`--allowed-host`), lower case.
    package var allowedHosts: Set<String> = []
    /// The machine's own name, lower case; nil when it is not known.
    package var machineName: String?
    /// Origins of web pages that may call (`--admin-cors`); `*` is every one.
    package var allowedOrigins: Set<String> = []
    /// Asked for as `Authorization: Bearer …`, health excepted; nil asks for none.
    package var bearerToken: String?
    /// Asked for as `Authorization: Basic …` (`--admin-api-basic-auth`), health excepted; with a token as well, either will do.
    package var basicCredentials: (user: String, password: String)?
    /// Whether `POST /__admin/shutdown` works.
    package var allowsShutdown = false

    package init() {}

    /// Refuses names that somebody else's DNS may have pointed here (DNS rebinding): any Host but an address that the server
    /// listens on, `localhost` and names below it, the machine's name, and those allowed.
    func checkHost(_ request: Request) throws {
        // A Unix socket is out of any browser's reach, and a client without a Host field is no browser.
        guard !request.arrival.localAddress.isEmpty, let field = request.firstHeader("Host"), !field.isEmpty else { return }
        var name = Authority(field).address.lowercased()
        // A name that says that it is whole is the same name.
        if name.hasSuffix(".") { name.removeLast() }
        guard !isTrusted(name, localAddress: request.arrival.localAddress) else { return }
        throw AdminError(
            status: 403, title: "Host \"\(name)\" is not a name of this server",
            detail: "The admin API is called by address or as localhost. Allow the name with --allowed-host \(name) if it is yours.")
    }

    private func isTrusted(_ name: String, localAddress: String) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == machineName || allowedHosts.contains(name) { return true }
        if name == localAddress || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Refuses web pages of other origins. Another port is another origin.
    func checkOrigin(_ request: Request) throws {
        guard let origin = request.firstHeader("Origin"), !isAllowed(origin), !isOwn(origin, request) else { return }
        throw AdminError(
            status: 403, title: "Origin \"\(origin)\" may not use the admin API",
            detail: "Allow it with --admin-cors \(origin) if the page is yours.")
    }

    private func isAllowed(_ origin: String) -> Bool { allowedOrigins.contains("*") || allowedOrigins.contains(origin) }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        request.firstHeader("Host").map { ASCII.equalsIgnoringCase("\(request.arrival.scheme)://\($0)", origin) } ?? false
    }

    /// What lets an allowed page read the answer.
    func crossOriginHeaders(for request: Request) -> [(name: String, value: String)] {
        guard let origin = request.firstHeader("Origin"), isAllowed(origin) else { return [] }
        return [("Access-Control-Allow-Origin", origin), ("Vary", "Origin")]
    }

    /// Refuses whoever does not know the token or the password.
    func checkCredentials(_ request: Request) throws {
        guard bearerToken != nil || basicCredentials != nil else { return }
        let given = request.firstHeader("Authorization") ?? ""
        if let token = bearerToken, Self.isSame(given, "Bearer \(token)") { return }
        if let (user, password) = basicCredentials {
            let code: String = Base64.encode(Array("\(user):\(password)".utf8))
            if Self.isSame(given, "Basic \(code)") { return }
        }
        let scheme = bearerToken != nil ? "Bearer" : "Basic"
        throw AdminError(
            status: 401, title: "The admin API needs \(scheme == "Bearer" ? "a token" : "a user's name and password")",
            detail: "Send Authorization: \(scheme) ….", headers: [("WWW-Authenticate", "\(scheme) realm=\"understudy admin\"")])
    }

    /// Compares without telling by its duration how much is right.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
