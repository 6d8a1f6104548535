internal import MockEngine

/// Removes the stubs that have not responded since the journal was last emptied.
enum RemoveUnmatchedMappings: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/mappings/unmatched"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.remove(call.session.unusedStubs)
        return .done
    }
}
