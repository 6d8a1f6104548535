internal import JSONDocument
internal import MockEngine
internal import StubModel

/// WireMock 2's form of removing: the stub with the body's id, or else those with the same request.
enum RemoveMappingByBody: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/remove"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let wanted = try call.readStub().mapping
        let stubs = call.engine.stubs
        let same = stubs.filter { $0.mapping.json["request"] == wanted.json["request"] }
        try call.remove(call.engine.stub(wanted.id).map { [$0] } ?? same)
        return .done
    }
}
