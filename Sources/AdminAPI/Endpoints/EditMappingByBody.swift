internal import JSONDocument
internal import StubModel

/// WireMock 2's form of `PUT /mappings/{id}`: the id is in the body. The reply has no body.
enum EditMappingByBody: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/edit"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stub = try call.readStub()
        // A stub without an id would get another one at each call.
        let root = try call.document().root
        guard root.member("id") != nil || root.member("uuid") != nil else {
            throw AdminError(
                status: 404, code: 404, title: "\"id\" is missing",
                detail: "This call replaces the stub whose \"id\" is in the body. GET \(AdminAPI.prefix)/mappings lists the ids.",
                pointer: "/id")
        }
        _ = try call.edit(stub)
        return AdminReply(status: 204)
    }
}
