internal import HTTPMessage

/// A page about this API; the OpenAPI document for clients that accept JSON and no page.
enum GetDocs: AdminEndpoint {
    static let method = "GET"
    static let path = "/docs"

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { AdminPage.isOpen(to: request, access) }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let accepted = call.request.firstHeader("Accept") ?? ""
        let wantsDocument = accepted.contains("application/json") && !accepted.contains("text/html")
        return wantsDocument ? try GetOpenAPI.respond(call) : .html(DocsPage.html)
    }
}
