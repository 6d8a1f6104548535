/// Puts a stub in the place of the one with this id; its place in the order of matching stays.
enum EditMapping: AdminEndpoint {
    static let method = "PUT"
    static let path = "/mappings/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.edit(call.readStub(id: call.id()))
    }
}
