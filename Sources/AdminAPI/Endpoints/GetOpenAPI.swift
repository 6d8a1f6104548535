/// The OpenAPI document of this API.
enum GetOpenAPI: AdminEndpoint {
    static let method = "GET"
    static let path = "/docs/swagger"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        AdminReply(body: Array(OpenAPIDocument.text.utf8), contentType: "application/json")
    }
}
