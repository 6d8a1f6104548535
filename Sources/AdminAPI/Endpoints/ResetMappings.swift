/// Restores the stubs on disk. Like WireMock, it also empties the journal and resets scenarios.
enum ResetMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.reset()
        return .empty
    }
}
