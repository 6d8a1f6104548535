internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Adds a stub as the newest, in place of a stub with the same id. A persistent stub is also saved.
enum AddMapping: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let given = try call.readStub()
        let stub = try call.changingFiles(if: given.mapping.isPersistent) {
            let stub = call.session.placing(given)
            if stub.mapping.isPersistent { try call.save([stub]) }
            call.session.add(stub)
            return stub
        }
        return .json(.object(stub.mapping.json), status: 201)
    }
}
