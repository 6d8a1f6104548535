internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Replaces the stub with this id. The stub keeps its place in the order of matching.
enum EditMapping: AdminEndpoint {
    static let method = "PUT"
    static let path = "/mappings/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let id = try call.id()
        guard call.session.stub(id) != nil else { throw AdminError.notFound }
        return .json(.object(try call.edit(call.readStub(id: id)).mapping.json))
    }
}
