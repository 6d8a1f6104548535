/// WireMock 2's form of `PUT /mappings/{id}`: the id is in the body. The reply has no body.
enum EditMappingByBody: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/edit"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        _ = try call.edit(call.readStub())
        return AdminReply(status: 204)
    }
}
