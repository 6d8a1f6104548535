internal import MockEngine

/// The stubs that have not responded since the journal was last emptied.
enum ListUnmatchedMappings: AdminEndpoint {
    static let method = "GET"
    static let path = "/mappings/unmatched"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stubs = call.session.unusedStubs
        return .json(MappingList.json(stubs, total: stubs.count, call.form))
    }
}
