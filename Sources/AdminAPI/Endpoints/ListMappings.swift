internal import MockEngine

/// All stubs in the order of matching: by priority, then newest first. `limit` and `offset` choose a part; `meta.total` counts all.
enum ListMappings: AdminEndpoint {
    static let method = "GET"
    static let path = "/mappings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stubs = call.session.stubs
        let part = stubs.dropFirst(try call.number("offset") ?? 0).prefix(try call.number("limit") ?? Int.max)
        return .json(MappingList.json(part, total: stubs.count, call.form))
    }
}
