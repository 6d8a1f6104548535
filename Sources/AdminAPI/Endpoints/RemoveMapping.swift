internal import MockEngine

/// Removes a stub, and its file when it is persistent.
enum RemoveMapping: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/mappings/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let stub = call.session.stub(try call.id()) else { throw AdminError.notFound }
        try call.remove([stub])
        return .done
    }
}
