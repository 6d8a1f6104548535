internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Puts a stub in the place of the one with this id; its place in the order of matching stays.
enum EditMapping: AdminEndpoint {
    static let method = "PUT"
    static let path = "/mappings/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let id = try call.id()
        guard call.session.stub(id) != nil else { throw AdminError.notFound }
        return .json(.object(try call.edit(call.readStub(id: id)).mapping.json))
    }
}
