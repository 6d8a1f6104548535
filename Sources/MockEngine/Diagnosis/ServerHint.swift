internal import HTTPMessage
internal import JSONDocument

/// Says what a request was probably meant for that is no mock: the admin API, the placeholders, a proxy, a WebSocket.
enum ServerHint {
    /// Paths of the admin API that other programs have at the top.
    private static let admin = ["/health", "/metrics"]

    /// Nil for every other request.
    static func sentence(about request: Request) -> String? {
        if request.method == "CONNECT" {
            return "this server is no proxy, and the client takes it for one: give the client the server's URL as its base URL instead."
        }
        if request.firstHeader("Upgrade")?.lowercased() == "websocket" {
            return "the client asks for a WebSocket, which this server does not have: a stub answers the request as plain HTTP."
        }
        let path = request.path
        let segments = path.split(separator: "/")
        if path == "/", request.isRead { return "the pages of the server itself are at /__admin/." }
        if admin.contains(path) { return "the admin API is at /__admin: did you mean /__admin\(path)?" }
        if segments.count == 2, segments[0] == "placeholder" || segments[0] == "_placeholder" {
            return "placeholders are at /__placeholder: did you mean /__placeholder/\(segments[1])?"
        }
        guard segments.count > 1, isAdmin(segments) else { return nil }
        return "the admin API is at /__admin: did you mean /__admin/\(segments.dropFirst().joined(separator: "/"))?"
    }

    private static func isAdmin(_ segments: [Substring]) -> Bool {
        segments[0].lowercased() == "__admin"
            || segments[0].hasPrefix("__") && Spelling.nearest(to: String(segments[0]), among: ["__admin"]) != nil
            || ["admin", "_admin", "___admin"].contains(segments[0])
                && ["mappings", "requests", "scenarios", "reset"].contains(segments[1])
    }
}
