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
    /// The token that `Authorization: Bearer …` must carry on every call but health; nil requires none.
    package var bearerToken: String?
    /// The user and password that `Authorization: Basic …` must carry (`--admin-api-basic-auth`) on every call but health. If there is a
    /// token as well, either is accepted.
    package var basicCredentials: (user: String, password: String)?
    /// Whether `POST /__admin/shutdown` works.
    package var allowsShutdown = false

    package init() {}

    /// Refuses host names that an attacker's DNS may point at this server (DNS rebinding). Accepted are an address that the server listens
    /// on, `localhost` and names below it, the machine's name, and `allowedHosts`.
    func checkHost(_ request: Request) throws {
        // No browser can reach a Unix socket, and every browser sends a Host field.
        guard !request.arrival.localAddress.isEmpty else { return }
        // Clients of HTTP/1.0 may leave the field away; one without a value names nothing that is ours.
        if let field = request.firstHeader("Host") { try checkHost(field, request) }
        // What an absolute target names takes the place of the field (RFC 9112, section 3.2.2), so both must be ours.
        if let authority = request.targetAuthority { try checkHost(authority, request) }
    }

    private func checkHost(_ authority: String, _ request: Request) throws {
        var name = Authority(authority).address.lowercased()
        // A trailing dot only marks the name as fully qualified.
        if name.hasSuffix(".") { name.removeLast() }
        guard !isTrusted(name, localAddress: request.arrival.localAddress) else { return }
        let repair = name.isEmpty ? "" : " Allow the name with --allowed-host \(name) if it is yours."
        throw AdminError(
            status: 403, title: "Host \"\(name)\" is not a name of this server",
            detail: "The admin API is called by address or as localhost.\(repair)")
    }

    private func isTrusted(_ name: String, localAddress: String) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == machineName || allowedHosts.contains(name) { return true }
        if name == localAddress || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Refuses web pages of other origins. A different port is a different origin.
    func checkOrigin(_ request: Request) throws {
        // A browser sends one field. Of several, one may be another page's.
        let origins = request.headers("Origin")
        if origins.count > 1 {
            throw AdminError(
                status: 403, title: "The request has \(origins.count) Origin fields", detail: "Send the field once, as browsers do.")
        }
        guard let origin = origins.first, !isAllowed(origin), !isOwn(origin, request) else { return }
        throw AdminError(
            status: 403, title: "Origin \"\(origin)\" may not use the admin API",
            detail: origin.isEmpty
                ? "Leave the Origin field out, or send the page's origin in it."
                : "Allow it with --admin-cors \(origin) if the page is yours.")
    }

    private func isAllowed(_ origin: String) -> Bool { allowedOrigins.contains("*") || allowedOrigins.contains(origin) }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        request.firstHeader("Host").map { ASCII.equalsIgnoringCase("\(request.arrival.scheme)://\($0)", origin) } ?? false
    }

    /// The header fields that let a page of an allowed origin read the response.
    func crossOriginHeaders(for request: Request) -> [(name: String, value: String)] {
        guard let origin = request.firstHeader("Origin"), isAllowed(origin) else { return [] }
        return [("Access-Control-Allow-Origin", origin), ("Vary", "Origin")]
    }

    /// Refuses a request without the token or the password.
    func checkCredentials(_ request: Request) throws {
        guard bearerToken != nil || basicCredentials != nil else { return }
        // The permissions of the admin listener's socket file say who may call.
        if request.arrival.listener == .admin, request.arrival.localAddress.isEmpty { return }
        let given = request.firstHeader("Authorization") ?? ""
        let mark = given.firstIndex(of: " ") ?? given.endIndex
        // The scheme's case does not matter (RFC 9110, section 11.1).
        let (scheme, code) = (given[..<mark].lowercased(), FieldText.trimmingBlanks(given[mark...]))
        if let token = bearerToken, scheme == "bearer", Self.isSame(code, token) { return }
        if let (user, password) = basicCredentials {
            if scheme == "basic", Self.isSame(code, Base64.encode(Array("\(user):\(password)".utf8))) { return }
        }
        let wanted = bearerToken != nil ? "Bearer" : "Basic"
        let isWrong = scheme == wanted.lowercased()
        let title =
            if wanted == "Bearer" {
                isWrong ? "Wrong token" : "The admin API needs a token"
            } else {
                isWrong ? "Wrong name or password" : "The admin API needs a user's name and password"
            }
        let place =
            wanted == "Bearer" ? " The token is in the file of --admin-token-file, or else the log of the start says where it is." : ""
        throw AdminError(
            status: 401, title: title,
            detail: (isWrong ? "Correct what Authorization: \(wanted) … has." : "Send Authorization: \(wanted) ….") + place,
            headers: [("WWW-Authenticate", "\(wanted) realm=\"understudy admin\"")])
    }

    private static func isSame(_ left: Substring, _ right: String) -> Bool {
        SecretComparison.areEqual(Array(left.utf8), Array(right.utf8))
    }
}
