internal import HTTPMessage

/// A page for people: all routes, with what they do.
enum GetDocsPage: AdminEndpoint {
    static let method = "GET"
    static let path = "/swagger-ui"

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { AdminPage.isOpen(to: request, access) }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .html(DocsPage.html)
    }
}
