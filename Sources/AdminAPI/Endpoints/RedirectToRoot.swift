internal import HTTPMessage

/// Redirects to `/__admin/`.
enum RedirectToRoot: AdminEndpoint {
    static let method = "GET"
    static let path = ""

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var reply = AdminReply(status: 302)
        reply.headers.append(name: "Location", value: AdminAPI.prefix + "/")
        return reply
    }
}
