internal import HTTPMessage

/// The OpenAPI document of this API; a page for browsers.
enum GetDocs: AdminEndpoint {
    static let method = "GET"
    static let path = "/docs"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let accepted = call.request.firstHeader("Accept") ?? ""
        return accepted.contains("text/html") ? .html(DocsPage.html) : try GetOpenAPI.respond(call)
    }
}
