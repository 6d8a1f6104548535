/// Back to the stubs on disk; journal and scenarios are emptied too, as WireMock does.
enum ResetMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.reset()
        return .done
    }
}
