internal import JSONDocument
internal import MockEngine
internal import StubModel

/// One stub.
enum GetMapping: AdminEndpoint {
    static let method = "GET"
    static let path = "/mappings/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let stub = call.session.stub(try call.id()) else { throw AdminError.notFound }
        return .json(.object(call.form.mapping(stub.mapping.json)))
    }
}
