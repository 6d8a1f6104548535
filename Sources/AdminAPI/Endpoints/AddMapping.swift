internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Adds a stub as the newest; a persistent one is saved. One that has its id goes.
enum AddMapping: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stub = try call.readStub()
        if stub.mapping.isPersistent { try call.save([stub.mapping]) }
        call.session.add(stub)
        return .json(.object(stub.mapping.json), status: 201)
    }
}
