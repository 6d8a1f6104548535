internal import HTTPMessage

/// Redirects to `/__admin/`, of the session whose prefix the request has.
enum RedirectToRoot: AdminEndpoint {
    static let method = "GET"
    static let path = ""

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { AdminPage.isOpen(to: request, access) }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var reply = AdminReply(status: 302)
        reply.headers.append(name: "Location", value: call.request.prefix + AdminAPI.prefix + "/")
        return reply
    }
}
